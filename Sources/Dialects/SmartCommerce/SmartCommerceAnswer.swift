import Transport
import UseCases
import ViewData
import Web

/// The bodies for the SmartCommerce app, with keys in the order of its own server.
enum SmartCommerceAnswer {
  static let eventBanners = documents("EventBanners", "bannerList", of: eventBanner)
  static let eventCategories = documents("EventCategories", "documents", of: eventCategory)
  static let categories = documents("Categories", "documents", of: category)
  static let itemTypes = documents("ItemTypes", "documents", of: itemType("ItemType", "id"))
  /// An item of a bare array, with `item_type_id` for `id`.
  static let itemTypeOfSecond = itemType("ItemTypeOfSecondVersion", "item_type_id")

  static func bytes<Item>(_ list: WireObject<[Item]>, _ items: [Item]) -> [UInt8] {
    list.bytes(items, capacity: capacity(items.count))
  }

  static func bare<Item>(_ item: WireObject<Item>, _ items: [Item]) -> [UInt8] {
    JSONWriter.bytes(capacity: capacity(items.count)) { writer in
      writer.array(items) { item.write($1, to: &$0) }
    }
  }

  /// Bytes.
  private static func capacity(_ count: Int) -> Int { 64 + 384 * count }

  private static func documents<Item>(
    _ name: String, _ key: StaticString, of item: WireObject<Item>
  ) -> WireObject<[Item]> {
    WireObject(
      name, "A whole list.",
      [.objects(key, item, nil, "In the order of display.") { copy $0 }])
  }

  private static let eventBanner = WireObject<EventBannerCell>(
    "EventBanner", "A banner of the home screen.",
    [
      .value("event_banner_id", .integer(1...), "Unique.", 1) { .integer($0.id) },
      .value("event_content", .string(), "One line.", "쿠어 23S/S 리뷰 특별전") { .string($0.content) },
      .value("thumbnail_image_url", .url, "Its picture.", picture) { .string($0.imageURL) },
    ])

  private static let eventCategory = WireObject<EventCategoryCard>(
    "EventCategory", "An event category with both of its pictures.",
    [
      .value("id", .integer(1...), "Unique.", 1) { .integer($0.id) },
      .value("event_title", .string(), "One line.", "럭셔리") { .string($0.title) },
      .value("thumbnail_image_url", .url, "The plain picture.", picture) {
        .string($0.thumbnailImageURL)
      },
      .value("thumbnail_text_image_url", .url, "The picture with lettering.", picture) {
        .string($0.thumbnailTextImageURL)
      },
    ])

  private static let category = WireObject<CategoryCell>(
    "Category", "A category.",
    [
      .value("category_id", .integer(1...), "Unique.", 1) { .integer($0.id) },
      .value("category_title", .string(), "One line.", "상의") { .string($0.title) },
    ])

  /// The app and its server write `_URL`, the app's README writes `_url`; both are sent.
  private static func itemType(
    _ name: String, _ idKey: StaticString
  ) -> WireObject<NumberedItemType> {
    WireObject(
      name, "An item type with its picture.",
      [
        .value(idKey, .integer(1...), "Unique.", 1) { .integer($0.cell.id) },
        .value("category_id", .integer(0...), "The section that it belongs to.", 100) {
          .integer($0.section)
        },
        .value("item_type_title", .string(), "One line.", "상의 신상") { .string($0.cell.title) },
        .value("item_type_thumbnail_image_URL", .url, "Its picture.", picture) {
          .string($0.cell.imageURL)
        },
        .value("item_type_thumbnail_image_url", .url, "The same.", picture) {
          .string($0.cell.imageURL)
        },
      ])
  }

  private static let picture: JSONValue = "https://shop.example/images/98c9/original.jpg"
}
