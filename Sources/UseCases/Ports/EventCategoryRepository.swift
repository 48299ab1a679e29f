package import Domain

/// Where event categories are kept. One method is one transaction.
package protocol EventCategoryRepository: Sendable {
  /// The categories that are live at `instant`, by position, at most `limit`.
  func live(at instant: Timestamp, limit: Int) async throws(Failure) -> [ShownEventCategory]

  /// All categories, live or not, by position, at most `limit`.
  func all(limit: Int) async throws(Failure) -> VersionedList<EventCategory>

  /// Reads all categories by position, hands them to `decide`, and carries out the plan.
  ///
  /// Nobody else changes the list in between: two changes at once happen one after the other. A
  /// plan that writes something makes a new version of the list, above that of created rows, which
  /// is the list's `versionOfNewItems`. When `decide` throws, nothing is written and its failure is
  /// thrown on. With `dryRun` nothing is written either, and the plan comes back with no created
  /// rows. `decide` is pure, because it may be called again when the transaction has to be tried
  /// again. A dry run is no write, so that `once` means nothing to it.
  func change(
    dryRun: Bool, once: IdempotentWrite<AppliedEventCategoryPlan>?,
    decide: @escaping @Sendable (VersionedList<EventCategory>) throws(Failure) -> EventCategoryPlan
  ) async throws(Failure) -> Written<AppliedEventCategoryPlan>
}

extension EventCategoryRepository {
  /// What a change would touch.
  func dryRun(
    decide: @escaping @Sendable (VersionedList<EventCategory>) throws(Failure) -> EventCategoryPlan
  ) async throws(Failure) -> SeedReport {
    SeedReport(try await change(dryRun: true, once: nil, decide: decide).made)
  }
}

/// An event category with what a cell must know of its images before it has loaded them.
package struct ShownEventCategory: Sendable, Hashable {
  package let category: EventCategory
  /// Nil for an image that this site does not serve.
  package let thumbnail: ImageSummary?
  /// Nil for an image that this site does not serve.
  package let thumbnailText: ImageSummary?

  package init(_ category: EventCategory, thumbnail: ImageSummary?, thumbnailText: ImageSummary?) {
    self.category = category
    self.thumbnail = thumbnail
    self.thumbnailText = thumbnailText
  }
}

/// A plan, and the rows that carrying it out created.
package struct AppliedEventCategoryPlan: Sendable, Hashable {
  package let plan: EventCategoryPlan
  /// In the order of `plan.created`, with the ids that the store gave; empty for a dry run.
  package let created: [EventCategory]
  /// The version of the list afterwards; for a dry run the current one.
  package let version: Int

  package init(plan: EventCategoryPlan, created: [EventCategory], version: Int) {
    self.plan = plan
    self.created = created
    self.version = version
  }
}
