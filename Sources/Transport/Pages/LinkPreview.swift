import Domain
import Text
import ViewData
import Web

/// The members of every preview that a messenger draws of a link.
///
/// Source: The Open Graph protocol.
struct OpenGraph {
  let language: Language
  let shop: String
  /// Of the page, absolute; nil if that is not known.
  let url: String?

  func write(type: String, title: String, description: String, _ html: inout HTMLWriter) {
    Self.property("og:type", type, &html)
    Self.property("og:title", title, &html)
    Self.property("og:description", description, &html)
    Self.property("og:site_name", shop, &html)
    Self.property("og:locale", language.tag == "ko" ? "ko_KR" : "en_US", &html)
    if let url { Self.property("og:url", url, &html) }
  }

  static func property(_ name: String, _ content: String, _ html: inout HTMLWriter) {
    html.void("meta", ["property": name, "content": content])
  }
}

/// The preview that a messenger draws of a link to a product.
///
/// Source: Facebook, "Sharing, Product" (`product:price:amount`); X, "Summary card with large
/// image" (`twitter:card`).
struct LinkPreview {
  let product: ProductDetail
  /// Nil leaves out members that need an absolute URL.
  let origin: Origin?
  let page: HTMLPage

  func write(_ html: inout HTMLWriter) {
    let cell = product.cell
    html.void("meta", ["name": "description", "content": summary])
    let url = origin.map { ProductPageRoutes.url(of: cell.id, from: $0) }
    if let url { html.void("link", ["rel": "canonical", "href": url]) }
    OpenGraph(language: page.language, shop: page.shop, url: url)
      .write(type: "product", title: cell.title, description: summary, &html)
    if origin != nil, let cover = product.images.first {
      // Messengers cut pictures of another shape.
      let image = cover.wide.map { ($0.url, $0.width, $0.height) }
      let (url, width, height) = image ?? (cover.url, cover.width, cover.height)
      property("og:image", url, &html)
      property("og:image:width", "\(width)", &html)
      property("og:image:height", "\(height)", &html)
      property("og:image:alt", cell.title, &html)
      // Some draw a small square unless they are asked.
      if cover.wide != nil {
        html.void("meta", ["name": "twitter:card", "content": "summary_large_image"])
      }
    }
    if let brand = cell.brand { property("product:brand", brand, &html) }
    property("product:price:amount", cell.amount, &html)
    property("product:price:currency", cell.currency, &html)
    property("product:availability", cell.isSoldOut ? "oos" : "instock", &html)
  }

  private func property(_ name: String, _ content: String, _ html: inout HTMLWriter) {
    OpenGraph.property(name, content, &html)
  }

  /// Characters that previews show.
  private static let summaryMax = 200

  /// The price and the description, on one line; or the texts of the cell without one.
  private var summary: String {
    let cell = product.cell
    let line = product.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !line.isEmpty else { return cell.accessibilityLabel }
    let price = [cell.priceText, cell.discountText].compactMap(\.self).joined(separator: " ")
    let summary = "\(price) · \(line)"
    return summary.count > Self.summaryMax ? summary.prefix(Self.summaryMax) + "…" : summary
  }
}

extension ProductCell {
  /// The price in units of the currency: `28800`, `19.99`.
  var amount: String { amount(price) }

  /// A price in minor units of the same currency, in the same way.
  func amount(_ price: Int64) -> String {
    guard let units = Currency(rawValue: currency)?.minorUnits, units > 1 else {
      return "\(price)"
    }
    let (whole, minor) = price.quotientAndRemainder(dividingBy: units)
    return "\(whole).\(Decimal.padded(Int(minor), 2))"
  }
}
