/// The optional facts about a product, beside its name and price.
package struct ProductDetails: Sendable, Hashable {
  /// The largest number of steps in a category path, as in the existing apps.
  package static let categoriesMax = 4
  package static let none = ProductDetails()

  /// Nil without one.
  package var key: ProductKey?
  /// Id of an ``ItemType``; nil if unknown.
  package var itemType: Int64?
  package var brand: Title?
  package var maker: Title?
  /// The shop that sells it, as search results show it.
  package var mall: Title?
  /// A page about it outside of the app.
  package var link: ImageReference?
  package var type: ProductType
  /// From the widest to the narrowest, at most ``categoriesMax``.
  package var categoryPath: [Title]
  package var tags: ProductTags
  /// Nil if unknown.
  package var delivery: DeliveryTerms?

  package init(
    key: ProductKey? = nil, itemType: Int64? = nil, brand: Title? = nil, maker: Title? = nil,
    mall: Title? = nil,
    link: ImageReference? = nil,
    type: ProductType = .general, categoryPath: [Title] = [], tags: ProductTags = [],
    delivery: DeliveryTerms? = nil
  ) {
    self.key = key
    self.itemType = itemType
    self.brand = brand
    self.maker = maker
    self.mall = mall
    self.link = link
    self.type = type
    self.categoryPath = categoryPath
    self.tags = tags
    self.delivery = delivery
  }
}

/// The vendor's own name of a product, such as an article number: unique among its products, hidden
/// ones included.
package struct ProductKey: Sendable, Hashable {
  /// Bytes of UTF-8.
  package static let bytesMax = 200
  package let text: String

  /// - Throws: `empty`, `too_long` or `control_character`.
  package init(_ sent: String) throws(ValidationError) {
    guard sent.utf8.count <= Self.bytesMax else { throw .tooManyBytes(limit: Self.bytesMax) }
    guard !sent.isEmpty else {
      throw ValidationError("empty", "The key is empty.", hint: "Write it, or leave it out.")
    }
    guard !sent.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw ValidationError(
        "control_character", "Holds a control character.", hint: "Write visible characters.")
    }
    text = sent
  }

  package static func == (left: ProductKey, right: ProductKey) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

/// The kind of offer, 1 to 12, by the numbers of Naver's shopping search: 1-3 general, 4-6 used,
/// 7-9 discontinued, 10-12 upcoming; within each price comparison, unmatched, matched.
package struct ProductType: Sendable, Hashable {
  package static let general = ProductType(unchecked: 2)
  package let number: Int

  private init(unchecked number: Int) { self.number = number }

  /// - Throws: `out_of_range`.
  package init(_ number: Int) throws(ValidationError) {
    guard (1...12).contains(number) else {
      throw ValidationError(
        "out_of_range", "Unknown product type.", hint: "Write 1 to 12.", allowed: .numbers(1...12))
    }
    self.number = number
  }

  package var isUsed: Bool { (4...6).contains(number) }

  /// A condition such as `used`; with `_catalog` at its end for an offer that represents all offers
  /// of the same product, with `_matched` for one of the represented ones.
  package var word: String { Self.words[number - 1] }

  /// - Throws: `unknown_word`.
  package init(word: String) throws(ValidationError) {
    guard let index = Self.words.firstIndex(of: word) else {
      throw ValidationError("unknown_word", "Unknown product type.", known: Self.words)
    }
    number = index + 1
  }

  /// In the order of their numbers.
  package static let words = ["general", "used", "discontinued", "upcoming"].flatMap {
    [$0 + "_catalog", $0, $0 + "_matched"]
  }
}

/// A mark on a product's cell. The store keeps the order of the cases.
package enum ProductTag: String, Sendable, Hashable, CaseIterable {
  case best = "BEST"
  case freeDelivery = "FREE_DELIVERY"

  fileprivate var bit: UInt8 {
    switch self {
    case .best: 1 << 0
    case .freeDelivery: 1 << 1
    }
  }
}

/// The marks of a product, each once.
///
/// A bit for each: every product of every list has them, and a `Set` would allocate memory.
package struct ProductTags: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var bits: UInt8 = 0

  package init() {}

  package init(_ tags: some Sequence<ProductTag>) {
    for tag in tags { insert(tag) }
  }

  package init(arrayLiteral tags: ProductTag...) { self.init(tags) }

  package mutating func insert(_ tag: ProductTag) { bits |= tag.bit }

  package func contains(_ tag: ProductTag) -> Bool { bits & tag.bit != 0 }

  /// In the order of the cases.
  package var all: [ProductTag] { ProductTag.allCases.filter(contains) }
}
