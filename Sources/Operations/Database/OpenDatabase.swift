import Cryptography
package import EventLoop
package import LocalPostgres
package import Postgres
import Repositories
import Synchronization

/// A database that can be connected to, and the resources to release afterwards.
package final class OpenDatabase: Sendable {
  package let connectionString: ConnectionString
  /// The text that it was made from, for processes that must connect too.
  package let text: Secret
  /// How `moa migrate` reaches the same database.
  package let migrateCommand: String
  /// Set where the server is a private one that we started; then its schema is ours to migrate.
  package let started: LocalPostgres?
  /// Held until the server that we started is stopped.
  private let lock: DataDirectoryLock?
  private let settings: DatabaseSettings
  private let keeper = Mutex<ArchiveKeeper?>(nil)

  private init(
    _ connectionString: ConnectionString, _ text: Secret, _ settings: DatabaseSettings,
    migrateCommand: String, started: LocalPostgres? = nil, lock: DataDirectoryLock? = nil
  ) {
    self.settings = settings
    self.connectionString = connectionString
    self.text = text
    self.migrateCommand = migrateCommand
    self.started = started
    self.lock = lock
  }

  /// An external database.
  ///
  /// The command has no URL: it may contain a password, and the text is printed.
  package convenience init(
    _ connectionString: ConnectionString, _ text: Secret, _ settings: DatabaseSettings
  ) {
    self.init(
      connectionString, text, settings, migrateCommand: "moa migrate --database-url ...")
  }

  /// The configured database; without one, the private one, started for us alone.
  ///
  /// - Parameter willStart: called with the private server before it starts, so that a signal can
  ///   stop it during the start.
  /// - Throws: `.unavailable` when another process uses the data directory, or PostgreSQL cannot
  ///   be started.
  package static func open(
    _ settings: DatabaseSettings,
    willStart: @escaping @Sendable (LocalPostgres) -> Void = { _ in }
  ) async throws(CommandError) -> OpenDatabase {
    if let external = external(settings) { return external }
    let directory = settings.dataDirectory
    var server = LocalPostgresSettings(connectionsMax: settings.share.serverConnections)
    server.archives = settings.archive != nil
    return try await offload { [server] in
      let lock = try DataDirectoryLock(directory)
      let local = try LocalPostgres(dataDirectory: directory, settings: server)
      willStart(local)
      let text = try local.start()
      return OpenDatabase(
        try ConnectionString(shop: text), Secret(text), settings,
        migrateCommand: migrate(directory), started: local, lock: lock)
    }
  }

  /// The same, for a command that may run beside a server: the private database of a server that
  /// is up is used as it is, and only otherwise started.
  ///
  /// - Parameter mayCreate: false rejects a directory without a database and changes nothing there:
  ///   it is probably a typing mistake.
  package static func share(
    _ settings: DatabaseSettings, mayCreate: Bool,
    willStart: @escaping @Sendable (LocalPostgres) -> Void = { _ in }
  ) async throws(CommandError) -> OpenDatabase {
    if let external = external(settings) { return external }
    let directory = settings.dataDirectory
    let running = try await offload { () -> OpenDatabase? in
      let local = try LocalPostgres(dataDirectory: directory)
      guard let text = local.runningConnectionString else {
        if !mayCreate { try requireShop(local, in: directory) }
        return nil
      }
      return OpenDatabase(
        try ConnectionString(shop: text), Secret(text), settings,
        migrateCommand: migrate(directory))
    }
    if let running { return running }
    return try await open(settings, willStart: willStart)
  }

  private static func requireShop(
    _ local: LocalPostgres, in directory: String
  ) throws(CommandError) {
    switch local.hasDatabase {
    case true?: return
    case false?:
      throw CommandError(
        .unavailable,
        "no external database is named (\(SettingName.databaseURL)), and there is no shop in the data"
          + " directory \(directory): name the one or correct the other (\(SettingName.dataDirectory)), as"
          + " the service has it. `moa serve` makes a new shop. Nothing was changed."
      )
    case nil:
      throw CommandError(
        .unavailable,
        "this account may not look into the data directory \(directory): run moa as its owner.")
    }
  }

  /// Stops the server that we started, and logs it.
  ///
  /// - Throws: `.software` when it still runs.
  package func close(_ report: OperationReport) async throws(CommandError) {
    guard let started else { return }
    defer { withExtendedLifetime(lock) {} }
    let keeper = keeper.withLock { $0 }
    keeper?.willStop()
    do {
      try await EventLoop.offload {
        try started.stop()
        keeper?.stop()
      }
      report(.localPostgres(.stopped))
    } catch {
      let reason = error as? LocalPostgresError ?? .stopped
      report(.localPostgres(.stopFailed(reason)))
      throw CommandError(.software, "the private PostgreSQL still runs", because: "\(reason)")
    }
  }

  /// Starts the private server again whenever it dies, until it is stopped.
  package func supervise(_ report: @escaping OperationReport) {
    guard let started else { return }
    for remark in started.remarks { report(.remark(remark)) }
    OwnProcess.startThread("moa.postgres") {
      started.supervise { report(.localPostgres($0)) }
    }
  }

  /// Keeps an archive of a private server that we started, until it is stopped. Without an archive
  /// the server is told to keep no log for one.
  ///
  /// - Throws: `.unavailable` when PostgreSQL's programs for this are missing.
  package func archive(
    _ observe: @escaping @Sendable (ArchiveKeeper.Event) -> Void
  ) async throws(CommandError) {
    guard let started, settings.archive != nil || started.hasSlots else { return }
    let programs = try await Self.offload {
      let major = try started.installedMajor()
      return try ClientPrograms.find(server: major, oldest: major)
    }
    guard let directory = settings.archive else {
      return try await Self.offload { [connectionString] in
        try ArchiveKeeper.forget(in: connectionString, by: programs)
      }
    }
    let keeper = ArchiveKeeper(
      SharedArchive(directory: directory), of: connectionString, by: programs,
      days: settings.archiveDays, observe)
    self.keeper.withLock { $0 = keeper }
    OwnProcess.startThread("moa.archive") { keeper.run() }
  }

  private static func external(_ settings: DatabaseSettings) -> OpenDatabase? {
    settings.external.map { OpenDatabase($0.connectionString, $0.text, settings) }
  }

  private static func migrate(_ directory: String) -> String {
    "moa migrate --data-dir \(directory)"
  }

  /// Runs blocking work on a helper thread, and turns its error into a `CommandError`.
  private static func offload<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(CommandError) -> Value {
    do {
      return try await EventLoop.offload(work)
    } catch let refusal as CommandError {
      throw refusal
    } catch {
      throw CommandError(.unavailable, "", because: "\(error)")
    }
  }
}

