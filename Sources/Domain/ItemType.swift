/// A kind of item inside of a section of the category screen, such as 후드 티셔츠.
package struct ItemType: Sendable, Hashable {
  package let id: Int64
  /// The section (100, 200, ...). It names no ``Category``: an existing app brings numbers of
  /// its own, which match no category's id.
  package let categoryID: Int64
  package let title: Title
  package let thumbnailImage: ImageReference
  /// From 1, in the order of display.
  package let position: Int

  package init(
    id: Int64, categoryID: Int64, title: Title, thumbnailImage: ImageReference, position: Int
  ) {
    self.id = id
    self.categoryID = categoryID
    self.title = title
    self.thumbnailImage = thumbnailImage
    self.position = position
  }
}
