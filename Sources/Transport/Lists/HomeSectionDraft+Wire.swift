import Domain
import UseCases
import Web

extension HomeSectionDraft: AdministeredDraft {
  static let declaration = ListDeclaration<HomeSectionDraft>(
    "HomeSection", "HomeSections", at: "screens/home", "A section of the home screen.",
    members,
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

  /// Only sections of products have `products`.
  private static let members = SharedMembers<ListItem<Self>, Self>(
    SharedMember.required("key", .key, "Names it on its screen.", "on-sale") {
      .string($0.key.text)
    },
    SharedMember.required("kind", knownKind, "What its items are.", "products") {
      .string($0.content.kind)
    },
    SharedMember.titles(
      "titles",
      "One for each language; the first is for all others. None for one that explains itself."
    ) { $0.titles },
    SharedMember.required("layout", BodyValue<Layout>.word(), "How it is laid out.", "row") {
      .string($0.layout.rawValue)
    },
    SharedMember(
      .object("products", Selection.wire, isRequired: false, Selection.meaning) {
        $0.content.selection
      },
      .optional(
        "products", .object(Selection.document),
        when: .member("kind", knownKind) { $0 == "products" }, Selection.meaning))
  ) { key, kind, titles, layout, products in
    HomeSectionDraft(
      key: key, content: content(kind, products ?? .usual), titles: titles, layout: layout)
  }

  private static let knownKind = BodyValue<String>.word(Content.kinds)

  private static func content(_ kind: String, _ products: Selection) -> Content {
    switch kind {
    case "event_banners": .eventBanners
    case "event_categories": .eventCategories
    default: .products(products.query, count: products.count)
    }
  }
}

extension SharedMember where Value == [LocalizedTitle] {
  /// One text for each language.
  ///
  /// - Parameter isRequired: whether it is there without texts, too.
  static func titles(
    _ name: StaticString, isRequired: Bool = true, _ meaning: String,
    _ read: @escaping WireMember<Whole>.Read<Value>
  ) -> SharedMember {
    let count = 0...LocalizedTitle.countMax
    let value = BodyValue.array(.object(LocalizedTitle.document), count) {
      LocalizedTitle.repetitions(in: $0)
    }
    return SharedMember(
      .objects(name, LocalizedTitle.wire, count, isRequired: isRequired, meaning, read),
      isRequired
        ? .required(name.description, value, meaning)
        : .group(BodyMember.optional(name.description, value, meaning)) { $0 ?? [] })
  }
}

extension LocalizedTitle {
  fileprivate static let wire = WireObject<LocalizedTitle>(
    "LocalizedTitle", "A title in one language.", members.answer)

  fileprivate static let document = BodyObject<LocalizedTitle>(wire.schema, members.body)

  private static let members = SharedMembers<LocalizedTitle, LocalizedTitle>(
    SharedMember.required("language", knownLanguage, "One in which the server answers.", "ko") {
      .string($0.language.text)
    },
    SharedMember.required("title", .title, "One line.", "지금 할인 중") { .string($0.title.text) }
  ) { LocalizedTitle(language: $0, title: $1) }

  private static let knownLanguage = BodyValue<Slug>(.word(languages)) {
    value throws(ValidationError) in try Slug(value.word(of: languages))
  }
  private static let languages = Language.all.map(\.tag)

  /// Errors for repeated languages among the submitted titles.
  fileprivate static func repetitions(in titles: [JSONValue]) -> [FieldError] {
    var known: Set<Slug> = []
    return titles.enumerated().compactMap { index, title in
      guard let language = Self.knownLanguage.quietly("language", in: title),
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
  /// For a section that names none.
  static let usual = Selection(query: ProductQuery(), count: BrowseProducts.limitDefault)
  let query: ProductQuery
  let count: Int

  static let meaning = "Which it shows; only of products."

  static let wire = WireObject<Selection>(
    "ProductSelection", "Which products a section shows: a list, and how much of it.",
    members.answer)

  static let document = BodyObject<Selection>(wire.schema, nullsAreAbsent: true, members.body)

  private static let members = SharedMembers<Selection, Selection>(
    SharedMember.optional(
      "sort", BodyValue<ProductSort>.word(), "The order; left out for the newest first.",
      "price_asc"
    ) { .string($0.query.sort == .newest ? nil : $0.query.sort.rawValue) },
    SharedMember.optional("on_sale", .flag, "Only what is discounted.", true) {
      .bool($0.query.onlyOnSale ? true : nil)
    },
    SharedMember.optional("in_stock", .flag, "Only what is not sold out.", true) {
      .bool($0.query.onlyInStock ? true : nil)
    },
    SharedMember.optional("event", .id, "Only what belongs to it.", 6) { .integer($0.query.event) },
    SharedMember.optional("category", .id, "Only what is of it.", 1) {
      .integer($0.query.category)
    },
    SharedMember.optional("item_type", .id, "Only what is of it.", 28) {
      .integer($0.query.itemType)
    },
    SharedMember.required(
      "count",
      .integer(
        counts,
        outside: ValidationError(
          "out_of_range", "A section shows \(counts.lowerBound) to \(counts.upperBound) products.",
          hint: "Write how many it shall show.", allowed: .numbers(counts))),
      "How many are shown.", 5
    ) { .integer($0.count) }
  ) { sort, onSale, inStock, event, category, itemType, count in
    let query = ProductQuery(
      sort: sort ?? .newest, onlyOnSale: onSale ?? false, onlyInStock: inStock ?? false,
      event: event, category: category, itemType: itemType)
    return Selection(query: query, count: Int(count))
  }

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
