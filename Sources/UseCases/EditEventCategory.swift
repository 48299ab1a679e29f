package import Domain

/// Changes one event category, for somebody who knows its version, or tells what that would change.
package struct EditEventCategory: Sendable {
  private let repository: any EventCategoryRepository
  private let images: OwnImages

  package init(repository: any EventCategoryRepository, images: any ImageRepository) {
    self.repository = repository
    self.images = OwnImages(images)
  }

  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the current version, so that
  ///   nobody overwrites what they have not seen; `outdated` when the patch contradicts what is
  ///   stored; `rejected`; `conflict` when the key is taken; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ id: Int64, _ patch: EventCategoryPatch, if condition: VersionCondition,
    once: IdempotentWrite<EventCategory>?
  ) async throws(Failure) -> Written<EventCategory> {
    try await images.check(patch.images)
    let edited = { @Sendable (applied) throws(Failure) in try Self.edited(id, applied) }
    return try await repository.change(
      dryRun: false, once: once?.reading(edited)
    ) { current throws(Failure) in
      try Self.plan(id, patch, condition, current.items)
    }.mapping(edited)
  }

  /// The same without writing anything.
  package func dryRun(
    _ id: Int64, _ patch: EventCategoryPatch, if condition: VersionCondition
  ) async throws(Failure) -> SeedReport {
    try await images.check(patch.images)
    return try await repository.dryRun { current throws(Failure) in
      try Self.plan(id, patch, condition, current.items)
    }
  }

  private static func plan(
    _ id: Int64, _ patch: EventCategoryPatch, _ condition: VersionCondition,
    _ current: [EventCategory]
  ) throws(Failure) -> EventCategoryPlan {
    let category = try current.admitted(id, by: condition)
    let contradictions = patch.contradictions(to: category)
    guard contradictions.isEmpty else { throw .outdated(contradictions) }
    let draft: EventCategoryDraft
    do throws(Rejection) {
      draft = try patch.applied(to: category.draft)
    } catch {
      throw .rejected(error.fieldErrors)
    }
    guard !current.contains(where: { $0.key == draft.key && $0.id != id }) else {
      throw .conflict(.keyTaken(draft.key))
    }
    let last = current.map(\.position).max() ?? 1
    if let position = patch.position, !(1...last).contains(position) {
      let flaw = ValidationError(
        "out_of_range", "There is no such position in the list.",
        hint: "Write a number from 1 to \(last).")
      throw .rejected([FieldError("/position", flaw)])
    }
    return EventCategoryPlan.editing(id, to: draft, at: patch.position, in: current)
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

extension EventCategoryPatch {
  /// Its images with their pointers.
  fileprivate var images: [OwnImages.Use] {
    let all = [
      (thumbnailImage, "/thumbnail_image_url"), (thumbnailTextImage, "/thumbnail_text_image_url"),
    ]
    return all.compactMap { reference, pointer in
      reference.map { OwnImages.Use(reference: $0, pointer: pointer) }
    }
  }
}

extension [EventCategory] {
  /// The row with this id, when its version is one that the condition admits.
  func admitted(
    _ id: Int64, by condition: VersionCondition
  ) throws(Failure) -> EventCategory {
    guard let category = first(where: { $0.id == id }) else {
      throw .notFound(.eventCategory("\(id)"))
    }
    guard condition.admits(category.version) else {
      throw .staleVersion(current: category.version)
    }
    return category
  }
}
