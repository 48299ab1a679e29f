import Domain
import Text
import UseCases
import ViewData
import Web

/// The page of a product: the content of its screen, for browsers.
struct ProductPage {
  let screen: ProductScreen
  /// Nil leaves out everything that needs an absolute URL.
  let origin: Origin?
  let page: HTMLPage

  package var bytes: [UInt8] {
    let preview = LinkPreview(product: product, origin: origin, page: page)
    return page.document(title: "\(product.cell.title) · \(page.shop)", preview.write) { html in
      let attributes: HTMLWriter.Attributes = [
        "class": "product", "itemscope": "", "itemtype": "https://schema.org/Product",
      ]
      html.element("article", attributes) { html in
        pictures(&html)
        html.element("div", ["class": "facts"]) { html in
          head(&html)
          variants(&html)
          facts(&html)
        }
        if !product.description.isEmpty {
          text(product.description, in: "p", kind: "description", property: "description", &html)
        }
      }
      for section in screen.sections { others(section, &html) }
    }
  }

  private var product: ProductDetail { screen.product }
  private var language: Language { page.language }
  private var wording: PageWording { language.pages }

  /// A text of the vendor, in its own language and direction.
  private func text(
    _ content: String, in name: StaticString, kind: String? = nil,
    property: String? = nil, _ html: inout HTMLWriter
  ) {
    let attributes: HTMLWriter.Attributes = [
      "class": kind, "itemprop": property, "dir": "auto", "lang": page.lang(content),
    ]
    html.element(name, attributes, content)
  }

  private func pictures(_ html: inout HTMLWriter) {
    let attributes: HTMLWriter.Attributes = [
      "class": "items carousel", "tabindex": "0", "aria-label": product.cell.title,
    ]
    html.element("ul", attributes) { html in
      let images = product.images
      for (index, image) in images.enumerated() {
        html.element("li") { html in
          html.element("div", ["class": "picture"]) { html in
            let sizes = "\(image.cell.url) \(image.cell.width)w, \(image.url) \(image.width)w"
            html.void(
              "img",
              [
                "itemprop": "image", "src": image.url,
                "srcset": image.cell.width < image.width ? sizes : nil,
                "sizes": image.cell.width < image.width ? Self.pictureSizes : nil,
                "width": "\(image.width)", "height": "\(image.height)",
                "alt": wording.picture(index + 1, images.count),
                "loading": index == 0 ? nil : "lazy",
              ])
          }
        }
      }
      if images.isEmpty {
        html.element("li") { $0.element("div", ["class": "picture none"], "") }
      }
    }
  }

  /// As `page.css` lays them out.
  private static let pictureSizes = "(min-width: 800px) 460px, 100vw"

  private func head(_ html: inout HTMLWriter) {
    let cell = product.cell
    if let brand = cell.brand { text(brand, in: "p", kind: "brand", property: "brand", &html) }
    text(cell.title, in: "h1", property: "name", &html)
    // Of several variants, each is an offer of its own.
    let isOffer = product.variants.isEmpty
    let offer: HTMLWriter.Attributes = [
      "itemprop": isOffer ? "offers" : nil, "itemscope": isOffer ? "" : nil,
      "itemtype": isOffer ? "https://schema.org/Offer" : nil,
    ]
    html.element("div", offer) { html in
      if isOffer { terms(cell.amount, isSoldOut: cell.isSoldOut, &html) }
      price(cell, before: cell.originalPriceText, &html)
      if !cell.isSoldOut { html.element("p", ["class": "stock"], cell.stockText) }
    }
    Self.badges(cell.badges, &html)
    if let reviews = reviews(cell) {
      let rating: HTMLWriter.Attributes = [
        "class": "reviews", "itemprop": "aggregateRating", "itemscope": "",
        "itemtype": "https://schema.org/AggregateRating",
      ]
      html.element("p", rating) { html in
        html.void("meta", ["itemprop": "ratingValue", "content": reviews.average])
        html.void("meta", ["itemprop": "reviewCount", "content": "\(cell.reviewCount)"])
        html.text(reviews.text)
      }
    }
  }

  private func terms(_ amount: String, isSoldOut: Bool, _ html: inout HTMLWriter) {
    html.void("meta", ["itemprop": "price", "content": amount])
    html.void("meta", ["itemprop": "priceCurrency", "content": product.cell.currency])
    let availability = isSoldOut ? "OutOfStock" : "InStock"
    html.void("link", ["itemprop": "availability", "href": "https://schema.org/\(availability)"])
  }

  /// A row for each variant; the fragment of an address marks one.
  private func variants(_ html: inout HTMLWriter) {
    guard !product.variants.isEmpty else { return }
    let attributes: HTMLWriter.Attributes = ["class": "variants", "dir": "auto"]
    html.element("table", attributes) { html in
      html.element("thead") { html in
        html.element("tr") { html in
          let titles = product.options.map(\.name) + [wording.priceNow, wording.stock]
          for title in titles { html.element("th", ["scope": "col"], title) }
        }
      }
      html.element("tbody") { html in
        for variant in product.variants { row(variant, &html) }
      }
    }
  }

