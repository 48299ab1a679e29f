package import Domain
package import ViewData

/// Shows the kinds of items of the category screen, in their order.
package struct BrowseItemTypes: Sendable {
  private let repository: any PlacedListRepository<ItemTypeDraft>

  package init(repository: any PlacedListRepository<ItemTypeDraft>) {
    self.repository = repository
  }

  /// Images of this site become absolute with `origin`; without one they stay paths.
  package func callAsFunction(from origin: Origin?) async throws(Failure) -> [ItemTypeCell] {
    try await repository.all(limit: ItemTypeDraft.countMax).map { ItemTypeCell($0, from: origin) }
  }

  /// Those that an existing app shows, with its numbers of their sections.
  package func sections(from origin: Origin?) async throws(Failure) -> [NumberedItemType] {
    try await repository.all(limit: ItemTypeDraft.countMax).compactMap { itemType in
      itemType.section.map {
        NumberedItemType(section: $0, cell: ItemTypeCell(itemType, from: origin))
      }
    }
  }
}

/// An item type with the number of the section in which an existing app shows it.
package struct NumberedItemType: Sendable {
  package let section: Int64
  package let cell: ItemTypeCell
}

extension ItemTypeCell {
  fileprivate init(_ itemType: ItemType, from origin: Origin?) {
    self.init(
      id: itemType.id, categoryID: itemType.categoryID, title: itemType.title.text,
      imageURL: itemType.thumbnailImage.url(from: origin),
      link: LinkTarget.itemType(itemType.id).link(from: origin))
  }
}
