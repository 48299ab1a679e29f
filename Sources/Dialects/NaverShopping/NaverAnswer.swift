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
  let wanted: NaverSearch
  let now: Timestamp
  let origin: Origin?

  var bytes: [UInt8] {
    Self.wire.bytes(self, capacity: 256 + 768 * findings.products.count)
  }

  /// The same as RSS 2.0: the number of the highest price is 0 where there is none.
  ///
  /// Source: naver/naver-openapi-guide, `ko/service-apis/search/shopping/shopping.md`.
  var xml: [UInt8] {
    naverXML(capacity: 512 + 1_024 * findings.products.count) { document in
      document.element("rss", ["version": "2.0"]) { rss in
        rss.element("channel", [:], channel)
      }
    }
  }

  private func channel(_ channel: inout HTMLWriter) {
    channel.xml(
      "title", "Naver Open API - shop ::'\(String(decoding: wanted.typed, as: UTF8.self))'")
    channel.xml("link", (origin?.text ?? "") + "/")
    channel.xml("description", "Naver Search Result")
    channel.xml("lastBuildDate", Self.date(now))
    channel.xml("total", "\(findings.total)")
    channel.xml("start", "\(wanted.start)")
    channel.xml("display", "\(findings.products.count)")
    for row in rows {
      channel.element("item") { item in
        for text in Self.texts {
          item.xml(text.name, text.name.description == "hprice" ? "0" : text.read(row))
        }
      }
    }
  }

  private var rows: [Row] {
    findings.products.map { Row(found: $0.found, matches: $0.matches, origin: origin) }
  }

  private struct Row {
    let found: FoundProduct
    let matches: [Range<Int>]
    let origin: Origin?

    var product: CellProduct { found.product.cell }
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
      .value("start", .integer(1...1_000), "As in the request.", 1) { .integer($0.wanted.start) },
      .value("display", .integer(0...100), "The number of items.", 10) {
        .integer($0.findings.products.count)
      },
      .objects("items", row, 0...NaverSearch.displayRange.upperBound, "In order.") { $0.rows },
    ])

  private static let row = WireObject<Row>(
    "Item", "A product: only texts, empty if unknown.",
    texts.map { text in
      .value(text.name, text.schema, text.meaning, .string(text.example)) {
        text.isHTML ? .html(text.read($0)) : .string(text.read($0))
      }
    })

  /// A member of a product, which is the same text in JSON and in XML.
  private struct Text: Sendable {
    let name: StaticString
    let schema: JSONSchema
    let meaning: String
    let example: String
    let isHTML: Bool
    let read: @Sendable (Row) -> String

    init(
      _ name: StaticString, as schema: JSONSchema = .string(), _ meaning: String, _ example: String,
      isHTML: Bool = false, _ read: @escaping @Sendable (Row) -> String
    ) {
      self.name = name
      self.schema = schema
      self.meaning = meaning
      self.example = example
      self.isHTML = isHTML
      self.read = read
    }
  }

  private static let texts = [
    Text(
      "title", "HTML: `<b>` around the matches, all else escaped.", "극세사 <b>잠옷</b>", isHTML: true
    ) { MarkedTitle($0.product.name.text, matches: $0.matches).html },
    Text("link", as: .url, "A page about it.", "https://shop.example/p/207") {
      $0.found.link?.url(from: $0.origin)
        ?? ProductPageRoutes.url(of: $0.product.id, from: $0.origin)
    },
    Text("image", as: .url, "Its picture.", "https://shop.example/images/98c9/cell.jpg") {
      Placeholder.url(of: $0.product.cover, from: $0.origin)
    },
    Text(
      "lprice", as: .string(pattern: "^[0-9]+$"), "The price after any discount, in won.", "19500"
    ) {
      "\($0.product.price.bargain)"
    },
    Text("hprice", as: .string(0...0), "Always empty: prices are not compared here.", "") { _ in ""
    },
    Text("mallName", "The seller.", "아델루아") { ($0.found.mall ?? $0.product.vendor.name).text },
    Text("productId", as: .string(pattern: "^[0-9]+$"), "Unique.", "207") { "\($0.product.id)" },
    Text(
      "productType", as: .word((1...12).map(String.init)), "The number of Naver's product type.",
      "2"
    ) { "\($0.product.type.number)" },
    Text("brand", "May be empty.", "스파오") { $0.product.brand?.text ?? "" },
    Text("maker", "May be empty.", "") { $0.found.maker?.text ?? "" },
    Text("category1", "The widest; may be empty.", "패션의류") { category(0, $0.found) },
    Text("category2", "May be empty.", "여성언더웨어/잠옷") { category(1, $0.found) },
    Text("category3", "May be empty.", "잠옷/홈웨어") { category(2, $0.found) },
    Text("category4", "The narrowest; may be empty.", "") { category(3, $0.found) },
  ]

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
