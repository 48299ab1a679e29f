// The items of each arranged list.

/// An event that a shop advertises for a time.
package typealias EventCategory = ListItem<EventCategoryDraft>

package struct EventCategoryDraft: ListedDraft {
  package static let name = "event_categories"
  package static let noun = "event category"
  /// A home screen shows a dozen; five hundred still fit into one answer and one transaction.
  package static let countMax = 500
  package static let keyName: String? = "key"
  package static let targetKind: String? = "event"
  /// The name in files and for administrators.
  package let key: Slug
  /// The text beside the picture.
  package let title: Title
  /// The picture of the category tab.
  package let thumbnailImage: ImageReference
  /// The picture with lettering of the home tab.
  package let thumbnailTextImage: ImageReference

  package init(
    key: Slug, title: Title, thumbnailImage: ImageReference, thumbnailTextImage: ImageReference
  ) {
    self.key = key
    self.title = title
    self.thumbnailImage = thumbnailImage
    self.thumbnailTextImage = thumbnailTextImage
  }

  package var itemKey: Slug? { key }
  package var label: String? { "\"\(title)\" (\(key))" }
  package func title(in language: String) -> Title? { title }
  package var images: [ListedImage] {
    [
      ListedImage(thumbnailImage, as: "thumbnail_image_url"),
      ListedImage(thumbnailTextImage, as: "thumbnail_text_image_url"),
    ]
  }
}

/// A banner of the home screen's carousel.
///
/// Two banners may be equal but for id and position: an existing app repeats the first two at the
/// end to fake an endless carousel.
package typealias EventBanner = ListItem<EventBannerDraft>

package struct EventBannerDraft: ListedDraft {
  package static let name = "event_banners"
  package static let noun = "event banner"
  /// A carousel of more than a hundred is never seen to its end.
  package static let countMax = 100
  /// The words in the picture, for screen readers.
  package let content: Title
  package let thumbnailImage: ImageReference
  /// Nil for a banner that does nothing when tapped.
  package let link: LinkTarget?

  package init(content: Title, thumbnailImage: ImageReference, link: LinkTarget?) {
    self.content = content
    self.thumbnailImage = thumbnailImage
    self.link = link
  }

  package func title(in language: String) -> Title? { content }
  package var images: [ListedImage] { [ListedImage(thumbnailImage, as: "thumbnail_image_url")] }
  package var targets: [ListTarget] {
    guard let link, link.id != nil else { return [] }
    return [ListTarget(link, at: "/link/id")]
  }
}

/// A department of the shop, such as 아우터.
package typealias Category = ListItem<CategoryDraft>

package struct CategoryDraft: ListedDraft {
  package static let name = "categories"
  package static let noun = "category"
  /// Far more than a menu can hold.
  package static let countMax = 500
  package static let targetKind: String? = "category"
  package let title: Title

  package init(title: Title) {
    self.title = title
  }

  package func title(in language: String) -> Title? { title }
}

/// A kind of item inside of a category, such as 후드 티셔츠.
package typealias ItemType = ListItem<ItemTypeDraft>

package struct ItemTypeDraft: ListedDraft {
  package static let name = "item_types"
  package static let noun = "item type"
  /// The existing app shows 67 on one screen; the limit bounds the answer.
  package static let countMax = 1_000
  /// Each item type costs a query for its first product when a category is listed.
  package static let siblingsMax = 100
  package static let parents: ListParents? = ListParents(kind: "category", member: "category_id")
  package static let targetKind: String? = "item_type"
  /// The ``Category`` that it belongs to.
  package let categoryID: Int64
  /// The section in which an existing app shows the item type (100, 200, ...), which is not the id
  /// of a category; nil for an item type that this app does not show.
  package let section: Int64?
  package let title: Title
  package let thumbnailImage: ImageReference

  package init(categoryID: Int64, section: Int64?, title: Title, thumbnailImage: ImageReference) {
    self.categoryID = categoryID
    self.section = section
    self.title = title
    self.thumbnailImage = thumbnailImage
  }

  package func title(in language: String) -> Title? { title }
  package var images: [ListedImage] { [ListedImage(thumbnailImage, as: "thumbnail_image_url")] }
  package var parent: ListTarget? { ListTarget(.category(categoryID), at: "/category_id") }
}

extension ValidationError {
  /// The error for a product with an unknown item type.
  package static let unknownItemType = ValidationError(
    "unknown_item_type", "This item type does not exist.",
    hint: "Name one that the screen of categories shows, or none.")
}
