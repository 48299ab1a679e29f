import Domain
import HTTP
import Transport
import Web

/// The results of a search.
struct NaverFindings: Sendable {
  /// In the requested order.
  let products: [Product]
  /// The number of all results, perhaps an estimate.
  let total: Int64

  struct Product: Sendable {
    let found: FoundProduct
    /// The matches in the title, in UTF-16 offsets.
    let matches: [Range<Int>]
  }
}

/// The body for apps of Naver's shopping search: 14 texts for each product, never missing; no
/// numbers and no nulls.
struct NaverAnswer {
  let findings: NaverFindings
  let start: Int
  let now: Timestamp
  let origin: Origin?

  var bytes: [UInt8] {
    Self.wire.bytes(self, capacity: 256 + 768 * findings.products.count)
  }

  private struct Row {
    let found: FoundProduct
    let matches: [Range<Int>]
    let origin: Origin?

    var product: CellProduct { found.product }
  }

  // MARK: Declarations

  static let wire = WireObject<NaverAnswer>(
    "SearchResult", "A page of the results.",
    [
      .value("lastBuildDate", .string(), "Now, in Korea.", "Tue, 21 Jan 2025 10:20:29 +0900") {
        .string(date($0.now))
      },
      .value("total", .integer(0...), "The number of all results.", 4_832_140) {
        .integer($0.findings.total)
      },
      .value("start", .integer(1...1_000), "As in the request.", 1) { .integer($0.start) },
      .value("display", .integer(0...100), "The number of items.", 10) {
        .integer($0.findings.products.count)
      },
      .objects("items", row, 0...NaverSearch.displayRange.upperBound, "In order.") { answer in
        answer.findings.products.map {
          Row(found: $0.found, matches: $0.matches, origin: answer.origin)
        }
      },
    ])

  private static let row = WireObject<Row>(
    "Item", "A product: only texts, empty if unknown.",
    [
      .value(
        "title", .string(), "HTML: `<b>` around the matches, all else escaped.",
        "극세사 <b>잠옷</b>"
      ) { .string(MarkedTitle($0.product.name.text, matches: $0.matches).html) },
      .value("link", .url, "A page about it.", "https://shop.example/p/207") {
        .string(
          $0.found.link?.url(from: $0.origin)
            ?? ProductPageRoutes.url(of: $0.product.id, from: $0.origin))
      },
      .value("image", .url, "Its picture.", "https://shop.example/images/98c9/cell.jpg") {
        .string(Placeholder.url(of: $0.product.cover, from: $0.origin))
      },
      .value(
        "lprice", .string(pattern: "^[0-9]+$"), "The price after any discount, in won.", "19500"
      ) {
        .string("\($0.product.price.bargain)")
      },
      .value("hprice", .string(0...0), "Always empty: prices are not compared here.", "") { _ in
        .string("")
      },
      .value("mallName", .string(), "The seller.", "아델루아") {
        .string(($0.found.mall ?? $0.product.vendor.name).text)
      },
      .value("productId", .string(pattern: "^[0-9]+$"), "Unique.", "207") {
        .string("\($0.product.id)")
      },
      .value(
        "productType", .word((1...12).map(String.init)), "The number of Naver's product type.", "2"
      ) {
        .string("\($0.product.type.number)")
      },
      .value("brand", .string(), "May be empty.", "스파오") { .string($0.product.brand?.text ?? "") },
      .value("maker", .string(), "May be empty.", "") { .string($0.found.maker?.text ?? "") },
      .value("category1", .string(), "The widest; may be empty.", "패션의류") {
        .string(category(0, $0.found))
      },
      .value("category2", .string(), "May be empty.", "여성언더웨어/잠옷") {
        .string(category(1, $0.found))
      },
      .value("category3", .string(), "May be empty.", "잠옷/홈웨어") { .string(category(2, $0.found)) },
      .value("category4", .string(), "The narrowest; may be empty.", "") {
        .string(category(3, $0.found))
      },
    ])

  private static func category(_ index: Int, _ found: FoundProduct) -> String {
    found.categoryPath.indices.contains(index) ? found.categoryPath[index].text : ""
  }

  /// Source: RFC 822 §5, with a year of four digits by RFC 1123 §5.2.14.
  private static func date(_ now: Timestamp) -> String {
    let seconds = now.wholeSecond.microseconds / 1_000_000 + koreaAhead
    return "\(DateField(secondsSince1970: seconds))".dropLast("GMT".count) + "+0900"
  }

  /// Seconds.
  private static let koreaAhead: Int64 = 9 * 3_600
}
