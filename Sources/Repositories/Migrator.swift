package import Postgres

/// Brings a database's schema up to date: forward only, each migration in its own transaction.
///
/// Two programs that start at once apply each migration once: every transaction begins by taking
/// the same advisory lock and reads the history again under it. The lock ends with its transaction
/// and not with the session, so that it also works behind a pooler that shares sessions.
package struct Migrator: Sendable {
  private let migrations: [Migration]
  /// How long a migration tries to get the locks of tables that others use.
  private static let patience = Duration.seconds(60)
  /// Between two tries, for those who queued behind the one that failed.
  private static let pause = Duration.seconds(1)

  /// Takes the migrations in any order; they are applied in the order of their names.
  package init(_ migrations: [Migration]) {
    self.migrations = migrations.sorted { $0.name < $1.name }
  }

  /// The migrations that the database has not seen.
  ///
  /// - Throws: `MigrationError` when it has seen other ones.
  package func pending(
    on executor: some StatementExecutor
  ) async throws(MigrationError) -> [Migration] {
    try await history(on: executor).pending(of: migrations)
  }

  /// The same of a history that is not in a database.
  package func pending(after history: SchemaHistory) throws(MigrationError) -> [Migration] {
    try history.pending(of: migrations)
  }

  /// What keeps a program that only uses the schema from doing so, and what else the database has
  /// seen, which does not.
  ///
  /// - Throws: `MigrationError` when the database has seen one of our migrations otherwise.
  package func fitness(
    of executor: some StatementExecutor
  ) async throws(MigrationError) -> (missing: [Migration], unknown: [String]) {
    let history = try await history(on: executor)
    return (try history.missing(of: migrations), history.unknown(to: migrations))
  }

  /// What the database has seen.
  package func history(
    on executor: some StatementExecutor
  ) async throws(MigrationError) -> SchemaHistory {
    do {
      return try await SchemaHistory.read(from: executor)
    } catch { throw .database(error) }
  }

  /// Applies what is pending and returns the names of what this call applied.
  package func migrate(_ connection: Connection) async throws(MigrationError) -> [String] {
    var applied: [String] = []
    while let name = try await applyNextInTime(connection) { applied.append(name) }
    return applied
  }

  /// Applies the first pending migration as `applyNext` does, when its locks can be had.
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

  /// Applies the first pending migration; nil when there is none.
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
      // A connection that is broken has rolled back already.
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

  /// Whoever asks for a table behind a migration that waits for it waits too, readers as well, and
  /// is refused after a second: a migration waits a quarter of that, and rather comes again.
  private static let hurry = "set local lock_timeout = '250ms'"

  /// A migration may take long, so the server's statement timeout does not hold here. Whoever
  /// waits for another program's migration gives up after a minute, rather than for ever.
  /// The key is the letters "moa" and a number, and must be the same in all versions.
  ///
  /// A database or a role may have other defaults. With `repeatable read` the history would be
  /// read as it was before the wait for the lock, and a migration applied twice.
  private static let begin = """
    begin isolation level read committed read write;
    set local statement_timeout = 0;
    set local lock_timeout = '60s';
    set local idle_in_transaction_session_timeout = '60s';
    select pg_advisory_xact_lock(7171937, 1);
    """
}
