import Domain
import Postgres
import UseCases

/// Reads the rows of `moa.products`.
///
/// Lists read an id and the card, which is what `moa.packed_product` makes of the other columns.
enum ProductRow {
  /// An id and a card.
  static func summary(_ row: inout RowDecoder) throws(PostgresError) -> ProductSummary {
    let id = try row.int8()
    return try row.bytea { summary(id, $0) }
  }

  /// An id and a card, which may be made already.
  static func card(
    _ row: inout RowDecoder, _ memo: CardMemo<ProductSummary>
  ) throws(PostgresError) -> ProductSummary {
    let id = try row.int8()
    return try row.bytea { memo(id, $0) }
  }

  /// An id and a card, of which no more is read than a grid shows.
  static func outline(
    _ row: inout RowDecoder, _ outlines: inout ProductOutlines
  ) throws(PostgresError) {
    let id = try row.int8()
    try row.bytea { octets in
      PackedReader.whole(octets) { $0.outline(of: id, &outlines) ? () : nil }
    }
  }

  private static func summary(
    _ id: Int64, _ octets: UnsafeRawBufferPointer
  ) -> ProductSummary? {
    PackedReader.whole(octets) { $0.card(of: id) }
  }

  /// How many the list holds, an id and a card: the first, or the other two, or all of them.
  static func counted(_ row: inout RowDecoder) throws(PostgresError) -> CountedProduct {
    try counted(&row) { summary($0, $1) }
  }

  /// As `counted`, of a card that may be made already.
  static func counted(
    _ row: inout RowDecoder, _ memo: CardMemo<ProductSummary>
  ) throws(PostgresError) -> CountedProduct {
    try counted(&row) { memo($0, $1) }
  }

  private static func counted(
    _ row: inout RowDecoder, _ read: (Int64, UnsafeRawBufferPointer) -> ProductSummary?
  ) throws(PostgresError) -> CountedProduct {
    let total = try row.optionalInt8()
    let id = try row.optionalInt8() ?? 0
    return CountedProduct(total: total, product: try row.optionalBytea { read(id, $0) })
  }

  /// An id, a card, what only the product's own screen shows, and all the pictures, if kept.
  static func product(_ row: inout RowDecoder) throws(PostgresError) -> StoredProduct {
    let summary = try summary(&row)
    return StoredProduct(
      summary: summary, maker: try row.optionalText(), mall: try row.optionalText(),
      link: try row.optionalText(), categoryPath: try row.textArray(),
      delivery: try StoredProduct.Delivery(&row),
      images: try pictures(&row))
  }

  static func pictures(_ row: inout RowDecoder) throws(PostgresError) -> [ProductImage]? {
    try row.optionalBytea { octets in PackedReader.whole(octets) { $0.productImages() } }
  }
}

/// A row of a counted list: how many products the list holds, or one of them, or both.
struct CountedProduct: Sendable {
  let total: Int64?
  let product: ProductSummary?
}

/// A row of `moa.products` for the product's own screen.
struct StoredProduct: Sendable {
  let summary: ProductSummary
  let maker: String?
  let mall: String?
  let link: String?
  let categoryPath: [String]
  let delivery: Delivery?
  /// Nil where they have to be looked up.
  let images: [ProductImage]?

  /// The terms of delivery; the schema keeps all of them or none.
  struct Delivery: Sendable {
    let isFree: Bool
    let freeLimit: Int64
    let fee: Int64
    let byArea: Bool
    let areas: [String]

    init?(_ row: inout RowDecoder) throws(PostgresError) {
      let isFree = try row.optionalBool()
      let freeLimit = try row.optionalInt8()
      let fee = try row.optionalInt8()
      let byArea = try row.optionalBool()
      let areas = try row.optionalTextArray()
      guard let isFree, let freeLimit, let fee, let byArea, let areas else { return nil }
      self.isFree = isFree
      self.freeLimit = freeLimit
      self.fee = fee
      self.byArea = byArea
      self.areas = areas
    }
  }
}

extension PackedReader {
  /// The number of the format that is read here.
  private static let cardFormat: UInt8 = 1

