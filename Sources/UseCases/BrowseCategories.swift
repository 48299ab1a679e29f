package import Domain
package import ViewData

/// Shows the departments of the shop, in their order.
package struct BrowseCategories: Sendable {
  private let repository: any PlacedListRepository<CategoryDraft>

  package init(repository: any PlacedListRepository<CategoryDraft>) {
    self.repository = repository
  }

  /// In their order, which people gave them; the ids say nothing about it.
  package func callAsFunction() async throws(Failure) -> [CategoryCell] {
    try await repository.all(limit: CategoryDraft.countMax).map { category in
      CategoryCell(id: category.id, title: category.title.text)
    }
  }
}
