import Domain
import Postgres

/// The columns that lists of products read, and how to read a row of them.
struct ProductColumns<Listed: Sendable>: Sendable {
  /// Columns of `moa.products`, besides those that define the order.
  let stored: String
  /// The columns in the order of `read`; the product is `p`, and its vendor, if it is read, is `v`.
  let shown: String
  /// The number of columns in `shown`.
  let count: Int
  /// The join with the vendor; empty if the vendor is not read.
  let vendor: String
  /// Nil if an outer join found nothing.
  let read: @Sendable (inout RowDecoder) throws(PostgresError) -> Listed?

  /// - Parameter id: the first column; null if there is no product.
  init(
    _ columns: [String], ofVendor: Bool,
    _ read: @escaping @Sendable (Int64, inout RowDecoder) throws(PostgresError) -> Listed
  ) {
    let ofProduct = columns.filter { !$0.contains(".") } + (ofVendor ? ["vendor_id"] : [])
    stored = ofProduct.map { $0 == "description" ? Self.cutDescription : $0 }
      .joined(separator: ", ")
    shown = columns.map { $0.contains(".") ? $0 : "p." + $0 }.joined(separator: ", ")
    count = columns.count
    // Row by row, to keep the order of the products. Without the limit the planner would join and
    // sort.
    vendor =
      ofVendor
      ? """
      left join lateral (
        select id, identifier, name, created_at from moa.vendors where id = p.vendor_id limit 1
      ) v on true
      """ : ""
    let rest = columns.count - 1
    self.read = { row throws(PostgresError) in
      guard let id = try row.optionalInt8() else {
        try row.skip(rest)
        return nil
      }
      return try read(id, &row)
    }
  }

  /// Lists show 1,000 characters of it, which have a few code points each: so a page stays small.
  private static var cutDescription: String {
    "left(description, \(ProductDescription.listedScalarsMax)) as description"
  }
}

extension ProductColumns<TileProduct> {
  /// The columns for tiles of a grid.
  static let tile = ProductColumns(
    [
      "id", "name", "currency", "amount", "discount", "stock", "cover_sha256", "cover_color",
      "tile_file", "tile_width", "tile_height", "tile_bytes", "price_varies",
    ], ofVendor: false
  ) { id, row throws(PostgresError) in
    TileProduct(
      id: id, name: try row.productName(), price: try row.price(), stock: try row.stock(),
      cover: try row.cover(), pricesDiffer: try row.optionalBool() == true)
  }
}

extension ProductColumns<CellProduct> {
  /// The columns for list rows.
  static let cell = ProductColumns(ofCell, ofVendor: true) { id, row throws(PostgresError) in
    try CellProduct(id, &row)
  }

  fileprivate static let ofCell = [
    "id", "v.identifier", "v.name", "name", "currency", "amount", "discount", "stock", "brand",
    "type", "tags", "cover_sha256", "cover_color", "cell_file", "cell_width", "cell_height",
    "cell_bytes", "review_count", "review_average", "version", "like_count", "price_varies",
    "swatches",
  ]
}

extension ProductColumns<ProductSummary> {
  /// The columns for the lists of other dialects, and for products of their own.
  static let summary = ProductColumns(
    ProductColumns<CellProduct>.ofCell + [
      "code", "v.id", "v.created_at", "description", "created_at", "updated_at",
    ], ofVendor: true
  ) { id, row throws(PostgresError) in
    let cell = try CellProduct(id, &row)
    return ProductSummary(
      cell: cell, code: try row.productCode(),
      vendor: Vendor(
        id: try row.int8(), identifier: cell.vendor.identifier, name: cell.vendor.name,
        createdAt: try row.timestamp()),
      description: try row.checked(try row.text(), ProductDescription.init(stored:)),
      createdAt: try row.timestamp(), updatedAt: try row.timestamp())
  }
}

