import Domain
import EventLoop
import LocalPostgres
import Postgres
import Repositories
import Web

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension AdministrationSession {
  /// Puts a backup into the database: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - replaces: also a shop that is not empty.
  package func restore(
    _ path: String, replaces: Bool, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    let (file, manifest) = try await checked(path, progress)
    let pending = try Self.pending(after: manifest, in: file)
    if settings.external == nil {
      try Self.requireRoom(for: manifest, in: Files.parent(of: settings.dataDirectory))
    }
    let migrate = try await withDatabase(mayCreate: true) { database, loop throws(CommandError) in
      try await put(manifest, of: file, into: database, on: loop, replaces: replaces, progress)
      // A private database is migrated by the next server that starts it.
      return settings.external == nil ? nil : database.migrateCommand
    }
    return Self.report("restored", manifest, pending, migrate)
  }

  /// Restores a backup into a private database of its own, which is then gone.
  package func verify(
    _ path: String, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    let (file, manifest) = try await checked(path, progress)
    let pending = try Self.pending(after: manifest, in: file)
    let place = try Self.makePlace()
    stop.willMake(place)
    defer {
      Files.remove(place)
      stop.hasMade(place)
    }
    try Self.requireRoom(for: manifest, in: place)
    let server = LocalPostgresSettings(isDurable: false, connectionsMax: 10)
    try await withLocal(place, server) { database, loop throws(CommandError) in
      try await put(manifest, of: file, into: database, on: loop, replaces: false, progress)
    }
    return Self.report("verified", manifest, pending, nil)
  }

  /// A small file may unpack to more than the disk holds.
  static func requireRoom(
    for manifest: BackupManifest, in directory: String,
    free: (String) -> Int64? = { DiskSpace.of($0)?.free }
  ) throws(CommandError) {
    guard let free = free(directory), free < manifest.bytes else { return }
    throw CommandError(
      .unavailable,
      "the backup needs some \(manifest.bytes >> 20) MB, and \(directory) has \(free >> 20) MB"
        + " free: make room, or name a directory on another disk (--data-dir, or TMPDIR for"
        + " --verify).")
  }

  private func checked(
    _ path: String, _ progress: ProgressLine?
  ) async throws(CommandError) -> (BackupFile, BackupManifest) {
    try await Self.offload {
      let file = try BackupFile(path)
      return (file, try file.check(progress))
    }
  }

  /// The migrations that this program would still apply.
  ///
  /// - Throws: `.data` for a backup of a newer or unrelated program.
  static func pending(
    after manifest: BackupManifest, in file: BackupFile
  ) throws(CommandError) -> [String] {
    do throws(MigrationError) {
      let history = SchemaHistory(applied: manifest.migrations)
      return try Migrator.embedded.pending(after: history).map(\.name)
    } catch {
      guard case .newerDatabase(let unknown) = error else {
        throw CommandError(.data, "\(file.name) does not fit this program", because: "\(error)")
      }
      throw CommandError(
        .data,
        "\(file.name) is of moa \(manifest.release.printable(40)), whose schema is newer than this"
          + " program (\(unknown.joined(separator: ", ").printable(500))): restore it with that"
          + " program.")
    }
  }

  func put(
    _ manifest: BackupManifest, of file: BackupFile, into database: OpenDatabase,
    on loop: EventLoop, replaces: Bool, _ progress: ProgressLine?
  ) async throws(CommandError) {
    let servers = database.connectionString.applicationName
    let target = try await onConnection(to: database, on: loop, as: RestoreTarget.restoring) {
      try await RestoreTarget.read(from: $0, servers: servers)
    }
    try Self.check(target, for: manifest, named: "\(database.connectionString)", replaces: replaces)
    let server = target.serverVersion / 10_000
    let connection = database.connectionString
    try await Self.offload {
      let programs = try ClientPrograms.find(
        server: server, oldest: max(server, manifest.dumpMajor))
      let restoration = ShopRestoration(
        file: file, manifest: manifest, target: target, programs: programs, progress: progress)
      try restoration.run(
        in: connection.setting("application_name", to: RestoreTarget.restoring), servers: servers)
    }
  }

  static func check(
    _ target: RestoreTarget, for manifest: BackupManifest, named name: String, replaces: Bool
  ) throws(CommandError) {
    guard target.encoding == "UTF8" else {
      throw CommandError(
        .configuration,
        "the database \(name) is encoded in \(target.encoding), which cannot hold all text: create"
          + " one with `encoding 'UTF8' template template0`, and name that.")
    }
    guard target.serverVersion / 10_000 >= manifest.serverMajor else {
      throw CommandError(
        .unavailable,
        "the backup is of PostgreSQL \(manifest.serverMajor), and here is"
          + " \(target.serverVersion / 10_000): restore it into \(manifest.serverMajor) or newer.")
    }
    guard target.sessions == 0 else {
      throw CommandError(
        .unavailable,
        "servers use the database \(name) (sessions: \(target.sessions)), and would go on with old"
          + " keys and caches: stop them, restore, and start them again.")
    }
    guard target.filled.isEmpty || replaces else {
      let tables = target.filled.prefix(3).joined(separator: ", ").printable(200)
      throw CommandError(
        .data,
        "the shop in the database \(name) is not empty (\(tables)), and nothing was changed: add"
          + " --replace to put the backup in its place.")
    }
  }

  private static func report(
    _ verb: String, _ manifest: BackupManifest, _ pending: [String], _ migrate: String?
  ) -> CommandReport {
    var lines = [
      "\(verb) \(manifest.tables.count) tables with \(manifest.rows) rows of"
        + " \(manifest.createdAt.rfc3339)"
    ]
    if manifest.isReadOnly {
      lines.append("writes were stopped at that time: run `moa readonly off` to allow them")
    }
    if let migrate, !pending.isEmpty {
      lines.append("the schema is older than this program: run `\(migrate)` before you serve")
    }
    return CommandReport(lines) {
      $0.bool(verb == "verified" ? "verified" : "restored", true)
      $0.string("created_at", manifest.createdAt.rfc3339)
      $0.integer("tables", manifest.tables.count)
      $0.integer("rows", manifest.rows)
      $0.bool("read_only", manifest.isReadOnly)
      $0.key("pending_migrations")
      $0.array(pending) { $0.string($1) }
    }
  }

  private static func makePlace() throws(CommandError) -> String {
    let path = OwnProcess.temporaryDirectory + "/moa-verify-\(getpid())"
    // Only for us; the private database opens the directories that its account needs.
    guard mkdir(path, 0o700) == 0 else {
      throw CommandError(
        .unavailable, "cannot make the directory \(path)",
        because: String(cString: strerror(errno)))
    }
    return path
  }
}
