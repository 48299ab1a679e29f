import Domain
import UseCases

extension HomeSectionDraft: AdministeredDraft {
  static let declaration = ListDeclaration<HomeSectionDraft>(
    "HomeSection", "HomeSections", at: "screens/home", "A section of the home screen.",
    [
      .string("key", EventCategoryDocument.key, "Names it on its screen.", "on-sale") {
        $0.key.text
      },
      .string("kind", .word(Content.kinds), "What its items are.", "products") { $0.content.kind },
      .objects(
        "titles", localizedTitle, 0...LocalizedTitle.countMax,
        "One for each language; the first is for all others. None for one that explains itself."
      ) { $0.titles },
      .string("layout", .word(Layout.allCases.map(\.rawValue)), "How it is laid out.", "row") {
        $0.layout.rawValue
      },
      .optionalObject("products", selection, "Which it shows; only of products.") {
        $0.content.selection
      },
    ],
    example: [
      ["key": "event-banners", "kind": "event_banners", "titles": [], "layout": "carousel"],
      [
        "key": "on-sale", "kind": "products", "layout": "row",
        "titles": [
          ["language": "ko", "title": "지금 할인 중"], ["language": "en", "title": "On sale now"],
        ],
        "products": ["on_sale": true, "count": 5],
      ],
    ])

  static func repository(of ports: Ports) -> any PlacedListRepository<HomeSectionDraft> {
    ports.homeSections
  }

  static func read(_ reader: inout ObjectReader, from origin: Origin?) -> HomeSectionDraft? {
    let key = reader.required("key", Slug.init)
    let kind = reader.required("kind") { text throws(ValidationError) in
      try known(text, Content.kinds)
    }
    _ = reader.requiredValue("titles")
    let titles = titles(of: &reader)
    let layout = reader.required("layout") { text throws(ValidationError) in
      try known(text, Layout.allCases.map(\.rawValue))
    }
    if kind == nil { _ = reader.member("products") }
    let content = if let kind { content(kind, of: &reader) } else { Content?.none }
    guard let key, let content, let layout = layout.flatMap(Layout.init) else { return nil }
    return HomeSectionDraft(key: key, content: content, titles: titles ?? [], layout: layout)
  }

  // MARK: Reading

  /// Only sections of products know `products`.
  private static func content(_ kind: String, of reader: inout ObjectReader) -> Content? {
    switch kind {
    case "event_banners": return .eventBanners
    case "event_categories": return .eventCategories
    default: break
    }
    guard let value = reader.member("products") else {
      return .products(ProductQuery(), count: BrowseProducts.limitDefault)
    }
    do throws(Rejection) {
      return try products(value)
    } catch {
      reader.note("products", error.fieldErrors)
      return nil
    }
  }

  private static func products(_ value: JSONValue) throws(Rejection) -> Content {
    var reader = try ObjectReader.open(value, nullsAreAbsent: true)
    let sort = reader.optional("sort") { text throws(ValidationError) in
      try known(text, ProductSort.allCases.map(\.rawValue))
    }
    let onSale = reader.optional("on_sale") { value throws(ValidationError) in try value.flag() }
    let inStock = reader.optional("in_stock") { value throws(ValidationError) in try value.flag() }
    let event = reader.optional("event") { value throws(ValidationError) in try value.id() }
    let category = reader.optional("category") { value throws(ValidationError) in try value.id() }
    let itemType = reader.optional("item_type") { value throws(ValidationError) in try value.id() }
    let count = reader.required("count") { value throws(ValidationError) in
      let count = try value.count()
      guard (1...BrowseProducts.limitMax).contains(count) else {
        throw ValidationError(
          "out_of_range", "A section shows 1 to \(BrowseProducts.limitMax) products.",
          hint: "Write how many it shall show.")
      }
      return count
    }
    reader.refuseTheRest()
    guard let count, reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    let query = ProductQuery(
      sort: sort.flatMap(ProductSort.init) ?? .newest, onlyOnSale: onSale ?? false,
      onlyInStock: inStock ?? false, event: event, category: category, itemType: itemType)
    return .products(query, count: count)
  }

  private static func titles(of reader: inout ObjectReader) -> [LocalizedTitle]? {
    var known: Set<Slug> = []
    return reader.elements("titles", atMost: LocalizedTitle.countMax) { value throws(Rejection) in
      let title = try title(value)
      guard known.insert(title.language).inserted else {
        let flaw = ValidationError(
          "duplicate", "There is a title in this language already.", hint: "Send one for each.")
        throw Rejection([FieldError("/language", flaw)])
      }
      return title
    }
  }

  private static func title(_ value: JSONValue) throws(Rejection) -> LocalizedTitle {
    var reader = try ObjectReader.open(value)
    let language = reader.required("language") { text throws(ValidationError) in
      try Slug(known(text, Language.all.map(\.tag)))
    }
    let title = reader.required("title", Title.init(_:))
    reader.refuseTheRest()
    guard let language, let title, reader.fieldErrors.isEmpty else {
      throw Rejection(reader.fieldErrors)
    }
    return LocalizedTitle(language: language, title: title)
  }

  private static func known(_ text: String, _ words: [String]) throws(ValidationError) -> String {
    guard words.contains(text) else {
      throw ValidationError(
        "unknown_word", "There is no such word here.",
        hint: "Known are \(words.joined(separator: ", ")).")
    }
    return text
  }

  // MARK: Declarations

  private static let localizedTitle = WireObject<LocalizedTitle>(
    "LocalizedTitle", "A title in one language.",
    [
      .string(
        "language", .word(Language.all.map(\.tag)), "One in which the server answers.", "ko"
      ) {
        $0.language.text
      },
      .string("title", Wire.title, "One line.", "지금 할인 중") { $0.title.text },
    ])

  private static let selection = WireObject<Selection>(
    "ProductSelection", "Which products a section shows: a list, and how much of it.",
    [
      .optionalString(
        "sort", .word(ProductSort.allCases.map(\.rawValue)),
        "The order; left out for the newest first.", "price_asc"
      ) { $0.query.sort == .newest ? nil : $0.query.sort.rawValue },
      .optionalBool("on_sale", "Only what is discounted.", true) { $0.query.onlyOnSale },
      .optionalBool("in_stock", "Only what is not sold out.", true) { $0.query.onlyInStock },
      .optionalInteger("event", .integer(1...), "Only what belongs to it.", 6) { $0.query.event },
      .optionalInteger("category", .integer(1...), "Only what is of it.", 1) {
        $0.query.category
      },
      .optionalInteger("item_type", .integer(1...), "Only what is of it.", 28) {
        $0.query.itemType
      },
      .integer(
        "count", .integer(1...Int64(BrowseProducts.limitMax)), "How many are shown.", 5
      ) { $0.count },
    ])

  /// The products of a section.
  fileprivate struct Selection {
    let query: ProductQuery
    let count: Int
  }
}

extension HomeSectionDraft.Content {
  fileprivate var selection: HomeSectionDraft.Selection? {
    if case .products(let query, let count) = self {
      .init(query: query, count: count)
    } else {
      nil
    }
  }
}
