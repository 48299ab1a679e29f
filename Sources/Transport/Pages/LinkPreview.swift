import Domain
import Text
import ViewData
import Web

/// The preview that a messenger draws of a link to a product.
///
/// Source: The Open Graph protocol; Facebook, "Sharing, Product" (`product:price:amount`).
struct LinkPreview {
  let product: ProductDetail
  /// Nil leaves out members that need an absolute URL.
  let origin: Origin?
  let language: Language

  func write(_ html: inout HTMLWriter) {
    let cell = product.cell
    html.void("meta", ["name": "description", "content": summary])
    if let origin {
      let page = ProductPageRoutes.url(of: cell.id, from: origin)
      html.void("link", ["rel": "canonical", "href": page])
      property("og:url", page, &html)
      if let image = product.images.first {
        property("og:image", image.url, &html)
        property("og:image:width", "\(image.width)", &html)
        property("og:image:height", "\(image.height)", &html)
        property("og:image:alt", cell.title, &html)
      }
    }
    property("og:type", "product", &html)
    property("og:title", cell.title, &html)
    property("og:description", summary, &html)
    property("og:site_name", product.mall ?? cell.vendor.name, &html)
    property("og:locale", language.tag == "ko" ? "ko_KR" : "en_US", &html)
    if let brand = cell.brand { property("product:brand", brand, &html) }
    property("product:price:amount", amount, &html)
    property("product:price:currency", cell.currency, &html)
    property("product:availability", cell.isSoldOut ? "oos" : "instock", &html)
  }

  private func property(_ name: String, _ content: String, _ html: inout HTMLWriter) {
    html.void("meta", ["property": name, "content": content])
  }

  /// Characters of a description that previews show.
  private static let summaryMax = 200

  /// The description on one line, or the texts of the cell without one.
  private var summary: String {
    let line = product.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !line.isEmpty else { return product.cell.accessibilityLabel }
    return line.count > Self.summaryMax ? line.prefix(Self.summaryMax) + "…" : line
  }

  /// In units of the currency: `28800`, `19.99`.
  private var amount: String {
    let price = product.cell.price
    guard let units = Currency(rawValue: product.cell.currency)?.minorUnits, units > 1 else {
      return "\(price)"
    }
    let (whole, minor) = price.quotientAndRemainder(dividingBy: units)
    return "\(whole).\(Decimal.padded(Int(minor), 2))"
  }
}
