/// A whole little shop to try the server with.
///
/// References to images are paths of ``StoredImage/path``, so that it works with no internet.
package struct DemoShop: Sendable, Hashable {
  /// In order; ids are given by the store.
  package let eventCategories: EventCategoryList
  package let eventBanners: [EventBanner]
  package let categories: [Category]
  package let itemTypes: [ItemType]
  package let images: [StoredImage]

  package init(
    eventCategories: EventCategoryList, eventBanners: [EventBanner], categories: [Category],
    itemTypes: [ItemType], images: [StoredImage]
  ) {
    self.eventCategories = eventCategories
    self.eventBanners = eventBanners
    self.categories = categories
    self.itemTypes = itemTypes
    self.images = images
  }
}
