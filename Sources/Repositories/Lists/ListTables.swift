import Domain
import Postgres

/// The columns of each list, and what of the shop needs its items.
enum ListTables {
  /// The statements of a list; every list is declared here.
  static func of<Draft>(_ list: Draft.Type) -> ListStatements<Draft> {
    guard let statements = byType[ObjectIdentifier(list)] as? ListStatements<Draft> else {
      preconditionFailure("the list \(Draft.name) has no columns")
    }
    return statements
  }

  /// Selects the URL of each image that an item of a list shows.
  static let imageURLs = byType.values.flatMap(\.imageURLs).sorted()
    .joined(separator: " union all ")

  private static let byType: [ObjectIdentifier: any ListTable] = [
    ObjectIdentifier(EventCategoryDraft.self): eventCategories,
    ObjectIdentifier(EventBannerDraft.self): eventBanners,
    ObjectIdentifier(CategoryDraft.self): categories,
    ObjectIdentifier(ItemTypeDraft.self): itemTypes,
    ObjectIdentifier(HomeSectionDraft.self): homeSections,
    ObjectIdentifier(AppConfigDraft.self): appConfig,
  ]

  private static let eventCategories = ListStatements<EventCategoryDraft>(
    columns: ["key", "title", "thumbnail_image_url", "thumbnail_text_image_url"],
    images: ["thumbnail_image_url", "thumbnail_text_image_url"],
    placeholders: ["thumbnail_image", "thumbnail_text_image"],
    bind: { category, encoder in
      encoder.text(category.key.text)
      encoder.text(category.title.text)
      encoder.text(category.thumbnailImage.text)
      encoder.text(category.thumbnailTextImage.text)
    },
    read: { row throws(PostgresError) in
      EventCategoryDraft(
        key: try row.checked(try row.text(), Slug.init),
        title: try row.checked(try row.text(), Title.init(_:)),
        thumbnailImage: try row.checked(try row.text(), ImageReference.init(stored:)),
        thumbnailTextImage: try row.checked(try row.text(), ImageReference.init(stored:)))
    })

  private static let eventBanners = ListStatements<EventBannerDraft>(
    columns: ["content", "thumbnail_image_url", "link_kind", "link_id", "link_text"],
    images: ["thumbnail_image_url"],
    bind: { banner, encoder in
      encoder.text(banner.content.text)
      encoder.text(banner.thumbnailImage.text)
      encoder.linkTarget(banner.link)
    },
    read: { row throws(PostgresError) in
      EventBannerDraft(
        content: try row.checked(try row.text(), Title.init(_:)),
        thumbnailImage: try row.checked(try row.text(), ImageReference.init(stored:)),
        link: try row.linkTarget())
    })

  private static let categories = ListStatements<CategoryDraft>(
    columns: ["title"],
    needed: Statement(
      "select distinct category_id from moa.item_types where category_id = any ($1)",
      effect: .read,
      bind: { ids, encoder in encoder.int8Array(ids) },
      decode: { row throws(PostgresError) in try row.int8() }),
    by: "item types",
    bind: { category, encoder in encoder.text(category.title.text) },
    read: { row throws(PostgresError) in
      CategoryDraft(title: try row.checked(try row.text(), Title.init(_:)))
    })

  private static let itemTypes = ListStatements<ItemTypeDraft>(
    columns: ["category_id", "section", "title", "thumbnail_image_url"],
    images: ["thumbnail_image_url"],
    // One look into an index for each, however many products there are.
    needed: Statement(
      """
      select id
      from unnest($1::int8[]) as removed (id)
      where exists (
        select from moa.products where item_type_id = removed.id and deleted_at is null
          and bucket between 0 and 3)
      """,
      effect: .read,
      bind: { ids, encoder in encoder.int8Array(ids) },
      decode: { row throws(PostgresError) in try row.int8() }),
    by: "products",
    bind: { itemType, encoder in
      encoder.int8(itemType.categoryID)
      encoder.int8(itemType.section)
      encoder.text(itemType.title.text)
      encoder.text(itemType.thumbnailImage.text)
    },
    read: { row throws(PostgresError) in
      ItemTypeDraft(
        categoryID: try row.int8(), section: try row.optionalInt8(),
        title: try row.checked(try row.text(), Title.init(_:)),
        thumbnailImage: try row.checked(try row.text(), ImageReference.init(stored:)))
    })

