import Cryptography
import Domain
package import EventLoop
import LocalPostgres
import Postgres
package import Repositories
import Resources
import Synchronization
import Text

/// Ensures that the database has the schema of this program before it is used.
package struct SchemaPreparation: Sendable {
  private let loop: EventLoop
  private let database: OpenDatabase
  private let report: OperationReport
  private let migrator = Migrator.embedded
  /// A database that starts together with us needs some seconds; a misspelled one never appears,
  /// and a person waits for the message.
  private static let connectDeadline = Duration.seconds(10)
  private static let attemptDeadline = Duration.seconds(3)

  package init(_ database: OpenDatabase, on loop: EventLoop, _ report: @escaping OperationReport) {
    self.database = database
    self.loop = loop
    self.report = report
  }

  /// Applies the pending migrations, and returns their names.
  package func migrate() async throws(CommandError) -> [String] {
    try await onConnection { connection throws(MigrationError) in
      let applied = try await migrator.migrate(connection)
      for name in applied { report(.migrated(name: name)) }
      return applied
    }
  }

  /// Rejects a database whose schema lacks a migration of this program. A newer one is accepted and
  /// reported to `newer`.
  package func check(_ newer: NewerSchemaNotice) async throws(CommandError) {
    let missing = try await onConnection { connection throws(MigrationError) in
      let (missing, unknown) = try await migrator.fitness(of: connection)
      newer.take(unknown)
      return missing.map(\.name)
    }
    guard !missing.isEmpty else { return }
    throw CommandError(
      .unavailable,
      "the schema of the database is older than this program (\(missing.joined(separator: ", "))"
        + " to be applied): run \(database.migrateCommand), or start with --migrate.")
  }

  /// The applied and the pending migrations.
  func status() async throws(CommandError) -> (applied: [SchemaHistory.Entry], pending: [String]) {
    try await onConnection { connection throws(MigrationError) in
      let history = try await migrator.history(on: connection)
      return (history.applied, try await migrator.pending(on: connection).map(\.name))
    }
  }

  private func onConnection<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) async throws(MigrationError) -> Value
  ) async throws(CommandError) -> Value {
    do {
      return try await loop.run {
        let connection = try await connect()
        do {
          try requireVersion(connection)
          try requireUnicode(connection)
          let value = try await body(connection)
          connection.close()
          return value
        } catch {
          connection.close()
          throw error
        }
      }
    } catch let refusal as CommandError {
      throw refusal
    } catch let error as MigrationError {
      throw CommandError(
        .unavailable, "", because: "\(error)\(error.isOfRights ? Self.rights : "")")
    } catch {
      let name = database.connectionString
      throw CommandError(.unavailable, "cannot reach the database \(name)", because: "\(error)")
    }
  }

  private static let rights =
    "; Operations says which rights the role needs, and `moa doctor` which are missing"

  private func requireVersion(_ connection: Connection) throws(CommandError) {
    let version = connection.serverVersion
    let oldest = LocalPostgresBinaries.oldestMajor
    guard version > 0, version / 10_000 < oldest else { return }
    throw CommandError(
      .configuration,
      "the database \(database.connectionString) is PostgreSQL \(version / 10_000), which is older"
        + " than \(oldest): upgrade it.")
  }

  /// In another encoding most names could be neither stored nor searched, and the error would blame
  /// the client.
  private func requireUnicode(_ connection: Connection) throws(CommandError) {
    let encoding = connection.databaseEncoding
    guard encoding != "UTF8", !encoding.isEmpty else { return }
    throw CommandError(
      .configuration,
      "the database \(database.connectionString) is encoded in \(encoding), which cannot hold all"
        + " text: create one with `encoding 'UTF8' template template0`, and name that.")
  }

  /// Tries again while the server is missing or still starting.
  private func connect() async throws(PostgresError) -> Connection {
    let clock = ContinuousClock()
    let end = clock.now + Self.connectDeadline
    // No event is reported twice.
    var policy = StatementPolicy()
    policy.preparation = .never
    var isReported = false
    while true {
      do throws(PostgresError) {
        return try await Connection.connect(
          on: loop, to: database.connectionString.patient, deadline: Self.attemptDeadline,
          policy: policy)
      } catch {
        guard error.isSafeToRetry, clock.now < end else { throw error }
        if !isReported { report(.databaseAwaited(reason: "\(error)")) }
        isReported = true
      }
      try? await Task.sleep(for: .milliseconds(250))
    }
  }
}

extension Migrator {
  /// The migrations that this binary brings with it.
  package static let embedded = Migrator(
    Resources.migrations.map { file in
      Migration(
        name: file.name.hasSuffix(".sql") ? String(file.name.dropLast(4)) : file.name,
        script: file.text, checksum: Hexadecimal.text(SHA256.digest(file.bytes)))
    })
}

/// Logs migrations that only a newer program knows, once: readiness is checked every few seconds,
/// on every loop.
package final class NewerSchemaNotice: Sendable {
  private let told = Mutex<[String]>([])
  private let report: OperationReport

  package init(_ report: @escaping OperationReport) {
    self.report = report
  }

  /// Takes the result of one check; only a different result is logged again.
  package func take(_ unknown: [String]) {
    let isNews = told.withLock { told in
      defer { told = unknown }
      return !unknown.isEmpty && told != unknown
    }
    if isNews { report(.schemaNewer(unknown: unknown)) }
  }
}
