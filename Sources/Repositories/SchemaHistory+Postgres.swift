import Domain
package import Postgres

extension SchemaHistory {
  /// Reads the applied migrations; empty if the database was never used by this program.
  package static func read(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> SchemaHistory {
    // Checked first, because a failed statement would end the surrounding transaction.
    guard try await executor.first(hasTable) == true else { return SchemaHistory(applied: []) }
    return SchemaHistory(applied: try await executor.rows(entries, entriesMax))
  }

  /// Enough for decades of migrations.
  private static let entriesMax = 10_000

  private static let hasTable = Statement<Void, Bool>(
    "select to_regclass('moa.schema_history') is not null", effect: .read,
    decode: { (row) throws(PostgresError) in try row.bool() })

  private static let entries = Statement<Int, Entry>(
    """
    select name, checksum, applied_at
    from moa.schema_history
    order by name collate "C"
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: { (row) throws(PostgresError) in
      Entry(
        name: try row.text(), checksum: try row.text(),
        appliedAt: Timestamp(clamping: try row.timestamptz()))
    })

  static let remember = Statement<Migration, Void>(
    "insert into moa.schema_history (name, checksum) values ($1, $2)", effect: .write,
    bind: { migration, encoder in
      encoder.text(migration.name)
      encoder.text(migration.checksum)
    })
}
