import Domain
package import ViewData

/// Shows the departments of the shop, in their order.
package struct BrowseCategories: Sendable {
  /// Far above what a menu can hold.
  package static let countMax = 500
  private let repository: any ShopWindowRepository

  package init(repository: any ShopWindowRepository) {
    self.repository = repository
  }

  /// In their order, which people gave them; the ids say nothing about it.
  package func callAsFunction() async throws(Failure) -> [CategoryCell] {
    try await repository.categories(limit: Self.countMax).map { category in
      CategoryCell(id: category.id, title: category.title.text)
    }
  }
}
