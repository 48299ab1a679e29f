import Domain
import UseCases
import ViewData
import Web

extension Wire {
  static let eventCategoryCells = wholeList(
    "EventCategoryCellList", "Event categories with the picture that was asked for.",
    of: eventCategoryCell, 0...EventCategoryDraft.countMax)
  static let eventCategoryCards = wholeList(
    "EventCategoryCardList", "Event categories with both pictures.",
    of: eventCategoryCard, 0...EventCategoryDraft.countMax)

  static let eventCategoryCell = WireObject<EventCategoryCell>(
    "EventCategoryCell", "An event category with one picture, ready to draw.",
    [
      .value("id", .integer(1...), "Stable.", 1) { .integer($0.id) },
      .value("title", title, "One line.", "겨울 세일") { .string($0.title) },
      .value(
        "image_url", .url, "The URL of the picture.", "https://shop.example/images/1f/original.png"
      ) {
        .string($0.imageURL)
      },
      .object(
        "image", placeholder, isRequired: false,
        "To draw until it has loaded; left out for one of another site."
      ) { $0.image },
      .object("link", link, "Where a tap leads.") { $0.link },
      .value("position", .integer(1...), "Ascending in the order of display.", 1) {
        .integer($0.position)
      },
    ])

  static let eventCategoryCard = WireObject<EventCategoryCard>(
    "EventCategoryCard", "An event category with both of its pictures, ready to draw.",
    [
      .value("id", .integer(1...), "Stable.", 1) { .integer($0.id) },
      .value("title", title, "One line.", "겨울 세일") { .string($0.title) },
      .value(
        "thumbnail_image_url", .url, "The picture alone.",
        "https://shop.example/images/1f/original.png"
      ) { .string($0.thumbnailImageURL) },
      .object(
        "thumbnail_image", placeholder, isRequired: false,
        "To draw until it has loaded; left out for one of another site."
      ) { $0.thumbnailImage },
      .value(
        "thumbnail_text_image_url", .url, "The picture with its words.",
        "https://shop.example/images/2e/original.png"
      ) { .string($0.thumbnailTextImageURL) },
      .object(
        "thumbnail_text_image", placeholder, isRequired: false,
        "To draw until it has loaded; left out for one of another site."
      ) { $0.thumbnailTextImage },
      .object("link", link, "Where a tap leads.") { $0.link },
      .value("position", .integer(1...), "Ascending in the order of display.", 1) {
        .integer($0.position)
      },
    ])

  static let eventCategoryDetail = WireObject<EventCategoryDetail>(
    "EventCategoryDetail", "An event category by itself.",
    [
      .members(of: eventCategoryCard) { $0.card },
      .value(
        "starts_at", .time, isRequired: false, "From when it is live; left out for always.",
        "2026-03-01T00:00:00Z"
      ) { .string($0.startsAt) },
      .value(
        "ends_at", .time, isRequired: false, "Until when it is live; left out for ever.",
        "2026-04-01T00:00:00Z"
      ) { .string($0.endsAt) },
      .value("product_count", .integer(0...), "How many products belong to it.", 13) {
        .integer($0.productCount)
      },
    ])

  static let link = WireObject<CellLink>(
    "Link", "Where a tap leads. An app that does not know the kind does nothing.",
    [
      .value(
        "kind", .growingWord(["event", "product", "category", "item_type", "search", "url"]),
        "What is there.", "event"
      ) { .string($0.kind) },
      .value(
        "id", .integer(1...), isRequired: false,
        "Of an event, a product, a category or an item type.", 4
      ) { .integer($0.id) },
      .value("query", title, isRequired: false, "The words of a search.", "패딩") {
        .string($0.query)
      },
      .value(
        "url", .url, isRequired: false, "Of a page outside of the app.",
        "https://shop.example/about"
      ) { .string($0.url) },
    ])

  static let placeholder = WireObject<ImagePlaceholder>(
    "ImagePlaceholder", "What to draw in the place of a picture until it has loaded.",
    [
      .value("width", .integer(1...), "Of the picture, in pixels.", 640) { .integer($0.width) },
      .value("height", .integer(1...), "Of the picture, in pixels.", 360) { .integer($0.height) },
      .value("color", .color, "What most of the picture has.", "#d8d0c4") { .string($0.color) },
    ])
}
