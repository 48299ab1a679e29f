package import Postgres

/// Brings a database's schema up to date: forward only, each migration in its own transaction.
///
/// If two programs start at once, each migration is still applied once: every transaction takes the
/// same advisory lock first and reads the history again under it. The lock ends with its
/// transaction, not with the session, so it also works behind a pooler that shares sessions.
package struct Migrator: Sendable {
  package let migrations: [Migration]
  /// The time allowed for getting the locks of tables that other sessions use.
  private static let patience = Duration.seconds(60)
  /// The pause between two tries, for sessions that queued after the failed one.
  private static let pause = Duration.seconds(1)

  /// Takes the migrations in any order; they are applied in the order of their names.
  package init(_ migrations: [Migration]) {
    self.migrations = migrations.sorted { $0.name < $1.name }
  }

  /// The migrations that the database does not have.
  ///
  /// - Throws: `MigrationError` if it has others.
  package func pending(
    on executor: some StatementExecutor
  ) async throws(MigrationError) -> [Migration] {
    try await history(on: executor).pending(of: migrations)
  }

  /// The same for a history from outside a database.
  package func pending(after history: SchemaHistory) throws(MigrationError) -> [Migration] {
    try history.pending(of: migrations)
  }

  /// The migrations that a program needs to use the schema and that are missing; and unknown ones,
  /// with which it can run.
  ///
  /// - Throws: `MigrationError` if the database has another version of one of our migrations.
  package func fitness(
    of executor: some StatementExecutor
  ) async throws(MigrationError) -> (missing: [Migration], unknown: [String]) {
    let history = try await history(on: executor)
    return (try history.missing(of: migrations), history.unknown(to: migrations))
  }

  /// The migrations that the database has.
  package func history(
    on executor: some StatementExecutor
  ) async throws(MigrationError) -> SchemaHistory {
    do {
      return try await SchemaHistory.read(from: executor)
    } catch { throw .database(error) }
  }

  /// Applies all pending migrations; returns the names of those that this call applied.
  package func migrate(_ connection: Connection) async throws(MigrationError) -> [String] {
    var applied: [String] = []
    while let name = try await applyNextInTime(connection) { applied.append(name) }
    return applied
  }

  /// Applies the first pending migration like `applyNext`, with retries until its locks are free.
  private func applyNextInTime(
    _ connection: Connection
  ) async throws(MigrationError) -> String? {
    let clock = ContinuousClock()
    let end = clock.now + Self.patience
    while true {
      do throws(MigrationError) {
        return try await applyNext(connection)
      } catch {
        guard error.isOfLocks, clock.now < end else { throw error }
      }
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// Applies the first pending migration; nil if there is none.
  private func applyNext(_ connection: Connection) async throws(MigrationError) -> String? {
    try await run(Self.begin, on: connection)
    do throws(MigrationError) {
      guard let migration = try await pending(on: connection).first else {
        try await run("rollback", on: connection)
        return nil
      }
      try await apply(migration, connection)
      return migration.name
    } catch {
      // A broken connection has rolled back already.
      try? await run("rollback", on: connection)
      throw error
    }
  }

  private func apply(
    _ migration: Migration, _ connection: Connection
  ) async throws(MigrationError) {
    do throws(PostgresError) {
      try await connection.script(Self.hurry)
      try await connection.script(migration.script)
      try await connection.execute(SchemaHistory.remember, migration)
      try await connection.script("commit")
    } catch { throw .failed(migration.name, error) }
  }

  private func run(_ sql: String, on connection: Connection) async throws(MigrationError) {
    do {
      try await connection.script(sql)
    } catch { throw .database(error) }
  }

  /// While a migration waits for a table, all later sessions wait for it too, readers included, and
  /// fail after a second. So a migration waits for a quarter of that, and tries again later.
  private static let hurry = "set local lock_timeout = '250ms'"

  /// A migration may take long, so the server's statement timeout is off. A program that waits for
  /// another program's migration gives up after a minute. The key is the letters "moa" and a
  /// number; it must be the same in all versions.
  ///
  /// A database or a role may have other defaults. With `repeatable read`, the history would be
  /// read as of before the wait for the lock, and a migration would be applied twice.
  private static let begin = """
    begin isolation level read committed read write;
    set local statement_timeout = 0;
    set local lock_timeout = '60s';
    set local idle_in_transaction_session_timeout = '60s';
    select pg_advisory_xact_lock(7171937, 1);
    """
}

/// One step of the schema: a file of `db/migrations`.
package struct Migration: Sendable, Hashable {
  /// The file's name without its extension: `0002_event_categories`. Steps are applied in the
  /// order of their names.
  package let name: String
  /// Trusted SQL, several statements.
  package let script: String
  /// SHA-256 of the file, 64 lower-case hexadecimal digits.
  package let checksum: String

  package init(name: String, script: String, checksum: String) {
    self.name = name
    self.script = script
    self.checksum = checksum
  }
}
