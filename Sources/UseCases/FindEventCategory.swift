package import Domain

/// Shows one event category to those who arrange them, live or not.
package struct FindEventCategory: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// - Throws: `notFound`.
  package func callAsFunction(_ id: Int64) async throws(Failure) -> EventCategory {
    // The list is short, and a second query by id would be one more thing to keep true.
    let categories = try await repository.all(limit: EventCategoryList.countMax)
    return try categories.items.admitted(id, by: .any)
  }
}
