package import Postgres

/// The state of a standby, for its operator.
package struct StandbyInspection: Sendable, Hashable {
  /// Whether it receives the WAL of its primary.
  package let isStreaming: Bool

  package init(isStreaming: Bool) { self.isStreaming = isStreaming }

  package static func read(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> StandbyInspection {
    StandbyInspection(isStreaming: try await executor.first(isStreaming) == true)
  }

  /// Without the right to read all statistics the state is hidden, but the row is not.
  private static let isStreaming = Statement<Void, Bool>(
    """
    select exists (
      select from pg_stat_wal_receiver where coalesce(status, 'streaming') = 'streaming')
    """, effect: .read,
    decode: { (row) throws(PostgresError) in try row.bool() })
}
