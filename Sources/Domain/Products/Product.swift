import Text

/// A product, with everything that its own screen shows.
package struct Product: Sendable, Hashable {
  /// A product has 1 to 10 images.
  package static let imagesMax = 10
  /// The images that apps of Open Market show and send.
  package static let openMarketImagesMax = 5
  package let summary: ProductSummary
  /// The content that its vendor decides.
  package let draft: ProductDraft
  /// In the order of display; the first is the cover.
  package let images: [ProductImage]

  package init(summary: ProductSummary, draft: ProductDraft, images: [ProductImage]) {
    self.summary = summary
    self.draft = draft
    self.images = images
  }

  package var cell: CellProduct { summary.cell }
  package var id: Int64 { cell.id }
  package var vendor: Vendor { summary.vendor }
  package var version: Int { cell.version }
}

/// One of a product's pictures.
package struct ProductImage: Sendable, Hashable {
  /// Given by the store, never reused.
  package let id: Int64
  package let picture: Picture

  package init(id: Int64, picture: Picture) {
    self.id = id
    self.picture = picture
  }
}

/// 128 random bits that identify a product without revealing how many there are.
package struct ProductCode: Sendable, Hashable, CustomStringConvertible {
  private let number: SixteenBytes

  package init(_ number: SixteenBytes) { self.number = number }

  /// Nil unless there are 16 bytes.
  package init?(bytes: [UInt8]) {
    guard let number = SixteenBytes(bytes) else { return nil }
    self.number = number
  }

  /// 16.
  package var bytes: [UInt8] { number.bytes }

  /// Nil unless it is 32 hexadecimal digits, in either case.
  package init?(hex: String) {
    guard hex.utf8.count == 32, let bytes = Hexadecimal.bytes(hex) else {
      return nil
    }
    self.init(bytes: bytes)
  }

  /// 32 upper-case hexadecimal digits, as in MommyTalk's apps.
  package var text: String { Hexadecimal.text(number.bytes, isUpperCase: true) }

  package var description: String { text }
}

/// The total of buyers' reviews.
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
