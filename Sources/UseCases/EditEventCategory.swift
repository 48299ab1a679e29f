package import Domain

/// Changes one event category, for somebody who knows its version.
package struct EditEventCategory: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the current version, so that
  ///   nobody overwrites what they have not seen; `rejected`; `conflict` when the key is taken;
  ///   `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, _ patch: EventCategoryPatch, if condition: VersionCondition,
    once: OnceOnly<EventCategory>?
  ) async throws(Failure) -> Written<EventCategory> {
    let edited = { @Sendable (applied) throws(Failure) in try Self.edited(id, applied) }
    return try await repository.change(
      dryRun: false, once: once?.reading(edited)
    ) { current throws(Failure) in
      let category = try current.admitted(id, by: condition)
      let draft: EventCategoryDraft
      do throws(Rejection) {
        draft = try patch.applied(to: category.draft)
      } catch {
        throw .rejected(error.violations)
      }
      guard !current.contains(where: { $0.key == draft.key && $0.id != id }) else {
        throw .conflict(.keyTaken(draft.key))
      }
      return EventCategoryPlan.editing(id, to: draft, in: current)
    }.mapping(edited)
  }

  private static func edited(
    _ id: Int64, _ applied: AppliedEventCategoryPlan
  ) throws(Failure) -> EventCategory {
    let rows = applied.plan.updated + applied.plan.unchanged
    guard let edited = rows.first(where: { $0.id == id }) else {
      throw .bug("the plan of an edit does not hold the row that was edited")
    }
    return edited
  }
}

extension [EventCategory] {
  /// The row with this id, when its version is one that the condition admits.
  func admitted(
    _ id: Int64, by condition: VersionCondition
  ) throws(Failure) -> EventCategory {
    guard let category = first(where: { $0.id == id }) else { throw .notFound }
    guard condition.admits(category.version) else {
      throw .staleVersion(current: category.version)
    }
    return category
  }
}
