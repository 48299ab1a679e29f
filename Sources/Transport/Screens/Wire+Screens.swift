import UseCases
import ViewData
import Web

extension Wire {
  static let screen = WireObject<Screen>(
    "Screen", "What an app shows at once.",
    [
      .choices("sections", anySection, "In the order of display.") { $0.sections }
    ])

  static let productScreen = WireObject<ProductScreen>(
    "ProductScreen", "A product, with what else may please who looks at it.",
    [
      .object("product", productDetail, "All about it.") { $0.product },
      .choices("sections", anySection, "In the order of display.") { $0.sections },
    ])

  static let eventScreen = WireObject<EventScreen>(
    "EventScreen", "An event, with its products.",
    [
      .object("event", eventCategoryCard, "What stands above the products.") { $0.event },
      .choices("sections", anySection, "In the order of display.") { $0.sections },
    ])

  /// Apps show the sections whose `kind` they know, and of their items the members of that kind.
  private static let anySection = WireChoice<AnySection>(
    .merged(
      "Section",
      "A part of a screen; which members its items have depends on its `kind`. Skip other kinds.",
      [
        eventBannerSection.schema, eventCategorySection.schema, productSection.schema,
        itemTypeSection.schema, laterSection,
      ])
  ) { writer, section in
    switch section {
    case .eventBanners(let section): eventBannerSection.write(section, to: &writer)
    case .eventCategories(let section): eventCategorySection.write(section, to: &writer)
    case .products(let section): productSection.write(section, to: &writer)
    case .itemTypes(let section): itemTypeSection.write(section, to: &writer)
    case .unknown: break
    }
  }

  /// A section of a kind that a later version has: apps can read it, and skip it.
  private static let laterSection = ObjectSchema(
    "LaterSection", "A section of another kind.",
    itemTypeSection.schema.members.map { member in
      let schema: JSONSchema? =
        switch member.name {
        case "kind": .string()
        case "items": .array(.object(laterItem))
        default: nil
        }
      return ObjectSchema.Member(
        name: member.name, schema: schema ?? member.schema, isRequired: member.isRequired,
        meaning: member.meaning, example: member.example)
    })
  private static let laterItem = ObjectSchema(
    "LaterScreenItem", "An item of such a section.",
    [
      .init(
        name: "cell_id", schema: .string(), isRequired: true, meaning: "Unique on its screen.",
        example: "videos.1")
    ])

  private static let eventBannerSection = section(
    "EventBanner", kind: "event_banners", "Wide pictures.", eventBannerCell)
  private static let eventCategorySection = section(
    "EventCategory", kind: "event_categories", "Pictures of events.", eventCategoryCell)
  private static let productSection = section(
    "Product", kind: "products", "Products as cards.", productCell)
  private static let itemTypeSection = section(
    "ItemType", kind: "item_types", "Kinds of goods.", itemTypeCell)

  private static func section<Cell>(
    _ name: String, kind: String, _ meaning: String, _ cell: WireObject<Cell>
  ) -> WireObject<ScreenSection<Cell>> {
    let item = WireObject<ScreenItem<Cell>>(
      "\(name)ScreenItem", cell.schema.meaning,
      [
        .value(
          "cell_id", .string(), "Unique on its screen: a product may stand in two sections.",
          "on-sale.207"
        ) { .string($0.cellID) },
        .members(of: cell) { $0.cell },
      ])
    return WireObject(
      "\(name)Section", meaning,
      [
        .value("id", .string(), "Unique on its screen.", "on-sale") { .string($0.id) },
        .value("kind", .word([kind]), "Tells sections apart.", .string(kind)) { .string($0.kind) },
        .value(
          "title", .string(), isRequired: false, "Left out where the section explains itself.",
          "지금 할인 중"
        ) { .string($0.title) },
        .value(
          "layout", .growingWord(["carousel", "strip", "row", "grid"]), "How it is laid out.",
          "row"
        ) { .string($0.layout) },
        .objects("items", item, 0...1_000, "In the order of display.") { $0.items },
        .object(
          "more", screenLink, isRequired: false,
          "Where the whole list is; left out where there is none."
        ) {
          $0.more
        },
      ])
  }

  private static let screenLink = WireObject<ScreenLink>(
    "ScreenLink", "Where a tap leads.",
    [
      .value("kind", .growingWord(["products"]), "What is there.", "products") { .string($0.kind) },
      .value(
        "path", .string(), "Path and query of the request for it.", "/v1/products?on_sale=true"
      ) {
        .string($0.path)
      },
      .value(
        "next_cursor", .string(), isRequired: false,
        "Where that list goes on behind what is shown; left out to begin at its beginning.",
        "AAAAAAAAAM8BAAAAAAAAALwrLeoRzZzfDQ"
      ) { .string($0.nextCursor) },
    ])

  private static let eventBannerCell = WireObject<EventBannerCell>(
    "EventBannerCell", "An event with a wide picture.",
    [
      .value("id", .integer(1...), "Stable.", 1) { .integer($0.id) },
      .value("content", title, "What is drawn over it.", "리뷰 특별전") { .string($0.content) },
      .value(
        "image_url", .url, "The URL of the picture.", "https://shop.example/images/1f/original.png"
      ) { .string($0.imageURL) },
      .object(
        "image", placeholder, isRequired: false,
        "To draw until it has loaded; left out for one of another site."
      ) { $0.image },
      .object("link", link, isRequired: false, "Where a tap leads; left out for nowhere.") {
        $0.link
      },
    ])

  private static let itemTypeCell = WireObject<ItemTypeCell>(
    "ItemTypeCell", "A kind of goods, such as hoodies.",
    [
      .value("id", .integer(1...), "Stable.", 2) { .integer($0.id) },
      .value("category_id", .integer(0...), "The category that it stands under.", 1) {
        .integer($0.categoryID)
      },
      .value("title", title, "One line.", "후드 티셔츠") { .string($0.title) },
      .value(
        "image_url", .url, "The URL of the picture.", "https://shop.example/images/1f/original.png"
      ) { .string($0.imageURL) },
      .object(
        "image", placeholder, isRequired: false,
        "To draw until it has loaded; left out for one of another site."
      ) { $0.image },
      .object("link", link, "Where a tap leads.") { $0.link },
    ])
}
