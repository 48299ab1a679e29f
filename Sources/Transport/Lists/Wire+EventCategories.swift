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
      .integer("id", .integer(1...), "Stable.", 1) { $0.id },
      .string("title", title, "One line.", "겨울 세일") { $0.title },
      .string("image_url", .url, "Of the picture.", "https://shop.example/images/1f/original.png") {
        $0.imageURL
      },
      .optionalObject(
        "image", placeholder, "To draw until it has loaded; left out for one of another site."
      ) { $0.image },
      .object("link", link, "Where a tap leads.") { $0.link },
      .integer("position", .integer(1...), "Ascending in the order of display.", 1) {
        $0.position
      },
    ])

  static let eventCategoryCard = WireObject<EventCategoryCard>(
    "EventCategoryCard", "An event category with both of its pictures, ready to draw.",
    [
      .integer("id", .integer(1...), "Stable.", 1) { $0.id },
      .string("title", title, "One line.", "겨울 세일") { $0.title },
      .string(
        "thumbnail_image_url", .url, "The picture alone.",
        "https://shop.example/images/1f/original.png"
      ) { $0.thumbnailImageURL },
      .optionalObject(
        "thumbnail_image", placeholder,
        "To draw until it has loaded; left out for one of another site."
      ) { $0.thumbnailImage },
      .string(
        "thumbnail_text_image_url", .url, "The picture with its words.",
        "https://shop.example/images/2e/original.png"
      ) { $0.thumbnailTextImageURL },
      .optionalObject(
        "thumbnail_text_image", placeholder,
        "To draw until it has loaded; left out for one of another site."
      ) { $0.thumbnailTextImage },
      .object("link", link, "Where a tap leads.") { $0.link },
      .integer("position", .integer(1...), "Ascending in the order of display.", 1) {
        $0.position
      },
    ])

  static let eventCategoryDetail = WireObject<EventCategoryDetail>(
    "EventCategoryDetail", "An event category by itself.",
    eventCategoryCard.members(of: \.card) + [
      .optionalString(
        "starts_at", .time, "From when it is live; left out for always.", "2026-03-01T00:00:00Z"
      ) { $0.startsAt },
      .optionalString(
        "ends_at", .time, "Until when it is live; left out for ever.", "2026-04-01T00:00:00Z"
      ) { $0.endsAt },
      .integer("product_count", .integer(0...), "How many products belong to it.", 13) {
        $0.productCount
      },
    ])

  static let link = WireObject<CellLink>(
    "Link", "Where a tap leads. An app that does not know the kind does nothing.",
    [
      .string(
        "kind", .growingWord(["event", "product", "category", "item_type", "search", "url"]),
        "What is there.", "event"
      ) { $0.kind },
      .optionalInteger(
        "id", .integer(1...), "Of an event, a product, a category or an item type.", 4
      ) { $0.id },
      .optionalString("query", title, "The words of a search.", "패딩") { $0.query },
      .optionalString(
        "url", .url, "Of a page outside of the app.", "https://shop.example/about"
      ) { $0.url },
    ])

  static let placeholder = WireObject<ImagePlaceholder>(
    "ImagePlaceholder", "What to draw in the place of a picture until it has loaded.",
    [
      .integer("width", .integer(1...), "Of the picture, in pixels.", 640) { $0.width },
      .integer("height", .integer(1...), "Of the picture, in pixels.", 360) { $0.height },
      .string("color", .color, "What most of the picture has.", "#d8d0c4") { $0.color },
    ])
}
