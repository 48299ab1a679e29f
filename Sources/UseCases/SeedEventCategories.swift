package import Domain

/// Replaces the whole ordered list of event categories, or tells what that would change.
package struct SeedEventCategories: Sendable {
  private let repository: any EventCategoryRepository
  private let images: OwnImages

  package init(repository: any EventCategoryRepository, images: any ImageRepository) {
    self.repository = repository
    self.images = OwnImages(images)
  }

  /// With `dryRun` nothing is written, and the report is the same; `once` then means nothing.
  ///
  /// - Parameters:
  ///   - condition: the versions of the list that may be replaced.
  ///   - isSeen: whether the condition tells that the sender saw the stored list.
  /// - Throws: `rejected` for images of this site that are not there; `stale` unless `condition`
  ///   admits the current version; `outdated` when the list contradicts what is stored; `inFlight`,
  ///   `keyReused`.
  package func callAsFunction(
    _ list: EventCategoryList, dryRun: Bool, if condition: VersionCondition = .any,
    isSeen: Bool = false,
    once: IdempotentWrite<SeedReport>?
  ) async throws(Failure) -> Written<SeedReport> {
    try await images.check(
      list.drafts.enumerated().flatMap { index, draft in draft.images(under: "/items/\(index)") })
    let report = { @Sendable (applied: AppliedEventCategoryPlan) throws(Failure) in
      SeedReport(applied)
    }
    return try await repository.change(
      dryRun: dryRun, once: once?.reading(report)
    ) { current throws(Failure) in
      guard condition.admits(current.version) else {
        throw .staleVersion(
          current: current.version, changes: list.contradictions(to: current, isSeen: false))
      }
      let contradictions = list.contradictions(to: current, isSeen: isSeen)
      guard contradictions.isEmpty else { throw .outdated(contradictions) }
      return EventCategoryPlan.replacing(current.items, with: list)
    }.mapping(report)
  }
}

extension SeedEventCategories {
  /// Ids of those that a list leaves in the shop.
  func kept(by list: EventCategoryList) async throws(Failure) -> Set<Int64> {
    let keys = Set(list.drafts.map(\.key))
    let stored = try await repository.all(limit: EventCategoryList.countMax).items
    return Set(stored.filter { keys.contains($0.key) }.map(\.id))
  }
}

/// What a change did to the event categories, or would do.
package struct SeedReport: Sendable, Hashable {
  package let counts: ListReport
  /// The version of the list afterwards; for a dry run the current one.
  package let version: Int

  init(_ applied: AppliedEventCategoryPlan) {
    let plan = applied.plan
    counts = ListReport(
      created: plan.created.count, updated: plan.updated.count, unchanged: plan.unchanged.count,
      removed: plan.removed.count)
    version = applied.version
  }
}
