package import Domain

/// Removes one event category.
package struct RemoveEventCategory: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// Answers what it was.
  ///
  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the current version; `inFlight`,
  ///   `keyReused`.
  package func callAsFunction(
    _ id: Int64, if condition: VersionCondition, once: OnceOnly<EventCategory>?
  ) async throws(Failure) -> Written<EventCategory> {
    try await repository.change(
      dryRun: false, once: once?.reading(Self.removed)
    ) { current throws(Failure) in
      _ = try current.admitted(id, by: condition)
      return EventCategoryPlan.removing(id, from: current)
    }.mapping(Self.removed)
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
