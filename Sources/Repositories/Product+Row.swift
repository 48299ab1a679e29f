import Domain
import Postgres
import UseCases

/// A row of a product for its own screen, with one of its images.
struct StoredProduct: Sendable {
  let summary: ProductSummary
  let maker: Title?
  let mall: Title?
  let link: String?
  let categoryPath: [String]
  let delivery: Delivery?
  let itemType: Int64?
  let isHidden: Bool
  /// In the row of the first image only.
  let variants: StoredVariants?
  let key: String?
  let image: ProductImage?

  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    summary = try ProductColumns.summary.found(&row)
    maker = try row.title()
    mall = try row.title()
    link = try row.optionalText()
    categoryPath = try row.textArray()
    delivery = try Delivery(&row)
    itemType = try row.optionalInt8()
    isHidden = try row.bool()
    key = try row.optionalText()
    variants = try StoredVariants(&row)
    image = try row.productImage()
  }

  /// The terms of delivery; the schema stores all of them or none.
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

extension RowDecoder {
  /// An id, a digest, a colour, and the data of the original and of its renditions; all null if
  /// there is no image.
  fileprivate mutating func productImage() throws(PostgresError) -> ProductImage? {
    guard let id = try optionalInt8() else {
      try skip(2 + 4 * (1 + ImagePreset.allCases.count))
      return nil
    }
    guard let digest = try imageDigest() else { throw mismatch("no digest") }
    let color = Color(number: try int4())
    guard let original = try imageFile() else { throw mismatch("an image without its original") }
    var renditions = Renditions()
    for preset in ImagePreset.allCases {
      guard let made = try imageFile() else { continue }
      renditions.insert(
        Rendition(
          preset: preset, mediaType: made.mediaType, width: made.width, height: made.height,
          byteCount: made.bytes))
    }
    return ProductImage(
      id: id,
      picture: Picture(
        digest: digest, mediaType: original.mediaType, width: original.width,
        height: original.height, byteCount: original.bytes, color: color, renditions: renditions))
  }

  /// The type, the size and the length of an image file; nil for none.
  private mutating func imageFile() throws(PostgresError) -> (
    mediaType: StoredImage.MediaType, width: Int, height: Int, bytes: Int
  )? {
    guard let name = try optionalText() else {
      try skip(3)
      return nil
    }
    guard let mediaType = StoredImage.MediaType(rawValue: name) else {
      throw mismatch("an unknown type of images")
    }
    return (mediaType, Int(try int4()), Int(try int4()), Int(try int4()))
  }
}

extension Product {
  /// Nil if there are no rows.
  ///
  /// - Parameter rows: one for each image, in display order.
  /// - Throws: `.bug` if a row, edited by hand, breaks a rule of the domain.
  init?(_ rows: [StoredProduct]) throws(Failure) {
    guard let row = rows.first else { return nil }
    let (summary, cell) = (row.summary, row.summary.cell)
    do {
      let images = rows.compactMap(\.image)
      let variants = try row.variants?.variants(
        in: cell.price.currency, images: images.map(\.picture.digest))
      let draft = ProductDraft(
        name: cell.name, description: summary.description, price: cell.price, stock: cell.stock,
        details: try ProductDetails(row), isHidden: row.isHidden, variants: variants)
      self.init(summary: summary, draft: draft, images: images)
    } catch let flaw as ValidationError {
      throw Failure(stored: "product \(summary.id)", flaw: flaw)
    } catch { throw Failure(error) }
  }
}

extension [Product] {
  /// - Parameter rows: of any number of products; those of one follow each other.
  /// - Throws: as ``Product``.
  init(_ rows: [StoredProduct]) throws(Failure) {
    self = []
    var rest = rows[...]
    while let first = rest.first {
      let ofOne = rest.prefix { $0.summary.id == first.summary.id }
      rest = rest.dropFirst(ofOne.count)
      if let product = try Product([StoredProduct](ofOne)) { append(product) }
    }
  }
}

extension ProductDetails {
  fileprivate init(_ row: StoredProduct) throws {
    let cell = row.summary.cell
    self.init(
      key: try row.key.map { try ProductKey($0) }, itemType: row.itemType, brand: cell.brand,
      maker: row.maker, mall: row.mall,
      link: try row.link.map { try ImageReference(stored: $0) }, type: cell.type,
      categoryPath: try row.categoryPath.map { try Title(stored: $0) }, tags: cell.tags,
      delivery: try row.delivery.map { try DeliveryTerms($0) })
  }
}

extension DeliveryTerms {
  /// The number of texts stored for an area.
  private static let textsOfArea = 4

  fileprivate init(_ row: StoredProduct.Delivery) throws {
    let starts = stride(from: 0, to: row.areas.count, by: Self.textsOfArea)
    let areas = try starts.map { start in
      let texts = row.areas.dropFirst(start).prefix(Self.textsOfArea)
      guard texts.count == Self.textsOfArea, let last = texts.last, let surcharge = Int64(last)
      else { throw Failure.bug("the delivery areas of a product in the store are malformed") }
      return Area(
        province: texts[start], district: texts[start + 1], neighbourhood: texts[start + 2],
        surcharge: surcharge)
    }
    self.init(
      isFree: row.isFree, freeLimit: row.freeLimit, fee: row.fee,
      isBillingByAreaWhenFree: row.byArea, areas: areas)
  }

  /// The stored texts of all areas: province, district, neighbourhood, surcharge.
  var areaTexts: [String] {
    areas.flatMap { [$0.province, $0.district, $0.neighbourhood, String($0.surcharge)] }
  }
}
