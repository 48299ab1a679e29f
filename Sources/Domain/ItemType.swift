/// A kind of item inside of a category, such as 후드 티셔츠.
package typealias ItemType = Placed<ItemTypeDraft>

/// What an item type shows, and where it stands.
package struct ItemTypeDraft: ListedDraft {
  /// The existing app shows 67 on one screen; a thousand bound the answer.
  package static let countMax = 1_000
  package static let noun = "item type"
  /// A list of a category asks for the first of each of its item types.
  package static let siblingsMax = 100
  /// The ``Category`` that it stands under.
  package let categoryID: Int64
  /// How an existing app numbers the section that shows it (100, 200, ...): no category's id. Nil
  /// for one that this app does not show.
  package let section: Int64?
  package let title: Title
  package let thumbnailImage: ImageReference

  package init(categoryID: Int64, section: Int64?, title: Title, thumbnailImage: ImageReference) {
    self.categoryID = categoryID
    self.section = section
    self.title = title
    self.thumbnailImage = thumbnailImage
  }

  package var image: ImageReference? { thumbnailImage }
  package var parent: ListParent? {
    ListParent(category: categoryID)
  }
}

extension ListParent {
  /// That of an item type.
  package init(category id: Int64) {
    self.init(id: id, member: "category_id", noun: "category")
  }
}

extension ValidationError {
  /// A product names an item type that is not there.
  package static let unknownItemType = ValidationError(
    "unknown_item_type", "There is no such item type.",
    hint: "Name one that the screen of categories shows, or none.")
}
