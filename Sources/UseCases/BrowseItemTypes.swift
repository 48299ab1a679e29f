package import Domain
package import ViewData

/// Shows the kinds of items of the category screen, in their order.
package struct BrowseItemTypes: Sendable {
  /// The existing app shows 67 on one screen; a thousand bound the answer.
  package static let countMax = 1_000
  private let repository: any ShopWindowRepository

  package init(repository: any ShopWindowRepository) {
    self.repository = repository
  }

  /// Images of this site become absolute with `origin`; without one they stay paths.
  package func callAsFunction(from origin: Origin?) async throws(Failure) -> [ItemTypeCell] {
    try await repository.itemTypes(limit: Self.countMax).map { itemType in
      ItemTypeCell(
        id: itemType.id, categoryID: itemType.categoryID, title: itemType.title.text,
        imageURL: itemType.thumbnailImage.url(from: origin))
    }
  }
}
