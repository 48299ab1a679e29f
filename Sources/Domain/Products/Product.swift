/// Something that a vendor sells, with all that its own screen shows.
package struct Product: Sendable, Hashable {
  /// From 1 to 5: what the existing apps send and show.
  package static let imagesMax = 5
  package let summary: ProductSummary
  /// All that its vendor says of it.
  package let draft: ProductDraft
  /// In the order of display; the first is the cover.
  package let images: [ProductImage]

  package init(summary: ProductSummary, draft: ProductDraft, images: [ProductImage]) {
    self.summary = summary
    self.draft = draft
    self.images = images
  }

  package var id: Int64 { summary.id }
  package var vendor: Vendor { summary.vendor }
  package var version: Int { summary.version }
}

/// A product, as much of it as some list has.
package protocol ListedProduct: Sendable, Hashable {
  var id: Int64 { get }
  var price: Price { get }
  /// About how much memory it takes, in octets.
  var footprint: Int { get }
}

/// A product as a list shows it.
package struct ProductSummary: ListedProduct {
  /// Given by the store, ascending in the order of creation, never reused.
  package let id: Int64
  /// By which apps name it that must not count.
  package let code: ProductCode
  package let vendor: Vendor
  package let name: ProductName
  package let description: ProductDescription
  package let price: Price
  package let stock: Stock
  /// Under which name it is known; nil when nobody said it.
  package let brand: Title?
  package let type: ProductType
  package let tags: ProductTags
  /// The first picture; nil for none, which only rows of the oldest imports have.
  package let cover: Picture?
  package let reviews: ReviewScore
  package let createdAt: Timestamp
  package let updatedAt: Timestamp
  /// 1 when created, one more at every change.
  package let version: Int

  package init(
    id: Int64, code: ProductCode, vendor: Vendor, name: ProductName,
    description: ProductDescription, price: Price, stock: Stock, brand: Title?, type: ProductType,
    tags: ProductTags, cover: Picture?, reviews: ReviewScore, createdAt: Timestamp,
    updatedAt: Timestamp, version: Int
  ) {
    self.id = id
    self.code = code
    self.vendor = vendor
    self.name = name
    self.description = description
    self.price = price
    self.stock = stock
    self.brand = brand
    self.type = type
    self.tags = tags
    self.cover = cover
    self.reviews = reviews
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.version = version
  }

  /// What a list shows of `draft`.
  package init(
    id: Int64, code: ProductCode, vendor: Vendor, draft: ProductDraft, cover: Picture?,
    reviews: ReviewScore, createdAt: Timestamp, updatedAt: Timestamp, version: Int
  ) {
    let details = draft.details
    self.init(
      id: id, code: code, vendor: vendor, name: draft.name, description: draft.description,
      price: draft.price, stock: draft.stock, brand: details.brand, type: details.type,
      tags: details.tags, cover: cover, reviews: reviews, createdAt: createdAt,
      updatedAt: updatedAt, version: version)
  }
}

extension Array where Element: ListedProduct {
  /// About how much memory they take, in octets.
  package var footprint: Int { indices.reduce(0) { $0 + self[$1].footprint } }
}

extension ProductSummary {
  package var footprint: Int {
    MemoryLayout<Self>.stride + name.text.utf8.count + description.text.utf8.count
      + vendor.name.text.utf8.count + (brand?.text.utf8.count ?? 0)
  }
}

/// A picture at its place among those of a product.
package struct ProductImage: Sendable, Hashable {
  /// Given by the store, never reused.
  package let id: Int64
  package let picture: Picture

  package init(id: Int64, picture: Picture) {
    self.id = id
    self.picture = picture
  }
}

/// 128 random bits that name a product without telling how many there are.
package struct ProductCode: TextSource, Hashable {
  private let number: UInt128

  /// Nil unless there are 16 octets.
  package init?(octets: [UInt8]) {
    guard let code = octets.withUnsafeBytes({ Self(octets: $0) }) else { return nil }
    self = code
  }

  /// Nil unless there are 16 octets.
  package init?(octets: UnsafeRawBufferPointer) {
    guard let number = UInt128(octets: octets) else { return nil }
    self.number = number
  }

  /// 16.
  package var octets: [UInt8] { number.octets }

  /// Nil unless it is 32 hexadecimal digits, in either case.
  package init?(hex: String) {
    guard hex.utf8.count == 32, let octets = Hexadecimal.octets(hex.lowercased()) else {
      return nil
    }
    self.init(octets: octets)
  }

  package var octetsMax: Int { 32 }

  /// 32 upper-case hexadecimal digits, as MommyTalk's apps know it.
  package func write(to writer: inout TextWriter) {
    writer.put(hexadecimal: number.high, isUpperCase: true)
    writer.put(hexadecimal: number.low, isUpperCase: true)
  }
}

/// What buyers said, in sum.
package struct ReviewScore: Sendable, Hashable {
  package static let none = ReviewScore(count: 0, average: 0)
  package let count: Int
  /// 0 to 5; 0 without reviews.
  package let average: Double

  package init(count: Int, average: Double) {
    self.count = count
    self.average = average
  }
}
