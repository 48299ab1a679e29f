package import Domain
package import UseCases

// Writes without a key, for tests that ask for no repetition.

extension EventCategoryRepository {
  package func change(
    dryRun: Bool,
    decide: @escaping @Sendable (VersionedList<EventCategory>) throws(Failure) -> EventCategoryPlan
  ) async throws(Failure) -> AppliedEventCategoryPlan {
    try await change(dryRun: dryRun, once: nil, decide: decide).made
  }
}

extension AddEventCategory {
  @discardableResult
  package func callAsFunction(
    _ draft: EventCategoryDraft
  ) async throws(Failure) -> EventCategory {
    try await self(draft, once: nil).made
  }
}

extension EditEventCategory {
  @discardableResult
  package func callAsFunction(
    _ id: Int64, _ patch: EventCategoryPatch, if condition: VersionCondition
  ) async throws(Failure) -> EventCategory {
    try await self(id, patch, if: condition, once: nil).made
  }
}

extension RemoveEventCategory {
  package func callAsFunction(
    _ id: Int64, if condition: VersionCondition
  ) async throws(Failure) {
    _ = try await self(id, if: condition, once: nil).made
  }
}

extension SeedEventCategories {
  @discardableResult
  package func callAsFunction(
    _ list: EventCategoryList, dryRun: Bool
  ) async throws(Failure) -> SeedReport {
    try await self(list, dryRun: dryRun, once: nil).made
  }
}

extension ImageRepository {
  package func add(_ image: PreparedImage) async throws(Failure) {
    _ = try await add(image, once: nil).made
  }
}
