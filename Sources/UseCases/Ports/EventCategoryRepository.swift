package import Domain

/// Where event categories are kept. One method is one transaction.
package protocol EventCategoryRepository: Sendable {
  /// The categories that are live at `instant`, by position, at most `limit`.
  func live(at instant: Timestamp, limit: Int) async throws(Failure) -> [EventCategory]

  /// All categories, live or not, by position, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [EventCategory]

  /// Reads all categories by position, hands them to `decide`, and carries out the plan.
  ///
  /// Nobody else changes the list in between: two changes at once happen one after the other.
  /// When `decide` throws, nothing is written and its failure is thrown on. With `dryRun`
  /// nothing is written either, and the plan comes back with no created rows. `decide` is pure,
  /// because it may be called again when the transaction has to be tried again. A dry run is no
  /// write, so that `once` means nothing to it.
  func change(
    dryRun: Bool, once: OnceOnly<AppliedEventCategoryPlan>?,
    decide: @escaping @Sendable ([EventCategory]) throws(Failure) -> EventCategoryPlan
  ) async throws(Failure) -> Written<AppliedEventCategoryPlan>
}

/// A plan, and the rows that carrying it out created.
package struct AppliedEventCategoryPlan: Sendable, Hashable {
  package let plan: EventCategoryPlan
  /// In the order of `plan.created`, with the ids that the store gave; empty for a dry run.
  package let created: [EventCategory]

  package init(plan: EventCategoryPlan, created: [EventCategory]) {
    self.plan = plan
    self.created = created
  }
}
