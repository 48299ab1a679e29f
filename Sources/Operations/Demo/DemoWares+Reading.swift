import Cryptography
import Domain
import Resources
import UseCases

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The products of the demo shop, as in `db/demo/products.json`.
struct DemoWaresFile: Decodable {
  struct VendorEntry: Decodable {
    let identifier, name: String
    /// Null when the secret is not known to anyone.
    let secretHash: String?
  }
  struct PictureEntry: Decodable {
    let name, color: String
  }
  struct DeliveryEntry: Decodable {
    let name: String
    let isFree: Bool
    let freeLimit, fee: Int64
    let isBillingByAreaWhenFree: Bool
    let areas: [AreaEntry]
  }
  struct AreaEntry: Decodable {
    let province, district, neighbourhood: String
    let surcharge: Int64
  }
  struct ProductEntry: Decodable {
    /// The place of its vendor in the list of vendors, from 1.
    let vendor: Int
    let name, description, currency: String
    /// In minor units.
    let price, discount: Int64
    let stock: Int
    let pictures: [String]
    let brand, maker, mall: String?
    let type: Int
    /// The title of an item type.
    let itemType: String
    let category, tags: [String]
    let delivery: String?
    let reviews: Int
    let average: Double
    /// Without them the product has no options.
    let colors: [ColorEntry]?
    let sizes: [String]?
    /// Of each size of the first colour, then of the next; null for a combination that is not sold.
    let stocks: [Int?]?
    /// In minor units.
    let moreForLargest: Int64?
  }
  struct ColorEntry: Decodable {
    let name, color: String
  }

  let vendors: [VendorEntry]
  let pictures: [PictureEntry]
  let deliveryTerms: [DeliveryEntry]
  /// The newest first.
  let products: [ProductEntry]

  /// Names of the first pictures, the oldest product first.
  var covers: [String] { products.reversed().map { $0.pictures.first ?? "" } }

  static func read() throws -> DemoWaresFile {
    guard let file = Resources.demo(named: "products.json") else {
      throw CommandError(.software, "this program was built without the products of the demo shop.")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(DemoWaresFile.self, from: Data(file.bytes))
  }
}

extension DemoWares {
  /// The embedded products, as if the shop had been open until `instant`.
  ///
  /// - Parameter itemTypes: their ids by their titles.
  init(
    _ file: DemoWaresFile, itemTypes: [String: Int64], openedAt instant: Timestamp
  ) throws {
    let vendors = try file.vendors.map { try DemoVendor($0, file, openedAt: instant) }
    let pictures = try Dictionary(
      uniqueKeysWithValues: file.pictures.map { ($0.name, try PreparedImage(demo: $0)) })
    let delivery = Dictionary(
      uniqueKeysWithValues: file.deliveryTerms.map { ($0.name, DeliveryTerms($0)) })
    let products = try file.products.enumerated().map { age, entry in
      guard vendors.indices.contains(entry.vendor - 1) else { throw Self.unknown("vendor", entry) }
      let images = try entry.pictures.map { name in
        guard let image = pictures[name] else { throw Self.unknown("picture", entry) }
        return image
      }
      let terms = try entry.delivery.map { name in
        guard let terms = delivery[name] else { throw Self.unknown("delivery", entry) }
        return terms
      }
      guard let itemType = itemTypes[entry.itemType] else {
        throw Self.unknown("item type", entry)
      }
      return DemoProduct(
        code: try Self.code(file.products.count - age),
        vendor: vendors[entry.vendor - 1].identifier,
        draft: try entry.draft(terms, number: file.products.count - age), images: images,
        reviews: ReviewScore(count: entry.reviews, average: entry.average), itemType: itemType,
        createdAt: Self.date(age, before: instant))
    }
    self.init(vendors: vendors, products: products.reversed())
  }

  /// The newest some minutes ago, the oldest some weeks: further and further apart.
  static func date(_ age: Int, before instant: Timestamp) -> Timestamp {
    let minutes = Int64(4 + 11 * age + age * age)
    return Timestamp(clamping: instant.microseconds - minutes * 60_000_000)
  }

