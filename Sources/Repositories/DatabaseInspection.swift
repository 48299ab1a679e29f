package import Postgres

/// The properties of a database server that matter to its operator.
package struct DatabaseInspection: Sendable, Hashable {
  /// Such as 150014 for 15.14.
  package let version: Int
  /// The encoding of texts, such as `UTF8`.
  package let encoding: String
  /// Whether the server itself cancels statements that take too long.
  package let limitsStatements: Bool
  /// Whether triggers and foreign keys are in force in this session.
  package let firesTriggers: Bool
  /// Whether a commit is on disk before it is confirmed.
  package let commitsSafely: Bool
  /// Settings of the role or of the database for each session, such as `timezone=Asia/Seoul`.
  package let sessionSettings: [String]
  /// Whether the database has a key with which servers sign.
  package let hasServerKey: Bool

  /// Works on any schema, even a missing one, and with any rights.
  package static func read(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> DatabaseInspection {
    let server = try await executor.first(server) ?? Server()
    let settings = try await executor.rows(settings)
    // Asked only if the table exists: naming a missing table is an error.
    let hasServerKey = server.hasKeys ? try await executor.first(key) == true : false
    return DatabaseInspection(
      version: Int(server.version), encoding: server.encoding,
      limitsStatements: server.limitsStatements, firesTriggers: server.firesTriggers,
      commitsSafely: server.commitsSafely, sessionSettings: settings, hasServerKey: hasServerKey)
  }

  private struct Server {
    var version: Int32 = 0
    var encoding = ""
    var limitsStatements = false
    var firesTriggers = false
    var commitsSafely = false
    var hasKeys = false
  }

  private static let server = Statement<Void, Server>(
    """
    select current_setting('server_version_num')::integer, current_setting('server_encoding'),
      current_setting('statement_timeout') <> '0',
      current_setting('session_replication_role') = 'origin',
      current_setting('synchronous_commit') <> 'off',
      exists (
        select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'moa' and relname = 'server_keys'
          and has_schema_privilege(pg_namespace.oid, 'usage')
          and has_table_privilege(pg_class.oid, 'select'))
    """, effect: .read,
    decode: { (row) throws(PostgresError) in
      Server(
        version: try row.int4(), encoding: try row.text(), limitsStatements: try row.bool(),
        firesTriggers: try row.bool(), commitsSafely: try row.bool(), hasKeys: try row.bool())
    })

  /// Settings of `alter role ... set` and `alter database ... set`.
  private static let settings = Statement<Void, String>(
    """
    select distinct setting
    from pg_db_role_setting cross join unnest(setconfig) as setting
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and setrole in (0, (select oid from pg_roles where rolname = session_user))
    order by setting
    limit 100
    """, effect: .read,
    decode: { (row) throws(PostgresError) in try row.text() })

  private static let key = Statement<Void, Bool>(
    "select exists (select from moa.server_keys)", effect: .read,
    decode: { (row) throws(PostgresError) in try row.bool() })
}