  private func row(_ variant: VariantView, _ html: inout HTMLWriter) {
    let attributes: HTMLWriter.Attributes = [
      "id": "variant-\(variant.id)", "class": variant.isSoldOut ? "gone" : nil,
      "itemprop": "offers", "itemscope": "", "itemtype": "https://schema.org/Offer",
    ]
    html.element("tr", attributes) { html in
      for (index, value) in variant.values.enumerated() {
        html.element("td") { html in
          if index == 0 {
            html.void("meta", ["itemprop": "name", "content": variant.text])
            if let sku = variant.sku { html.void("meta", ["itemprop": "sku", "content": sku]) }
            terms(product.cell.amount(variant.price), isSoldOut: variant.isSoldOut, &html)
          }
          html.text(value)
        }
      }
      html.element("td", [:], variant.priceText)
      html.element("td", [:], variant.stockText)
    }
  }

  /// For a card, in few characters: `★ 4.6 (3,596) · ♥ 12`.
  private func opinions(on cell: ProductCell) -> String {
    let reviews = reviews(cell).map {
      "★ \($0.average) (\(Decimal.grouped(Int64(cell.reviewCount))))"
    }
    let likes = cell.likeCount > 0 ? "♥ \(Decimal.grouped(Int64(cell.likeCount)))" : nil
    return [reviews, likes].compactMap(\.self).joined(separator: " · ")
  }

  /// Nil for a product without reviews.
  private func reviews(_ cell: ProductCell) -> (average: String, text: String)? {
    guard cell.reviewCount > 0, let average = cell.reviewAverage.map(Self.oneDecimal) else {
      return nil
    }
    return (average, wording.reviews(Decimal.grouped(Int64(cell.reviewCount)), average))
  }

  private func facts(_ html: inout HTMLWriter) {
    let vendor = product.cell.vendor.name
    let facts: [(String, String?)] = [
      (wording.vendor, vendor), (wording.mall, product.mall == vendor ? nil : product.mall),
      (wording.maker, product.maker),
      (
        wording.category,
        product.categoryPath.isEmpty ? nil : product.categoryPath.joined(separator: " › ")
      ),
    ]
    // The text already says that it is about delivery.
    if let delivery = product.delivery { text(delivery.text, in: "p", kind: "delivery", &html) }
    html.element("dl") { html in
      for case (let name, let text?) in facts {
        html.element("dt", [:], name)
        self.text(text, in: "dd", &html)
      }
    }
    if let areas = product.delivery?.areas, !areas.isEmpty { surcharges(areas, &html) }
    if let link = product.link {
      html.element("p") { html in
        html.element("a", ["href": link, "rel": "nofollow noopener"], wording.vendorsPage)
      }
    }
  }

  private func surcharges(_ areas: [DeliveryView.Area], _ html: inout HTMLWriter) {
    html.element("details") { html in
      html.element("summary", [:], wording.areas)
      html.element("ul") { html in
        for area in areas {
          let place = [area.province, area.district, area.neighbourhood]
            .filter { !$0.isEmpty }.joined(separator: " ")
          let surcharge = language.screens.products.amount(area.surcharge, in: .krw)
          html.element("li", [:], "\(place) +\(surcharge)")
        }
      }
    }
  }

  /// Other products, each with a page of its own; sections of other kinds are left out.
  private func others(_ section: AnySection, _ html: inout HTMLWriter) {
    guard case .products(let section) = section else { return }
    html.element("section", ["class": "section products"]) { html in
      if let title = section.title {
        html.element("header") { $0.element("h2", ["dir": "auto"], title) }
      }
      let attributes: HTMLWriter.Attributes = [
        "class": "items row", "tabindex": "0", "aria-label": section.title ?? section.id,
      ]
      html.element("ul", attributes) { html in
        for item in section.items {
          html.element("li") { card(item.cell, &$0) }
        }
      }
    }
  }

  private func card(_ cell: ProductCell, _ html: inout HTMLWriter) {
    let attributes: HTMLWriter.Attributes = [
      "class": cell.isSoldOut ? "card sold-out" : "card",
      "href": ProductPageRoutes.path(of: cell.id), "aria-label": cell.accessibilityLabel,
    ]
    html.element("a", attributes) { html in
      html.element("div", ["class": cell.image == nil ? "picture none" : "picture"]) { html in
        guard let image = cell.image else { return }
        html.void(
          "img",
          [
            "src": image.url, "width": "\(image.width)", "height": "\(image.height)", "alt": "",
            "loading": "lazy",
          ])
      }
      text(cell.title, in: "p", kind: "name", &html)
      price(cell, before: nil, &html)
      let opinions = opinions(on: cell)
      if !opinions.isEmpty { html.element("p", ["class": "reviews"], opinions) }
      Self.badges(cell.badges, &html)
    }
  }

  /// Screen readers do not tell that a price is struck through: words before each do.
  private func price(_ cell: ProductCell, before: String?, _ html: inout HTMLWriter) {
    let parts: [(StaticString, String?, String?, String)] = [
      ("s", nil, before, wording.priceBefore),
      ("b", "discount", cell.discountText, wording.discount),
      ("strong", nil, cell.priceText, before == nil ? "" : wording.priceNow),
    ]
    html.element("p", ["class": "price"]) { html in
      for case (let name, let kind, let text?, let meaning) in parts {
        html.element(name, ["class": kind]) { html in
          if !meaning.isEmpty { html.element("span", ["class": "heard"], "\(meaning) ") }
          html.text(text)
        }
      }
    }
  }

  private static func badges(_ badges: [ProductBadge], _ html: inout HTMLWriter) {
    guard !badges.isEmpty else { return }
    html.element("ul", ["class": "badges"]) { html in
      for badge in badges {
        html.element("li", ["class": "badge badge-\(badge.kind)"], badge.text)
      }
    }
  }

  /// - Parameter number: 0 to 5.
  private static func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
