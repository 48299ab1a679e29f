import Domain
import HTTP
import Transport
import UseCases
import Web

/// The bodies for apps of Open Market.
///
/// Two apps share one wire format: the first reads times only with a fraction; the second needs
/// times in `vendors`, and finds descriptions only in rows of the list.
struct OpenMarketAnswer: Sendable {
  let version: OpenMarketVersion
  let origin: Origin?

  /// For ``IdempotentWrites``: one path answers with the keys of both versions.
  var dialect: String { "open-market-\(version)" }

  private var wire: OpenMarketWire { version == .first ? .first : .second }

  /// A page of the list; `limit` is the index after its last place, as in the original.
  func page(_ window: ListedWindow, _ page: OpenMarketPage) -> [UInt8] {
    let listed = Page(window: window, page: page, answer: self)
    return wire.page.bytes(listed, capacity: 256 + 1_024 * window.products.count)
  }

  /// A product with its images and its vendor.
  func product(_ product: Product) -> [UInt8] {
    let row = Row(product.summary, product.draft.description.text, self)
    let images = product.images.prefix(Product.openMarketImagesMax).map {
      Image(image: $0, issued: row.created, origin: origin)
    }
    let vendor = Seller(vendor: product.vendor, issued: time(product.vendor.createdAt))
    return wire.product.bytes(Whole(row: row, images: images, vendor: vendor), capacity: 4_096)
  }

  struct Page {
    let window: ListedWindow
    let page: OpenMarketPage
    let answer: OpenMarketAnswer
  }

  struct Row {
    let product: ProductSummary
    let description: String
    let origin: Origin?
    let created: String
    let issued: String

    init(_ product: ProductSummary, _ description: String, _ answer: OpenMarketAnswer) {
      self.product = product
      self.description = description
      origin = answer.origin
      created = answer.time(product.createdAt)
      let isUnchanged = product.updatedAt == product.createdAt
      issued = isUnchanged ? created : answer.time(product.updatedAt)
    }
  }

  /// An image has no time of its own: it has that of its product.
  struct Image {
    let image: ProductImage
    let issued: String
    let origin: Origin?
  }

  struct Seller {
    let vendor: Vendor
    let issued: String
  }

  struct Whole {
    let row: Row
    let images: [Image]
    let vendor: Seller
  }

  private static let offset: Int64 = 9 * 3_600_000_000
  private static let day: Int64 = 24 * 3_600_000_000

  /// A day in Korea at midnight, `2022-01-18T00:00:00.00`, without an offset, because the apps read
  /// it as their own time.
  ///
  /// The original answers days, and one app reads hours on a 12-hour clock: it cannot read 13.
  private func time(_ timestamp: Timestamp) -> String {
    let local = timestamp.microseconds + Self.offset
    let sinceMidnight = (local % Self.day + Self.day) % Self.day
    let midnight = CivilTime(Timestamp(clamping: local - sinceMidnight)).text
    return version == .first ? midnight + ".00" : midnight
  }
}

/// The server version that an app of Open Market was written for.
enum OpenMarketVersion: Sendable {
  /// Keys of the list in snake case, times with a fraction.
  case first
  /// Keys of the list in camel case, times without a fraction, and `vendorName`.
  case second
}

/// Errors as in Open Market's server, which answers 400 to every error of a client: one of its
/// clients waits for ever on other statuses.
///
/// A key that was used for another request keeps 422, and an unsupported coding of a body 415: no
/// app sends either, and clients that do know these statuses.
enum OpenMarketError {
  static func response(_ problem: Problem) -> Response {
    ReadableError.response(problem, status(of: problem))
  }

  private static let keyReused = Problem(.keyReused).code

  private static func status(of problem: Problem) -> Status {
    switch problem.status {
    case .unprocessableContent where problem.code == keyReused: problem.status
    case .unsupportedMediaType where problem.code == Request.unsupportedCoding: problem.status
    case .contentTooLarge, .unsupportedMediaType, .unprocessableContent: .badRequest
    default: problem.status
    }
  }
}