extension OpenDatabase {
  /// How this process connects to it.
  package var pool: PoolConfiguration {
    var pool = PoolConfiguration(connectionString)
    pool.statements = settings.statements
    let connections =
      started == nil ? settings.connections : settings.share.connectionsOfProcess
    pool.sharedConnectionsMax = connections
    pool.exclusiveConnectionsMax = connections
    return pool
  }

  /// Runs `body` with a pool of its own: for a start, or a command.
  ///
  /// No client waits for it, and a machine that starts everything at once may be slow, so the pool
  /// waits longer than for clients.
  package func withPool<Value: Sendable>(
    on loop: EventLoop,
    observe: @escaping @Sendable (PostgresEvent) -> Void,
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    var bounds = pool
    bounds.connectDeadline = .seconds(10)
    bounds.waitingDeadline = .seconds(10)
    bounds.awayDeadline = .seconds(10)
    bounds.absentDeadline = .seconds(10)
    return try await Pool.forOnce(on: loop, bounds, observe: observe, body)
  }
}

/// The key by which a shop signs tokens that clients send back.
///
/// It is in the database, so that all servers accept each other's cursors, also after a restart. A
/// person with the key can delete products through Open Market's routes, and as a vendor can hide a
/// change of a product by an old entity tag; nothing else.
package enum SigningKey {
  private static let name = "seal"
  private static let bytes = 32

  /// Reads it; the first server over a database makes it.
  package static func load(
    from database: OpenDatabase, on loop: EventLoop
  ) async throws(CommandError) -> [UInt8] {
    do {
      return try await database.withPool(on: loop, observe: { _ in }) {
        try await PostgresStore($0).key(name, orElse: randomBytes(bytes))
      }
    } catch {
      throw CommandError(.unavailable, "cannot read the key of the seal", because: "\(error)")
    }
  }
}

extension EventLoop {
  /// The one loop of a process, or of a command.
  package static func ofProgram() throws(CommandError) -> EventLoop {
    do {
      return try EventLoop(label: "moa.loop")
    } catch {
      throw CommandError(.unavailable, "cannot make an event loop", because: "\(error)")
    }
  }
}
