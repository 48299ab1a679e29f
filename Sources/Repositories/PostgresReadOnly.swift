package import Domain
package import Postgres
package import UseCases

/// Whether the shop is read-only, in `moa.read_only`.
extension PostgresStore: ReadOnlyRepository {
  package func readOnlySince() async throws(Failure) -> Timestamp? {
    try await first(Self.since)
  }

  package func beginReadOnly(at instant: Timestamp) async throws(Failure) {
    _ = try await execute(Self.begin, instant)
  }

  package func endReadOnly() async throws(Failure) {
    _ = try await execute(Self.end, ())
  }

  fileprivate static let since = Statement<Void, Timestamp>(
    "select since from moa.read_only", effect: .read,
    decode: { (row) throws(PostgresError) in try row.timestamp() })

  private static let begin = Statement<Timestamp, Void>(
    """
    insert into moa.read_only (since) values ($1)
    on conflict on constraint read_only_key do nothing
    """,
    effect: .write,
    bind: { instant, encoder in encoder.timestamptz(microseconds: instant.microseconds) })

  private static let end = Statement<Void, Void>("delete from moa.read_only", effect: .write)
}

/// Since when writes are stopped, as a program that serves nothing asks.
package enum StoppedWrites {
  package static func since(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> Timestamp? {
    try await executor.first(PostgresStore.since)
  }
}
