import Domain
import Postgres
import UseCases

/// A row of `moa.products` with its vendor, in the order in which the statements select columns.
struct ProductRow: Sendable {
  let id: Int64
  let code: [UInt8]
  let vendor: Seller
  let name: String
  let description: String
  let currency: String
  let amount: Int64
  let discount: Int64
  let stock: Int32
  let brand: String?
  let maker: String?
  let mall: String?
  let link: String?
  let type: Int16
  let categoryPath: [String]
  let tags: [String]
  let delivery: Delivery?
  let cover: [UInt8]?
  let reviewCount: Int32
  let reviewAverage: Double
  let createdAt: Int64
  let updatedAt: Int64
  let version: Int32

  /// A row of `moa.vendors` without the secret.
  struct Seller: Sendable {
    let id: Int64
    let identifier: [UInt8]
    let name: String
    let createdAt: Int64

    init(_ row: inout RowDecoder) throws(PostgresError) {
      id = try row.int8()
      identifier = try row.uuid()
      name = try row.text()
      createdAt = try row.timestamptz()
    }
  }

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

  init(_ row: inout RowDecoder) throws(PostgresError) {
    try self.init(id: row.int8(), &row)
  }

  /// For a row whose id was read already.
  init(id: Int64, _ row: inout RowDecoder) throws(PostgresError) {
    self.id = id
    code = try row.uuid()
    vendor = try Seller(&row)
    name = try row.text()
    description = try row.text()
    currency = try row.text()
    amount = try row.int8()
    discount = try row.int8()
    stock = try row.int4()
    brand = try row.optionalText()
    maker = try row.optionalText()
    mall = try row.optionalText()
    link = try row.optionalText()
    type = try row.int2()
    categoryPath = try row.textArray()
    tags = try row.textArray()
    delivery = try Delivery(&row)
    cover = try row.optionalBytea()
    reviewCount = try row.int4()
    reviewAverage = try row.float8()
    createdAt = try row.timestamptz()
    updatedAt = try row.timestamptz()
    version = try row.int4()
  }

  /// Columns that follow the id.
  static let columnsBehindID = 29
}

/// A row of a list, and how many products the list holds; no product behind the end.
struct CountedRow: Sendable {
  let total: Int64
  let product: ProductRow?

  init(_ row: inout RowDecoder) throws(PostgresError) {
    total = try row.int8()
    guard let id = try row.optionalInt8() else {
      try row.skip(ProductRow.columnsBehindID)
      product = nil
      return
    }
    product = try ProductRow(id: id, &row)
  }
}

/// A product with all of its images, packed one behind the other.
struct ProductWithImagesRow: Sendable {
  let product: ProductRow
  let images: [UInt8]

  init(_ row: inout RowDecoder) throws(PostgresError) {
    product = try ProductRow(&row)
    images = try row.optionalBytea() ?? []
  }
}
