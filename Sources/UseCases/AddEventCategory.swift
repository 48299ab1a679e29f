package import Domain

/// Adds one event category at the end of the list.
package struct AddEventCategory: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// - Throws: `conflict` when the key is taken or the list is full; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ draft: EventCategoryDraft, once: OnceOnly<EventCategory>?
  ) async throws(Failure) -> Written<EventCategory> {
    try await repository.change(
      dryRun: false, once: once?.reading(Self.created)
    ) { current throws(Failure) in
      guard !current.contains(where: { $0.key == draft.key }) else {
        throw .conflict(.keyTaken(draft.key))
      }
      guard current.count < EventCategoryList.countMax else {
        throw .conflict(EventCategoryList.tooMany)
      }
      return EventCategoryPlan.adding(draft, to: current)
    }.mapping(Self.created)
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

extension Flaw {
  /// Two event categories cannot have one key.
  package static func keyTaken(_ key: Slug?) -> Flaw {
    Flaw(
      "key_taken", "Another event category has the key\(key.map { " \($0)" } ?? "") already.",
      hint: "Choose another key, or change the one that has it.")
  }
}
