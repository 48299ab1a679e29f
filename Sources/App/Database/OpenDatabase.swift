import EventLoop
import LocalPostgres
import Postgres
import Synchronization

/// A database that can be connected to, whoever runs it, and what must be given back afterwards.
final class OpenDatabase: Sendable {
  let connectionString: ConnectionString
  /// The text that it was made from, for processes that must connect too.
  let text: Secret
  /// How `moa migrate` reaches the same database.
  let migrateCommand: String
  /// Set where the server is a private one that we started; then its schema is ours to migrate.
  let started: LocalPostgres?
  /// Held until the server that we started is stopped.
  private let lock: DataDirectoryLock?
  private let keeper = Mutex<ArchiveKeeper?>(nil)

  private init(
    _ connectionString: ConnectionString, _ text: Secret, migrateCommand: String,
    started: LocalPostgres? = nil, lock: DataDirectoryLock? = nil
  ) {
    self.connectionString = connectionString
    self.text = text
    self.migrateCommand = migrateCommand
    self.started = started
    self.lock = lock
  }

  /// A database that is somebody else's to start, stop and migrate.
  ///
  /// The command names no URL: it may hold a password, and the text is printed.
  convenience init(_ connectionString: ConnectionString, _ text: Secret) {
    self.init(connectionString, text, migrateCommand: "moa migrate --database-url ...")
  }

  /// The configured database; without one, the private one, started for us alone.
  ///
  /// - Parameter willStart: told of the private server before it starts, for whoever may have to
  ///   stop it in the middle of that.
  /// - Throws: `.unavailable` when another process uses the data directory, or PostgreSQL cannot
  ///   be started.
  static func open(
    _ configuration: Configuration,
    willStart: @escaping @Sendable (LocalPostgres) -> Void = { _ in }
  ) async throws(CommandError) -> OpenDatabase {
    if let external = external(configuration) { return external }
    let directory = configuration.dataDirectory
    var settings = LocalPostgresSettings(
      connectionsMax: DatabaseShare(configuration).serverConnections)
    settings.archives = configuration.archive != nil
    let settled = settings
    return try await offload {
      let lock = try DataDirectoryLock(directory)
      let local = try LocalPostgres(dataDirectory: directory, settings: settled)
      willStart(local)
      let text = try local.start()
      return OpenDatabase(
        try ConnectionString(shop: text), Secret(text), migrateCommand: migrate(directory),
        started: local, lock: lock)
    }
  }

  /// The same, for a command that may run beside a server: the private database of a server that
  /// is up is used as it is, and only otherwise started.
  ///
  /// - Parameter mayCreate: false refuses a directory without a database and changes nothing there:
  ///   it is more likely a typing mistake than a wish.
  static func share(
    _ configuration: Configuration, mayCreate: Bool,
    willStart: @escaping @Sendable (LocalPostgres) -> Void = { _ in }
  ) async throws(CommandError) -> OpenDatabase {
    if let external = external(configuration) { return external }
    let directory = configuration.dataDirectory
    let running = try await offload { () -> OpenDatabase? in
      let local = try LocalPostgres(dataDirectory: directory)
      guard let text = local.runningConnectionString else {
        if !mayCreate { try requireShop(local, in: directory) }
        return nil
      }
      return OpenDatabase(
        try ConnectionString(shop: text), Secret(text), migrateCommand: migrate(directory))
    }
    if let running { return running }
    return try await open(configuration, willStart: willStart)
  }

  private static func requireShop(
    _ local: LocalPostgres, in directory: String
  ) throws(CommandError) {
    switch local.hasDatabase {
    case true?: return
    case false?:
      throw CommandError(
        .unavailable,
        "no external database is named (\(Setting.databaseURL.name)), and there is no shop in the data"
          + " directory \(directory): name the one or correct the other (\(Setting.dataDirectory.name)), as"
          + " the service has it. `moa serve` makes a new shop. Nothing was changed."
      )
    case nil:
      throw CommandError(
        .unavailable,
        "this account may not look into the data directory \(directory): run moa as its owner.")
    }
  }

  /// Stops the server that we started, and tells the log.
  ///
  /// - Throws: `.software` when it is still there.
  func close(_ log: EventLog) async throws(CommandError) {
    guard let started else { return }
    defer { withExtendedLifetime(lock) {} }
    let keeper = keeper.withLock { $0 }
    keeper?.willStop()
    do {
      try await EventLoop.offload {
        try started.stop()
        keeper?.stop()
      }
      log.report(.localPostgres(.stopped))
    } catch {
      let reason = error as? LocalPostgresError ?? .stopped
      log.report(.localPostgres(.stopFailed(reason)))
      throw CommandError(.software, "the private PostgreSQL still runs", because: "\(reason)")
    }
  }

  /// Starts the private server again whenever it dies, until it is stopped.
  func supervise(_ log: EventLog) {
    guard let started else { return }
    for remark in started.remarks { log.report(.remark(remark)) }
    OwnProcess.startThread("moa.postgres") {
      started.supervise { log.report(.localPostgres($0)) }
    }
  }

  /// Keeps an archive of a private server that we started, until it is stopped; or, where none is
  /// wanted, has the server keep nothing more for one.
  ///
  /// - Throws: `.unavailable` when PostgreSQL's programs for that are not there.
  func archive(
    _ configuration: Configuration, _ observe: @escaping @Sendable (ArchiveKeeper.Event) -> Void
  ) async throws(CommandError) {
    guard let started, configuration.archive != nil || started.hasSlots else { return }
    let programs = try await Self.offload {
      let major = try started.installedMajor()
      return try ClientPrograms.find(server: major, oldest: major)
    }
    guard let directory = configuration.archive else {
      return try await Self.offload { [connectionString] in
        try ArchiveKeeper.forget(in: connectionString, by: programs)
      }
    }
    let keeper = ArchiveKeeper(
      SharedArchive(directory: directory), of: connectionString, by: programs,
      days: configuration.archiveDays, observe)
    self.keeper.withLock { $0 = keeper }
    OwnProcess.startThread("moa.archive") { keeper.run() }
  }

  private static func external(_ configuration: Configuration) -> OpenDatabase? {
    guard let connectionString = configuration.database, let text = configuration.databaseText
    else { return nil }
    return OpenDatabase(connectionString, text)
  }

  private static func migrate(_ directory: String) -> String {
    "moa migrate --data-dir \(directory)"
  }

  /// Runs what blocks elsewhere, and makes a sentence of what it throws.
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
  /// Runs `body` with a pool that is there for it only: for a start, or a command.
  ///
  /// No client waits for those, and a machine that starts everything at once may take its time, so
  /// the pool waits for what clients are refused for.
  func withPool<Value: Sendable>(
    _ configuration: Configuration, on loop: EventLoop,
    observe: @escaping @Sendable (PostgresEvent) -> Void,
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    var bounds = PoolConfiguration(configuration, self)
    bounds.connectDeadline = .seconds(10)
    bounds.waitingDeadline = .seconds(10)
    bounds.awayDeadline = .seconds(10)
    bounds.absentDeadline = .seconds(10)
    return try await Pool.forOnce(on: loop, bounds, observe: observe, body)
  }
}