  /// Derived from the product's number, so that a link to it works in every demo shop.
  private static func code(_ number: Int) throws -> ProductCode {
    let digest = SHA256.digest("moa demo product \(number)")
    guard let code = ProductCode(bytes: Array(digest.prefix(16))) else {
      throw CommandError(.software, "a digest has not 32 bytes.")
    }
    return code
  }

  private static func unknown(_ what: String, _ entry: DemoWaresFile.ProductEntry) -> CommandError {
    CommandError(.software, "a product of the demo shop names an unknown \(what): \(entry.name).")
  }
}

extension DemoVendor {
  /// A vendor was there a day before the oldest product.
  fileprivate init(
    _ entry: DemoWaresFile.VendorEntry, _ file: DemoWaresFile, openedAt instant: Timestamp
  ) throws {
    guard let identifier = VendorIdentifier(entry.identifier) else {
      throw CommandError(.software, "a vendor of the demo shop has no identifier: \(entry.name).")
    }
    let oldest = DemoWares.date(file.products.count, before: instant)
    self.init(
      identifier: identifier, name: try Title(entry.name),
      secretHash: entry.secretHash ?? SecretHash.ofNobody().description,
      createdAt: Timestamp(clamping: oldest.microseconds - 86_400_000_000))
  }
}

extension DeliveryTerms {
  fileprivate init(_ entry: DemoWaresFile.DeliveryEntry) {
    self.init(
      isFree: entry.isFree, freeLimit: entry.freeLimit, fee: entry.fee,
      isBillingByAreaWhenFree: entry.isBillingByAreaWhenFree,
      areas: entry.areas.map {
        Area(
          province: $0.province, district: $0.district, neighbourhood: $0.neighbourhood,
          surcharge: $0.surcharge)
      })
  }
}

extension DemoWaresFile.ProductEntry {
  fileprivate func draft(_ terms: DeliveryTerms?, number: Int) throws -> ProductDraft {
    guard let currency = Currency(rawValue: currency) else {
      throw CommandError(.software, "a product of the demo shop has an unknown currency: \(name).")
    }
    let price = try Price(price, discount: discount, in: currency)
    let variants = try variants(price, number: number)
    return ProductDraft(
      name: try ProductName(name), description: try ProductDescription(description),
      price: variants?.price ?? price, stock: try variants?.stock ?? Stock(stock),
      details: ProductDetails(
        brand: try brand.map { try Title($0) }, maker: try maker.map { try Title($0) },
        mall: try mall.map { try Title($0) }, type: try ProductType(type),
        categoryPath: try category.map { try Title($0) },
        tags: ProductTags(tags.compactMap(ProductTag.init)), delivery: terms),
      variants: variants)
  }

  /// Colours, each with its picture, and sizes, the last of which may cost more.
  private func variants(_ price: Price, number: Int) throws -> Variants? {
    guard let stocks, let sizes else { return nil }
    let colors = try (self.colors ?? []).map {
      OptionValue(try Title($0.name), color: Color(text: $0.color))
    }
    let larger = try Price(
      price.amount + (moreForLargest ?? 0), discount: price.discount, in: price.currency)
    let sizeValues = try sizes.map { OptionValue(try Title($0)) }
    let all = try stocks.enumerated().compactMap { place, stock -> Variant? in
      guard let stock else { return nil }
      let (color, size) = place.quotientAndRemainder(dividingBy: max(1, sizes.count))
      let choices = colors.dropFirst(color).prefix(1) + sizeValues.dropFirst(size).prefix(1)
      return Variant(
        choices: choices.map(\.text), sku: try SKU("DEMO-\(number)-\(place + 1)"),
        price: size == sizes.count - 1 ? larger : price, stock: try Stock(stock),
        image: colors.isEmpty ? nil : color + 1)
    }
    let options = try [("색상", colors), ("사이즈", sizeValues)].filter { !$0.1.isEmpty }
      .map { ProductOption(name: try Title($0.0), values: $0.1) }
    return try Variants(options: options, all: all)
  }
}
