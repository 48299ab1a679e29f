import Domain
import Postgres

/// A part of each item in the table of a list.
struct ListColumn<Draft: ListedDraft, Part: Sendable>: Sendable {
  /// One name, unless a value of this type takes several columns.
  let names: [String]
  /// Whether the column holds the URL of an image that the item shows.
  let isImage: Bool
  let bind: @Sendable (Draft, inout ParameterEncoder) -> Void
  let read: @Sendable (inout RowDecoder) throws(PostgresError) -> Part

  init(_ name: String, _ part: any KeyPath<Draft, Part> & Sendable) where Part: StoredValue {
    names = Part.columns(name)
    isImage = Part.self == ImageReference.self
    bind = { draft, encoder in Part.bind(draft[keyPath: part], &encoder) }
    read = { row throws(PostgresError) in
      guard let value = try Part.read(&row) else { throw row.mismatch("null") }
      return value
    }
  }

  /// A column that may be null.
  init<Value: StoredValue>(
    _ name: String, _ part: any KeyPath<Draft, Part> & Sendable
  ) where Part == Value? {
    names = Value.columns(name)
    isImage = false
    bind = { draft, encoder in Value.bind(draft[keyPath: part], &encoder) }
    read = { row throws(PostgresError) in try Value.read(&row) }
  }
}

/// A value in the items of lists, in one column or several.
protocol StoredValue: Sendable {
  /// The columns of such a value with this name.
  static func columns(_ name: String) -> [String]
  /// - Parameter value: nil for null.
  static func bind(_ value: Self?, _ encoder: inout ParameterEncoder)
  static func read(_ row: inout RowDecoder) throws(PostgresError) -> Self?
}

extension StoredValue {
  static func columns(_ name: String) -> [String] { [name] }
}

extension Int64: StoredValue {
  static func bind(_ value: Int64?, _ encoder: inout ParameterEncoder) { encoder.int8(value) }

  static func read(_ row: inout RowDecoder) throws(PostgresError) -> Int64? {
    try row.optionalInt8()
  }
}

/// A value stored as a text.
protocol StoredText: StoredValue {
  var text: String { get }
  init(column text: String) throws(ValidationError)
}

extension StoredText {
  static func bind(_ value: Self?, _ encoder: inout ParameterEncoder) { encoder.text(value?.text) }

  static func read(_ row: inout RowDecoder) throws(PostgresError) -> Self? {
    guard let text = try row.optionalText() else { return nil }
    return try row.checked(text, Self.init(column:))
  }
}

extension Title: StoredText {
  init(column text: String) throws(ValidationError) { try self.init(text) }
}
extension ImageReference: StoredText {
  init(column text: String) throws(ValidationError) { try self.init(stored: text) }
}
extension Slug: StoredText {
  init(column text: String) throws(ValidationError) { try self.init(text) }
}
extension AppVersion: StoredText {
  init(column text: String) throws(ValidationError) { try self.init(text) }
}
extension HomeSectionDraft.Layout: StoredText {
  var text: String { rawValue }

  init(column text: String) throws(ValidationError) {
    guard let layout = Self(rawValue: text) else {
      throw ValidationError("unknown_word", "Not a layout.", hint: "")
    }
    self = layout
  }
}

/// A value stored as a name and a text, adjacent in an array.
protocol StoredPair: Sendable {
  var storedTexts: [String] { get }
  init(stored name: String, _ text: String) throws(ValidationError)
}

extension Array: StoredValue where Element: StoredPair {
  static func bind(_ value: [Element]?, _ encoder: inout ParameterEncoder) {
    encoder.textArray(value?.flatMap(\.storedTexts))
  }

  static func read(_ row: inout RowDecoder) throws(PostgresError) -> [Element]? {
    guard var texts = try row.optionalTextArray()?[...] else { return nil }
    var pairs: [Element] = []
    while let name = texts.popFirst(), let text = texts.popFirst() {
      pairs.append(
        try row.checked(0) { _ throws(ValidationError) in try Element(stored: name, text) })
    }
    return pairs
  }
}

extension LocalizedTitle: StoredPair {
  var storedTexts: [String] { [language.text, title.text] }

  init(stored language: String, _ title: String) throws(ValidationError) {
    self.init(language: try Slug(language), title: try Title(title))
  }
}

extension AppSwitch: StoredPair {
  /// `true`, `false`, or a text after an equals sign.
  var storedTexts: [String] {
    switch value {
    case .flag(let flag): [name.text, "\(flag)"]
    case .text(let text): [name.text, "=\(text)"]
    }
  }

  init(stored name: String, _ value: String) throws(ValidationError) {
    let isText = value.hasPrefix("=")
    self.init(
      try Title(name),
      isText ? .text(try Title(String(value.dropFirst()))) : .flag(value == "true"))
  }
}

extension LinkTarget: StoredValue {
  static func columns(_ name: String) -> [String] { ["_kind", "_id", "_text"].map { name + $0 } }

  static func bind(_ value: LinkTarget?, _ encoder: inout ParameterEncoder) {
    encoder.linkTarget(value)
  }

  static func read(_ row: inout RowDecoder) throws(PostgresError) -> LinkTarget? {
    try row.linkTarget()
  }
}

extension HomeSectionDraft.Content: StoredValue {
  static func columns(_ name: String) -> [String] {
    [
      name, "sort", "only_on_sale", "only_in_stock", "event_category_id", "category_id",
      "item_type_id", "product_count",
    ]
  }

  /// A section without products stores the default query.
  static func bind(_ value: Self?, _ encoder: inout ParameterEncoder) {
    var (query, count) = (ProductQuery(), 20)
    if case .products(let ofSection, let countOfSection)? = value {
      (query, count) = (ofSection, countOfSection)
    }
    encoder.text(value?.kind)
    encoder.text(query.sort.rawValue)
    encoder.bool(query.onlyOnSale)
    encoder.bool(query.onlyInStock)
    encoder.int8(query.event)
    encoder.int8(query.category)
    encoder.int8(query.itemType)
    encoder.int2(Int16(clamping: count))
  }

  static func read(_ row: inout RowDecoder) throws(PostgresError) -> Self? {
    let kind = try row.text()
    guard let sort = ProductSort(rawValue: try row.text()) else {
      throw row.mismatch("an unknown sort")
    }
    let query = ProductQuery(
      sort: sort, onlyOnSale: try row.bool(), onlyInStock: try row.bool(),
      event: try row.optionalInt8(), category: try row.optionalInt8(),
      itemType: try row.optionalInt8())
    let count = Int(try row.int2())
    return switch kind {
    case "event_banners": .eventBanners
    case "event_categories": .eventCategories
    case "products": .products(query, count: count)
    default: throw row.mismatch("an unknown kind of section")
    }
  }
}
