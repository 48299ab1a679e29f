package import Domain

/// Lists all event categories for those who arrange them, live or not.
package struct ListEventCategories: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// In their order; the list is never longer than what is asked for here.
  package func callAsFunction() async throws(Failure) -> VersionedList<EventCategory> {
    try await repository.all(limit: EventCategoryList.countMax)
  }
}
