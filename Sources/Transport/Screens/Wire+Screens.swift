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

  private static let anySection = WireChoice<AnySection>(
    [
      eventBannerSection.schema, eventCategorySection.schema, productSection.schema,
      itemTypeSection.schema,
    ]
  ) { writer, section in
    switch section {
    case .eventBanners(let section): eventBannerSection.write(section, to: &writer)
    case .eventCategories(let section): eventCategorySection.write(section, to: &writer)
    case .products(let section): productSection.write(section, to: &writer)
    case .itemTypes(let section): itemTypeSection.write(section, to: &writer)
    case .unknown: break
    }
  }

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
        .string(
          "cell_id", .string(), "Unique on its screen: a product may stand in two sections.",
          "on-sale.207"
        ) { $0.cellID }
      ] + cell.members(of: \.cell))
    return WireObject(
      "\(name)Section", meaning,
      [
        .string("id", .string(), "Unique on its screen.", "on-sale") { $0.id },
        .string("kind", .word([kind]), "Tells sections apart.", .string(kind)) { $0.kind },
        .optionalString(
          "title", .string(), "Left out where the section explains itself.", "지금 할인 중"
        ) { $0.title },
        .string(
          "layout", .growingWord(["carousel", "strip", "row", "grid"]), "How it is laid out.",
          "row"
        ) { $0.layout },
        .objects("items", item, 0...1_000, "In the order of display.") { $0.items },
        .optionalObject(
          "more", screenLink, "Where the whole list is; left out where there is none."
        ) {
          $0.more
        },
      ])
  }

  private static let screenLink = WireObject<ScreenLink>(
    "ScreenLink", "Where a tap leads.",
    [
      .string("kind", .growingWord(["products"]), "What is there.", "products") { $0.kind },
      .string("path", .string(), "Of the request that answers it.", "/v1/products?on_sale=true") {
        $0.path
      },
      .optionalString(
        "next_cursor", .string(),
        "Where that list goes on behind what is shown; left out to begin at its beginning.",
        "AAAAAAAAAM8BAAAAAAAAALwrLeoRzZzfDQ"
      ) { $0.nextCursor },
    ])

  private static let eventBannerCell = WireObject<EventBannerCell>(
    "EventBannerCell", "An event with a wide picture.",
    [
      .integer("id", .integer(1...), "Stable.", 1) { $0.id },
      .string("content", title, "What is drawn over it.", "리뷰 특별전") { $0.content },
      .string(
        "image_url", .url, "Of the picture.", "https://shop.example/images/1f/original.png"
      ) { $0.imageURL },
      .optionalObject("link", link, "Where a tap leads; left out for nowhere.") { $0.link },
    ])

  private static let itemTypeCell = WireObject<ItemTypeCell>(
    "ItemTypeCell", "A kind of goods, such as hoodies.",
    [
      .integer("id", .integer(1...), "Stable.", 2) { $0.id },
      .integer("category_id", .integer(0...), "The category that it stands under.", 1) {
        $0.categoryID
      },
      .string("title", title, "One line.", "후드 티셔츠") { $0.title },
      .string(
        "image_url", .url, "Of the picture.", "https://shop.example/images/1f/original.png"
      ) { $0.imageURL },
      .object("link", link, "Where a tap leads.") { $0.link },
    ])
}
