package import Domain
package import Postgres
package import UseCases

/// Event categories of which those that are live may come from a standby. Who arranges them sees the
/// primary's.
package struct ReplicatedEventCategories: EventCategoryRepository {
  private let primary: PostgresEventCategories
  private let standby: PostgresEventCategories
  private let replica: Replica

  /// Both belong to the loop that all calls come from.
  package init(_ pool: Pool, _ replica: Replica) {
    primary = PostgresEventCategories(pool)
    standby = PostgresEventCategories(replica.pool)
    self.replica = replica
  }

  package func live(
    at instant: Timestamp, limit: Int
  ) async throws(Failure) -> [ShownEventCategory] {
    try await replica.either(standby, primary) { categories async throws(Failure) in
      try await categories.live(at: instant, limit: limit)
    }
  }

  package func all(limit: Int) async throws(Failure) -> VersionedList<EventCategory> {
    try await primary.all(limit: limit)
  }

  package func change(
    dryRun: Bool, once: OnceOnly<AppliedEventCategoryPlan>?,
    decide: @escaping @Sendable (VersionedList<EventCategory>) throws(Failure) -> EventCategoryPlan
  ) async throws(Failure) -> Written<AppliedEventCategoryPlan> {
    try await primary.change(dryRun: dryRun, once: once, decide: decide)
  }
}
