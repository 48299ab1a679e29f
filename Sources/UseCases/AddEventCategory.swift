package import Domain

/// Adds one event category at the end of the list, or tells what that would change.
package struct AddEventCategory: Sendable {
  private let repository: any EventCategoryRepository
  private let images: OwnImages

  package init(repository: any EventCategoryRepository, images: any ImageRepository) {
    self.repository = repository
    self.images = OwnImages(images)
  }

  /// - Throws: `rejected` for an image of this site that is not there; `conflict` when the key is
  ///   taken or the list is full; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ draft: EventCategoryDraft, once: IdempotentWrite<EventCategory>?
  ) async throws(Failure) -> Written<EventCategory> {
    try await images.check(draft.images(under: ""))
    return try await repository.change(
      dryRun: false, once: once?.reading(Self.created)
    ) { current throws(Failure) in
      try Self.plan(draft, current.items)
    }.mapping(Self.created)
  }

  /// The same without writing anything.
  package func dryRun(_ draft: EventCategoryDraft) async throws(Failure) -> SeedReport {
    try await images.check(draft.images(under: ""))
    return try await repository.dryRun { current throws(Failure) in
      try Self.plan(draft, current.items)
    }
  }

  private static func plan(
    _ draft: EventCategoryDraft, _ current: [EventCategory]
  ) throws(Failure) -> EventCategoryPlan {
    guard !current.contains(where: { $0.key == draft.key }) else {
      throw .conflict(.keyTaken(draft.key))
    }
    guard current.count < EventCategoryList.countMax else {
      throw .conflict(EventCategoryList.tooMany)
    }
    return EventCategoryPlan.adding(draft, to: current)
  }

  private static func created(
    _ applied: AppliedEventCategoryPlan
  ) throws(Failure) -> EventCategory {
    guard let created = applied.created.first else {
      throw .bug("the store carried out the plan of an addition and created no row")
    }
    return created
  }
}

extension ValidationError {
  /// Two event categories cannot have one key.
  package static func keyTaken(_ key: Slug?) -> ValidationError {
    ValidationError(
      "key_taken", "Another event category has the key\(key.map { " \($0)" } ?? "") already.",
      hint: "Choose another key, or change the one that has it.")
  }
}