  /// What `moa.packed_product` writes; nil when it is malformed, or holds what the domain forbids.
  mutating func card(of id: Int64) -> ProductSummary? {
    guard integer(UInt8.self) == Self.cardFormat, let code = ProductCode(octets: octets(16))
    else { return nil }
    do throws(Flaw) {
      guard let vendor = try vendor(), let price = price() else { return nil }
      let stock = try Stock(Int(integer(Int32.self)))
      let type = try ProductType(Int(integer(Int16.self)))
      let reviews = ReviewScore(count: Int(integer(Int32.self)), average: double())
      let (createdAt, updatedAt) = (timestamp(), timestamp())
      let version = Int(integer(Int32.self))
      return ProductSummary(
        id: id, code: code, vendor: vendor, name: try ProductName(stored: text()),
        description: try ProductDescription(stored: text()), price: price, stock: stock,
        brand: try optionalText().map { text throws(Flaw) in try Title(stored: text) },
        type: type, tags: tags(), cover: isAtEnd ? nil : picture(), reviews: reviews,
        createdAt: createdAt, updatedAt: updatedAt, version: version)
    } catch {
      return nil
    }
  }

  /// As `card`, of which it reads no more than a grid shows: whether the rest is what the domain
  /// allows, nobody asks. False when nothing was added.
  mutating func outline(of id: Int64, _ outlines: inout ProductOutlines) -> Bool {
    // The format, the code, and of the vendor the number, the identifier, and since when.
    guard let head = record(1 + 16 + 8 + 16 + 8), head.integer(UInt8.self, at: 0) == Self.cardFormat
    else { return false }
    // The vendor's name.
    skipText()
    // The price, the stock, the type, the reviews and their average, two times, and the version.
    let stockPlace = Price.packedOctets
    guard let numbers = record(stockPlace + 4 + 2 + 4 + 8 + 8 + 8 + 4),
      let price = Price(packed: numbers), let stock = try? Stock(numbers.number(at: stockPlace))
    else { return false }
    let name = textOctets()
    guard ProductName.isStored(octets: name.count) else { return false }
    // The description, the brand, the tags.
    for _ in 0..<3 { skipText() }
    let cover = isAtEnd ? nil : picture(servedAs: .thumb)
    guard isAtEnd, !isMalformed else { return false }
    outlines.append(
      ProductOutline(id: id, price: price, stock: stock, cover: cover), name: name)
    return true
  }

  private mutating func vendor() throws(Flaw) -> Vendor? {
    let id: Int64 = integer()
    guard let identifier = VendorIdentifier(octets: octets(16)) else { return nil }
    let createdAt = timestamp()
    return Vendor(
      id: id, identifier: identifier, name: try Title(stored: text()), createdAt: createdAt)
  }

  private mutating func price() -> Price? {
    record(Price.packedOctets).flatMap { Price(packed: $0) }
  }

  /// A tag that this server does not know is left out, so that an older server may read what a
  /// newer one wrote.
  private mutating func tags() -> ProductTags {
    let names = octets(Int(integer(Int32.self)))
    var tags = ProductTags()
    for name in names.split(separator: UInt8(ascii: ",")) {
      if let tag = ProductTag(rawValue: String(decoding: name, as: UTF8.self)) { tags.insert(tag) }
    }
    return tags
  }
}

extension Price {
  /// A currency, and two amounts of it.
  fileprivate static let packedOctets = 1 + 8 + 8

  /// What stands at the beginning of a record; nil for what can be no price.
  @inline(__always)
  fileprivate init?(packed record: PackedRecord) {
    guard let currency = Currency(packed: record.integer(UInt8.self, at: 0)),
      let price = try? Price(
        record.integer(Int64.self, at: 1), discount: record.integer(Int64.self, at: 9),
        in: currency)
    else { return nil }
    self = price
  }
}

extension Currency {
  /// What `moa.packed_product` writes.
  fileprivate init?(packed octet: UInt8) {
    switch octet {
    case 1: self = .krw
    case 2: self = .usd
    default: return nil
    }
  }
}
