package import Postgres

/// The state of a database before a backup is restored into it.
package struct RestoreTarget: Sendable, Hashable {
  /// Such as 150014 for 15.14.
  package let serverVersion: Int
  /// The encoding of texts, such as `UTF8`.
  package let encoding: String
  package let hasSchema: Bool
  /// Tables with rows other than those of migrations and of a first start.
  package let filled: [String]
  /// The number of sessions of servers, recognised by the name with which they connect.
  package let sessions: Int

  package init(
    serverVersion: Int, encoding: String, hasSchema: Bool, filled: [String], sessions: Int
  ) {
    self.serverVersion = serverVersion
    self.encoding = encoding
    self.hasSchema = hasSchema
    self.filled = filled
    self.sessions = sessions
  }

  /// The names by which backups and restores connect, to tell them from servers.
  package static let restoring = "moa restore"
  package static let backingUp = "moa backup"

  /// Reads the state without changing anything.
  ///
  /// - Parameter name: the name by which servers of this database connect.
  package static func read(
    from executor: some StatementExecutor, servers name: String
  ) async throws(PostgresError) -> RestoreTarget {
    let server = try await executor.first(server, name) ?? (0, "", false, 0)
    var filled: [String] = []
    for table in try await executor.rows(tables) where !ofEveryShop.contains(table) {
      guard TableContent(name: table, rows: 0, sum: "0") != nil else { continue }
      let hasRows = Statement<Void, Bool>(
        "select exists (select from moa.\(table))", effect: .read,
        decode: { (row) throws(PostgresError) in try row.bool() })
      if try await executor.first(hasRows) == true { filled.append(table) }
    }
    return RestoreTarget(
      serverVersion: Int(server.0), encoding: server.1, hasSchema: server.2, filled: filled,
      sessions: Int(server.3))
  }

  /// Tables that migrations and a server's first start fill: their rows do not make a shop.
  private static let ofEveryShop: Set = [
    "schema_history", "server_keys", "list_versions", "home_sections", "product_counts",
    "demo_shop", "read_only", "change_marks", "changes", "change_clock", "change_eras",
    "search_folding",
  ]

  /// Counts sessions of servers; they are named moa unless their URL sets another name.
  ///
  /// - Parameter name: that other name, as SQL.
  static func sessions(ofServers name: String) -> String {
    """
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name in ('moa', \(name))
      and pid <> pg_backend_pid()
    """
  }

  private static let server = Statement<String, (Int32, String, Bool, Int64)>(
    """
    select current_setting('server_version_num')::integer, current_setting('server_encoding'),
      exists (select from pg_namespace where nspname = 'moa'), (\(sessions(ofServers: "$1")))
    """, effect: .read,
    bind: { name, encoder in encoder.text(name) },
    decode: { (row) throws(PostgresError) in
      (try row.int4(), try row.text(), try row.bool(), try row.int8())
    })

  private static let tables = Statement<Void, String>(
    """
    select relname::text
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'moa' and relkind in ('r', 'p')
    order by relname::text collate "C"
    limit 10000
    """, effect: .read,
    decode: { (row) throws(PostgresError) in try row.text() })
}
