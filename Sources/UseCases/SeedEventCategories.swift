package import Domain

/// Replaces the whole ordered list of event categories, or tells what that would change.
package struct SeedEventCategories: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// With `dryRun` nothing is written, and the report is the same; `once` then means nothing.
  ///
  /// - Throws: `inFlight`, `keyReused`.
  package func callAsFunction(
    _ list: EventCategoryList, dryRun: Bool, once: OnceOnly<SeedReport>?
  ) async throws(Failure) -> Written<SeedReport> {
    let report = { @Sendable (applied: AppliedEventCategoryPlan) throws(Failure) in
      SeedReport(applied.plan)
    }
    return try await repository.change(
      dryRun: dryRun, once: once?.reading(report)
    ) { current in
      EventCategoryPlan.replacing(current, with: list)
    }.mapping(report)
  }
}

/// How many event categories a replacement touched, or would touch.
package struct SeedReport: Sendable, Hashable {
  /// Keys that were not there before.
  package let created: Int
  /// Keys whose content or place is another one now.
  package let updated: Int
  /// Keys that stay as they are, with their versions.
  package let unchanged: Int
  /// Keys that are not in the new list.
  package let removed: Int

  init(_ plan: EventCategoryPlan) {
    created = plan.created.count
    updated = plan.updated.count
    unchanged = plan.unchanged.count
    removed = plan.removed.count
  }
}
