import Domain
import EventLoop
import LocalPostgres
import Postgres
import Repositories
import Web

extension AdministrationSession {
  /// Writes the whole shop, as it is at one moment, into a file, while servers keep running.
  ///
  /// - Parameter path: `-` for standard output.
  package func backup(
    to path: String, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    let (manifest, digest) = try await withDatabase { database, loop throws(CommandError) in
      try await save(database, on: loop, to: path, progress)
    }
    return Self.report(manifest, in: path, digest)
  }

  /// Writes one moment of a database into a file.
  func save(
    _ database: OpenDatabase, on loop: EventLoop, to path: String, _ progress: ProgressLine?
  ) async throws(CommandError) -> (manifest: BackupManifest, digest: String) {
    let writer = try BackupWriter(path)
    let part = PartFile.part(of: path)
    if path != "-" { stop.willMake(part) }
    defer { stop.hasMade(part) }
    do throws(CommandError) {
      return try await onConnection(
        to: database, on: loop, as: RestoreTarget.backingUp
      ) { connection in
        do {
          return try await connection.transaction(.snapshot) { transaction in
            let snapshot = try await ShopSnapshot.take(in: transaction)
            return try await write(database, snapshot, seenBy: transaction, writer, progress)
          }
        } catch let error as PostgresError where error.sqlState == "53100" && writer.bytes == 0 {
          let tables = try await ShopSnapshot.tableNames(on: connection)
          // A writer may hold one table and wait for another that is locked already.
          let mode = TransactionMode(.repeatableRead, isReadOnly: true, attemptsMax: 5)
          return try await connection.transaction(mode) { transaction in
            let snapshot = try await ShopSnapshot.take(in: transaction, locking: tables)
            return try await write(database, snapshot, seenBy: transaction, writer, progress)
          }
        }
      }
    } catch {
      await stop.outlive()
      writer.abandon()
      throw error
    }
  }

  private func write(
    _ database: OpenDatabase, _ snapshot: ShopSnapshot, seenBy transaction: Transaction,
    _ writer: BackupWriter,
    _ progress: ProgressLine?
  ) async throws -> (manifest: BackupManifest, digest: String) {
    let moment = Timestamp.now
    guard !snapshot.history.applied.isEmpty else {
      throw CommandError(
        .data,
        "there is no shop in the database \(database.connectionString): name another, or make one"
          + " with `\(database.migrateCommand)`.")
    }
    var tables: [TableContent] = []
    for (index, name) in snapshot.tables.enumerated() {
      progress?.tell("reading table \(index + 1) of \(snapshot.tables.count)")
      guard let content = try await snapshot.content(of: name, in: transaction) else {
        throw CommandError(.data, "the table \(name.printable(100)) is none of moa's: remove it.")
      }
      tables.append(content)
    }
    let contents = tables
    return try await EventLoop.offload { [parts] in
      let dump = try ShopDump.write(
        database.connectionString, snapshot, into: writer, progress)
      let manifest = BackupManifest(
        createdAt: moment, release: parts.release, serverVersion: snapshot.serverVersion,
        dumpMajor: dump.major, dumpBytes: writer.bytes, migrations: snapshot.history.applied,
        tables: contents)
      return (manifest, try writer.finish(manifest))
    }
  }

  private static func report(
    _ manifest: BackupManifest, in path: String, _ digest: String
  ) -> CommandReport {
    let name = path == "-" ? "standard output" : path
    let line =
      "saved \(manifest.tables.count) tables with \(manifest.rows) rows in \(name.printable(1_000))"
    return CommandReport([line]) {
      $0.string("file", path)
      $0.integer("dump_bytes", manifest.dumpBytes)
      $0.string("sha256", digest)
      $0.integer("tables", manifest.tables.count)
      $0.integer("rows", manifest.rows)
      $0.string("created_at", manifest.createdAt.rfc3339)
    }
  }

  /// Runs `body` on a connection without a time limit.
  ///
  /// - Parameter name: the name that the database shows for it.
  func onConnection<Value: Sendable>(
    to database: OpenDatabase, on loop: EventLoop, as name: String,
    _ body: @escaping @Sendable (Connection) async throws -> Value
  ) async throws(CommandError) -> Value {
    do {
      return try await loop.run {
        var policy = StatementPolicy()
        policy.preparation = .never
        policy.readDeadline = Self.patience
        policy.writeDeadline = Self.patience
        let connection = try await Connection.connect(
          on: loop,
          to: try database.connectionString.patient.setting("application_name", to: name),
          deadline: .seconds(10), policy: policy)
        defer { connection.close() }
        return try await body(connection)
      }
    } catch let error as PostgresError {
      let target = database.connectionString
      throw CommandError(.unavailable, "cannot use the database \(target)", because: "\(error)")
    } catch {
      throw CommandError(error)
    }
  }

  /// Longer than the largest shop takes.
  private static let patience = Duration.seconds(7 * 86_400)
}
