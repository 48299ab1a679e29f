package import Postgres

/// What kind of server a database is on, for whoever looks after it.
package struct DatabaseInspection: Sendable, Hashable {
  /// Such as 150014 for 15.14.
  package let version: Int
  /// Whether a key is kept that servers sign with.
  package let hasServerKey: Bool
  /// Whether the server itself ends statements that take too long.
  package let limitsStatements: Bool

  /// Works on any schema, also on none.
  package static func read(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> DatabaseInspection {
    let server = try await executor.first(server)
    var hasServerKey = false
    // Asked only where the table is: naming one that is not there is an error.
    if server?.hasKeys == true { hasServerKey = try await executor.first(key) == true }
    return DatabaseInspection(
      version: Int(server?.version ?? 0), hasServerKey: hasServerKey,
      limitsStatements: server?.limitsStatements ?? false)
  }

  private struct Server {
    let version: Int32
    let hasKeys: Bool
    let limitsStatements: Bool
  }

  private static let server = Statement<Void, Server>(
    """
    select current_setting('server_version_num')::integer,
      to_regclass('moa.server_keys') is not null,
      current_setting('statement_timeout') <> '0'
    """,
    decode: { (row) throws(PostgresError) in
      Server(
        version: try row.int4(), hasKeys: try row.bool(), limitsStatements: try row.bool())
    })

  private static let key = Statement<Void, Bool>(
    "select exists (select from moa.server_keys)",
    decode: { (row) throws(PostgresError) in try row.bool() })
}
