import Domain
import UseCases
import Web

extension HomeSectionDraft: AdministeredDraft {
  static let declaration = ListDeclaration<HomeSectionDraft>(
    "HomeSection", "HomeSections", at: "screens/home", "A section of the home screen.",
    [
      keyMember.answer, kindMember.answer, titlesMember.answer, layoutMember.answer,
      productsMember.answer,
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

  private static let keyMember = SharedMember<ListItem<Self>, _>(
    .value("key", Wire.key, "Names it on its screen.", "on-sale") { .string($0.key.text) }, .key)
  private static let kindMember = SharedMember<ListItem<Self>, _>(
    .value("kind", .word(Content.kinds), "What its items are.", "products") {
      .string($0.content.kind)
    },
    .word(Content.kinds))
  private static let titlesMember = SharedMember<ListItem<Self>, _>(
    .objects(
      "titles", LocalizedTitle.wire, 0...LocalizedTitle.countMax,
      "One for each language; the first is for all others. None for one that explains itself."
    ) { $0.titles },
    .array(.object(LocalizedTitle.document), 0...LocalizedTitle.countMax) {
      LocalizedTitle.repetitions(in: $0)
    })
  private static let layoutMember = SharedMember<ListItem<Self>, _>(
    .value("layout", .word(Layout.allCases.map(\.rawValue)), "How it is laid out.", "row") {
      .string($0.layout.rawValue)
    }, BodyValue<Layout>.word())
  private static let productsMember = SharedMember<ListItem<Self>, _>(
    .object("products", Selection.wire, isRequired: false, "Which it shows; only of products.") {
      $0.content.selection
    }, .object(Selection.document))

  /// Only sections of products know `products`.
  static func read(_ reader: inout ObjectReader) -> HomeSectionDraft? {
    let key = reader.required(keyMember.body)
    let kind = reader.required(kindMember.body)
    let titles = reader.required(titlesMember.body)
    let layout = reader.required(layoutMember.body)
    let products = reader.optional(productsMember.body, when: kind.map { $0 == "products" })
    guard let key, let kind, let titles, let layout else { return nil }
    return HomeSectionDraft(
      key: key, content: content(kind, products ?? .usual), titles: titles, layout: layout)
  }

  private static func content(_ kind: String, _ products: Selection) -> Content {
    switch kind {
    case "event_banners": .eventBanners
    case "event_categories": .eventCategories
    default: .products(products.query, count: products.count)
    }
  }
}

extension LocalizedTitle {
  static let wire = WireObject<LocalizedTitle>(
    "LocalizedTitle", "A title in one language.", [languageMember.answer, titleMember.answer])

  static let document = BodyObject<LocalizedTitle>(wire.schema) { reader in
    let language = reader.required(languageMember.body)
    let title = reader.required(titleMember.body)
    guard let language, let title else { return nil }
    return LocalizedTitle(language: language, title: title)
  }

  private static let languageMember = SharedMember<LocalizedTitle, _>(
    .value("language", .word(languages), "One in which the server answers.", "ko") {
      .string($0.language.text)
    },
    BodyValue<Slug>(.word(languages)) { value throws(ValidationError) in
      try Slug(value.word(of: languages))
    })
  private static let titleMember = SharedMember<LocalizedTitle, _>(
    .value("title", Wire.title, "One line.", "지금 할인 중") { .string($0.title.text) }, .title)

  private static let languages = Language.all.map(\.tag)

  /// What comes twice among titles as they were sent.
  static func repetitions(in titles: [JSONValue]) -> [FieldError] {
    var known: Set<Slug> = []
    return titles.enumerated().compactMap { index, title in
      guard let language = languageMember.body.quietly(in: title),
        !known.insert(language).inserted
      else { return nil }
      let flaw = ValidationError(
        "duplicate", "There is a title in this language already.", hint: "Send one for each.")
      return FieldError("/\(index)/language", flaw)
    }
  }
}

/// The products of a section.
private struct Selection {
  /// Of a section that does not say which.
  static let usual = Selection(query: ProductQuery(), count: BrowseProducts.limitDefault)
  let query: ProductQuery
  let count: Int

  static let wire = WireObject<Selection>(
    "ProductSelection", "Which products a section shows: a list, and how much of it.",
    [
      sort.answer, onSale.answer, inStock.answer, event.answer, category.answer, itemType.answer,
      count.answer,
    ])

  static let document = BodyObject<Selection>(wire.schema, nullsAreAbsent: true) { reader in
    let query = ProductQuery(
      sort: reader.optional(sort.body) ?? .newest,
      onlyOnSale: reader.optional(onSale.body) ?? false,
      onlyInStock: reader.optional(inStock.body) ?? false, event: reader.optional(event.body),
      category: reader.optional(category.body), itemType: reader.optional(itemType.body))
    return reader.required(count.body).map { Selection(query: query, count: Int($0)) }
  }

  private static let sort = SharedMember<Selection, _>(
    .value(
      "sort", .word(ProductSort.allCases.map(\.rawValue)), isRequired: false,
      "The order; left out for the newest first.", "price_asc"
    ) { .string($0.query.sort == .newest ? nil : $0.query.sort.rawValue) },
    BodyValue<ProductSort>.word())
  private static let onSale = SharedMember<Selection, _>(
    .value("on_sale", .boolean, isRequired: false, "Only what is discounted.", true) {
      .bool($0.query.onlyOnSale)
    }, .flag)
  private static let inStock = SharedMember<Selection, _>(
    .value("in_stock", .boolean, isRequired: false, "Only what is not sold out.", true) {
      .bool($0.query.onlyInStock)
    }, .flag)
  private static let event = SharedMember<Selection, _>(
    .value("event", .integer(1...), isRequired: false, "Only what belongs to it.", 6) {
      .integer($0.query.event)
    },
    .id)
  private static let category = SharedMember<Selection, _>(
    .value("category", .integer(1...), isRequired: false, "Only what is of it.", 1) {
      .integer($0.query.category)
    },
    .id)
  private static let itemType = SharedMember<Selection, _>(
    .value("item_type", .integer(1...), isRequired: false, "Only what is of it.", 28) {
      .integer($0.query.itemType)
    },
    .id)
  private static let count = SharedMember<Selection, _>(
    .value("count", .integer(counts), "How many are shown.", 5) { .integer($0.count) },
    .integer(
      counts,
      outside: ValidationError(
        "out_of_range", "A section shows \(counts.lowerBound) to \(counts.upperBound) products.",
        hint: "Write how many it shall show.")))
  private static let counts = 1...Int64(BrowseProducts.limitMax)
}

extension HomeSectionDraft.Content {
  fileprivate var selection: Selection? {
    if case .products(let query, let count) = self {
      .init(query: query, count: count)
    } else {
      nil
    }
  }
}
