package import Postgres

/// One moment of a shop, held by a transaction: for a backup while others write.
///
/// A snapshot is exported through a file in the data directory. On a full disk there is none, and
/// writes fail anyway: then locks keep all tables as they are until `pg_dump` has read them.
package struct ShopSnapshot: Sendable {
  /// The name by which `pg_dump` reads the same moment, while the transaction lasts; nil if no
  /// table can change until it ends.
  package let name: String?
  /// Such as 150014 for 15.14.
  package let serverVersion: Int
  package let history: SchemaHistory
  /// The names of all tables, sorted.
  package let tables: [String]
  /// Bytes of all tables with their TOAST data, without indexes.
  package let bytes: Int64

  /// Takes a snapshot at the start of a transaction of the mode `.snapshot`.
  ///
  /// - Parameter locked: the names of all tables, to lock them instead of exporting the snapshot.
  package static func take(
    in transaction: Transaction, locking locked: [String]? = nil
  ) async throws(PostgresError) -> ShopSnapshot {
    try await transaction.script(settings)
    var name: String?
    if let locked {
      // Before the first query, which takes the moment.
      let tables = locked.map { "moa.\($0)" }.joined(separator: ", ")
      try await transaction.script("lock table \(tables) in share mode")
    } else {
      name = try await transaction.first(export)
    }
    let history = try await SchemaHistory.read(from: transaction)
    let tables = try await transaction.rows(tables)
    return ShopSnapshot(
      name: name, serverVersion: Int(try await transaction.first(version) ?? 0), history: history,
      tables: tables.map(\.name), bytes: tables.reduce(0) { $0 + $1.bytes })
  }

  /// The names of all tables that a migration could have made.
  package static func tableNames(
    on executor: some StatementExecutor
  ) async throws(PostgresError) -> [String] {
    try await executor.rows(tables).map(\.name).filter {
      TableContent(name: $0, rows: 0, sum: "0") != nil
    }
  }

  /// Counts and sums the rows of one of its tables.
  ///
  /// - Throws: `.misuse` for a name that no migration gives.
  package func content(
    of table: String, in transaction: Transaction
  ) async throws(PostgresError) -> TableContent? {
    guard TableContent(name: table, rows: 0, sum: "0") != nil else { return nil }
    let statement = Statement<Void, TableContent?>(
      "\(TableContent.query(of: table))", effect: .read,
      decode: { (row) throws(PostgresError) in
        TableContent(
          name: table, rows: try row.int8(), sum: try row.text(), bytes: try row.int8())
      })
    return try await transaction.first(statement) ?? nil
  }

  /// No statement timeout: a dump and a read of all rows may take long.
  static let settings = """
    set local statement_timeout = 0;
    set local lock_timeout = '60s';
    set local idle_in_transaction_session_timeout = 0;
    \(TableContent.settings)
    """

  private static let export = Statement<Void, String>(
    "select pg_export_snapshot()", effect: .write,
    decode: { (row) throws(PostgresError) in try row.text() })

  private static let version = Statement<Void, Int32>(
    "select current_setting('server_version_num')::integer", effect: .read,
    decode: { (row) throws(PostgresError) in try row.int4() })

  private static let tables = Statement<Void, (name: String, bytes: Int64)>(
    """
    select relname::text, pg_table_size(pg_class.oid)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'moa' and relkind in ('r', 'p')
    order by relname::text collate "C"
    limit 10000
    """, effect: .read,
    decode: { (row) throws(PostgresError) in (try row.text(), try row.int8()) })
}
