/// A whole little shop to try the server with.
///
/// References to images are paths of ``StoredImage/path``, so that it works with no internet.
package struct DemoShop: Sendable, Hashable {
  /// In order; ids are given by the store.
  package let eventCategories: EventCategoryList
  /// With the repetitions that the existing app expects.
  package let eventBanners: [EventBanner]
  /// With their ids, which the existing app has built in.
  package let categories: [Category]
  package let itemTypes: [ItemType]
  /// All that the other lists refer to.
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
