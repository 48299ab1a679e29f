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
}

/// Products in the order of a list.
package protocol ListedProducts: Sendable, Equatable {
  associatedtype Listed: ListedProduct

  var count: Int { get }
  var last: Listed? { get }
  /// - Parameter count: at most as many as there are.
  mutating func removeLast(_ count: Int)
  /// About how much memory they take, in octets.
  var footprint: Int { get }
}

extension [ProductSummary]: ListedProducts {
  package typealias Listed = ProductSummary

  package var footprint: Int { indices.reduce(0) { $0 + self[$1].footprint } }
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
  private let number: SixteenOctets

  /// Nil unless there are 16 octets.
  package init?(octets: [UInt8]) {
    guard let code = octets.withUnsafeBytes({ Self(octets: $0) }) else { return nil }
    self = code
  }

  /// Nil unless there are 16 octets.
  package init?(octets: UnsafeRawBufferPointer) {
    guard let number = SixteenOctets(octets) else { return nil }
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

  package static var isPlain: Bool { true }

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
