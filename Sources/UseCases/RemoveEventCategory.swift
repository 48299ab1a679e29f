package import Domain

/// Removes one event category, or tells what that would change.
package struct RemoveEventCategory: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// Answers what it was.
  ///
  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the current version;
  ///   `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, if condition: VersionCondition, once: IdempotentWrite<EventCategory>?
  ) async throws(Failure) -> Written<EventCategory> {
    try await repository.change(
      dryRun: false, once: once?.reading(Self.removed)
    ) { current throws(Failure) in
      try Self.plan(id, condition, current.items)
    }.mapping(Self.removed)
  }

  /// The same without writing anything.
  package func dryRun(
    _ id: Int64, if condition: VersionCondition
  ) async throws(Failure) -> SeedReport {
    try await repository.dryRun { current throws(Failure) in
      try Self.plan(id, condition, current.items)
    }
  }

  private static func plan(
    _ id: Int64, _ condition: VersionCondition, _ current: [EventCategory]
  ) throws(Failure) -> EventCategoryPlan {
    _ = try current.admitted(id, by: condition)
    return EventCategoryPlan.removing(id, from: current)
  }

  private static func removed(
    _ applied: AppliedEventCategoryPlan
  ) throws(Failure) -> EventCategory {
    guard let removed = applied.plan.removed.first else {
      throw .bug("the plan of a removal removes nothing")
    }
    return removed
  }
}