extension CellProduct {
  fileprivate init(_ id: Int64, _ row: inout RowDecoder) throws(PostgresError) {
    self.init(
      id: id, vendor: try row.seller(), name: try row.productName(), price: try row.price(),
      stock: try row.stock(), brand: try row.title(),
      type: try row.checked(Int(try row.int2()), ProductType.init), tags: try row.tags(),
      cover: try row.cover(),
      reviews: ReviewScore(count: Int(try row.int4()), average: try row.float8()),
      version: Int(try row.int4()), likeCount: Int(try row.int4()),
      options: try row.optionSummary())
  }
}

extension RowDecoder {
  /// The value that `make` returns; an error that names the column if the stored value breaks a
  /// rule.
  func checked<Stored, Value>(
    _ stored: Stored, _ make: (Stored) throws(ValidationError) -> Value
  ) throws(PostgresError) -> Value {
    do throws(ValidationError) {
      return try make(stored)
    } catch {
      throw mismatch("it breaks a rule: \(error.code)")
    }
  }

  mutating func timestamp() throws(PostgresError) -> Domain.Timestamp {
    Domain.Timestamp(clamping: try timestamptz())
  }

  /// A UUID.
  mutating func sixteenBytes() throws(PostgresError) -> SixteenBytes {
    let (high, low) = try uuid()
    return SixteenBytes(high: high, low: low)
  }

  /// A digest, or null.
  mutating func imageDigest() throws(PostgresError) -> ImageDigest? {
    guard let (first, second, third, fourth) = try optionalDigest() else { return nil }
    return ImageDigest(
      high: SixteenBytes(high: first, low: second), low: SixteenBytes(high: third, low: fourth))
  }

  /// A text that may be null.
  mutating func title() throws(PostgresError) -> Title? {
    guard let text = try optionalText() else { return nil }
    return try checked(text, Title.init(stored:))
  }

  mutating func productName() throws(PostgresError) -> ProductName {
    try checked(try text(), ProductName.init(stored:))
  }

  fileprivate mutating func productCode() throws(PostgresError) -> ProductCode {
    ProductCode(try sixteenBytes())
  }

  /// An identifier and a name.
  mutating func seller() throws(PostgresError) -> Seller {
    Seller(
      identifier: VendorIdentifier(try sixteenBytes()),
      name: try checked(try text(), Title.init(stored:)))
  }

  /// A currency and two amounts.
  mutating func price() throws(PostgresError) -> Price {
    guard let currency = Currency(rawValue: try text()) else {
      throw mismatch("an unknown currency")
    }
    let (amount, discount) = (try int8(), try int8())
    guard let price = try? Price(amount, discount: discount, in: currency) else {
      throw mismatch("no price")
    }
    return price
  }

  fileprivate mutating func stock() throws(PostgresError) -> Stock {
    try checked(Int(try int4()), Stock.init(_:))
  }

  /// Whether prices differ, and colours; the first is null without options.
  fileprivate mutating func optionSummary() throws(PostgresError) -> OptionSummary? {
    guard let pricesDiffer = try optionalBool() else {
      try skip(1)
      return nil
    }
    let swatches = try optionalArray(of: .int4) ?? []
    return OptionSummary(
      pricesDiffer: pricesDiffer, swatches: swatches.compactMap { $0.map(Color.init(number:)) })
  }

  /// A tag that this server does not know is left out, so that an older server can read the rows of
  /// a newer one.
  fileprivate mutating func tags() throws(PostgresError) -> ProductTags {
    var tags = ProductTags()
    for name in try textArray() {
      if let tag = ProductTag(rawValue: name) { tags.insert(tag) }
    }
    return tags
  }

  /// A digest, a colour, the end of a path, and three numbers: all of them or none.
  mutating func cover() throws(PostgresError) -> ServedPicture? {
    guard let digest = try imageDigest() else {
      try skip(5)
      return nil
    }
    let color = Color(number: try int4())
    guard let address = ImageAddress(digest: digest, fileName: try text()) else {
      throw mismatch("no file of an image")
    }
    return ServedPicture(
      address: address, width: Int(try int4()), height: Int(try int4()),
      byteCount: Int(try int4()), color: color)
  }
}