  private static let homeSections = ListStatements<HomeSectionDraft>(
    columns: [
      "key", "kind", "titles", "layout", "sort", "only_on_sale", "only_in_stock",
      "event_category_id", "category_id", "item_type_id", "product_count",
    ],
    bind: { section, encoder in
      let (query, count) = section.products
      encoder.text(section.key.text)
      encoder.text(section.content.kind)
      encoder.textArray(section.titles.flatMap { [$0.language.text, $0.title.text] })
      encoder.text(section.layout.rawValue)
      encoder.text(query.sort.rawValue)
      encoder.bool(query.onlyOnSale)
      encoder.bool(query.onlyInStock)
      encoder.int8(query.event)
      encoder.int8(query.category)
      encoder.int8(query.itemType)
      encoder.int2(Int16(clamping: count))
    },
    read: { row throws(PostgresError) in try row.homeSection() })
}

extension ListTables {
  private static let appConfig = ListStatements<AppConfigDraft>(
    columns: [
      "platform", "minimum_version", "recommended_version", "store_url", "message", "switches",
    ],
    bind: { config, encoder in
      encoder.text(config.platform.text)
      encoder.text(config.minimumVersion?.text)
      encoder.text(config.recommendedVersion?.text)
      encoder.text(config.storeURL?.text)
      encoder.textArray(config.message.flatMap { [$0.language.text, $0.title.text] })
      encoder.textArray(config.switches.flatMap { [$0.name.text, $0.value.column] })
    },
    read: { row throws(PostgresError) in
      AppConfigDraft(
        platform: try row.checked(try row.text(), Slug.init),
        minimumVersion: try row.appVersion(), recommendedVersion: try row.appVersion(),
        storeURL: try row.optionalText().map { text throws(PostgresError) in
          try row.checked(text, ImageReference.init(stored:))
        },
        message: try row.titles(), switches: try row.switches())
    })
}

extension AppSwitch.Value {
  /// `true`, `false`, or a text after an equals sign.
  fileprivate var column: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .text(let text): "=" + text.text
    }
  }
}

extension RowDecoder {
  fileprivate mutating func appVersion() throws(PostgresError) -> AppVersion? {
    guard let text = try optionalText() else { return nil }
    return try checked(text, AppVersion.init)
  }

  fileprivate mutating func switches() throws(PostgresError) -> [AppSwitch] {
    var texts = try textArray()[...]
    var switches: [AppSwitch] = []
    while let name = texts.popFirst(), let value = texts.popFirst() {
      let name = try checked(name, Title.init(_:))
      let text = value.hasPrefix("=") ? String(value.dropFirst()) : nil
      let read = try text.map { text throws(PostgresError) in
        AppSwitch.Value.text(try checked(text, Title.init(_:)))
      }
      switches.append(AppSwitch(name, read ?? .flag(value == "true")))
    }
    return switches
  }
}

extension HomeSectionDraft {
  /// The usual query for a section that shows no products.
  fileprivate var products: (query: ProductQuery, count: Int) {
    if case .products(let query, let count) = content { (query, count) } else { (.init(), 20) }
  }
}

extension RowDecoder {
  fileprivate mutating func homeSection() throws(PostgresError) -> HomeSectionDraft {
    let key = try checked(try text(), Slug.init)
    let kind = try text()
    let titles = try titles()
    guard let layout = HomeSectionDraft.Layout(rawValue: try text()) else {
      throw mismatch("an unknown layout")
    }
    guard let sort = ProductSort(rawValue: try text()) else { throw mismatch("an unknown sort") }
    let query = ProductQuery(
      sort: sort, onlyOnSale: try bool(), onlyInStock: try bool(), event: try optionalInt8(),
      category: try optionalInt8(), itemType: try optionalInt8())
    let count = Int(try int2())
    let content: HomeSectionDraft.Content =
      switch kind {
      case "event_banners": .eventBanners
      case "event_categories": .eventCategories
      case "products": .products(query, count: count)
      default: throw mismatch("an unknown kind of section")
      }
    return HomeSectionDraft(key: key, content: content, titles: titles, layout: layout)
  }

  /// Pairs of a language and a text.
  fileprivate mutating func titles() throws(PostgresError) -> [LocalizedTitle] {
    var texts = try textArray()[...]
    var titles: [LocalizedTitle] = []
    while let language = texts.popFirst(), let text = texts.popFirst() {
      titles.append(
        LocalizedTitle(
          language: try checked(language, Slug.init), title: try checked(text, Title.init(_:))))
    }
    return titles
  }
}
