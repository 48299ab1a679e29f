package import Postgres

/// What a standby does, for whoever looks after it.
package struct StandbyInspection: Sendable, Hashable {
  /// Whether it receives what its primary writes.
  package let isStreaming: Bool

  package init(isStreaming: Bool) { self.isStreaming = isStreaming }

  package static func read(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> StandbyInspection {
    StandbyInspection(isStreaming: try await executor.first(isStreaming) == true)
  }

  /// The state is hidden from those who may not read all statistics; the row is not.
  private static let isStreaming = Statement<Void, Bool>(
    """
    select exists (
      select from pg_stat_wal_receiver where coalesce(status, 'streaming') = 'streaming')
    """, effect: .read,
    decode: { (row) throws(PostgresError) in try row.bool() })
}
