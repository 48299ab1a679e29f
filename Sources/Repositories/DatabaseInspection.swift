package import Domain
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

/// A transaction that has written and is still open. Rows that others delete meanwhile stay in
/// their tables, and the floor of the change clock does not rise.
package struct OpenTransaction: Sendable, Hashable {
  /// The server's process.
  package let process: Int32
  package let user: String
  package let application: String
  package let start: Timestamp

  package init(process: Int32, user: String, application: String, start: Timestamp) {
    (self.process, self.user) = (process, user)
    (self.application, self.start) = (application, start)
  }

  /// Those of all databases that are open for longer, the oldest first. A role without
  /// `pg_read_all_stats` sees its own only.
  package static func read(
    openFor seconds: Double, from executor: some StatementExecutor
  ) async throws(PostgresError) -> [OpenTransaction] {
    try await executor.rows(statement, seconds)
  }

  private static let statement = Statement<Double, OpenTransaction>(
    """
    select pid, coalesce(usename::text, ''), coalesce(application_name, ''), xact_start
    from pg_stat_activity
    where backend_xid is not null and pid <> pg_backend_pid()
      and xact_start < clock_timestamp() - make_interval(secs => $1)
    order by xact_start
    limit 100
    """, effect: .read,
    bind: { seconds, encoder in encoder.float8(seconds) },
    decode: { (row) throws(PostgresError) in
      OpenTransaction(
        process: try row.int4(), user: try row.text(), application: try row.text(),
        start: try row.timestamp())
    })
}
