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
  let language: Language

  package var bytes: [UInt8] {
    let preview = LinkPreview(product: product, origin: origin, language: language)
    return HTMLPage(language: language).document(
      title: "\(product.cell.title) · \(product.cell.vendor.name)", preview.write
    ) { html in
      html.element("article", ["class": "product"]) { html in
        pictures(&html)
        html.element("div", ["class": "facts"]) { html in
          head(&html)
          facts(&html)
        }
        if !product.description.isEmpty {
          html.element("p", ["class": "description", "dir": "auto"], product.description)
        }
      }
      for section in screen.sections { others(section, &html) }
    }
  }

  private var product: ProductDetail { screen.product }
  private var wording: PageWording { language.pages }

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
                "src": image.url, "srcset": image.cell.width < image.width ? sizes : nil,
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
    if let brand = cell.brand { html.element("p", ["class": "brand", "dir": "auto"], brand) }
    html.element("h1", ["dir": "auto"], cell.title)
    Self.price(
      discount: cell.discountText, price: cell.priceText, before: cell.originalPriceText, &html)
    html.element("p", ["class": "stock"], cell.stockText)
    Self.badges(cell.badges, &html)
    if cell.reviewCount > 0, let average = cell.reviewAverage {
      html.element(
        "p", ["class": "reviews"],
        wording.reviews(Decimal.grouped(Int64(cell.reviewCount)), Self.oneDecimal(average)))
    }
  }

  private func facts(_ html: inout HTMLWriter) {
    let vendor = product.cell.vendor.name
    let facts: [(String, String?)] = [
      (wording.vendor, vendor), (wording.mall, product.mall == vendor ? nil : product.mall),
      (wording.delivery, product.delivery?.text), (wording.maker, product.maker),
      (
        wording.category,
        product.categoryPath.isEmpty ? nil : product.categoryPath.joined(separator: " › ")
      ),
    ]
    html.element("dl") { html in
      for case (let name, let text?) in facts {
        html.element("dt", [:], name)
        html.element("dd", ["dir": "auto"], text)
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
      html.element("p", ["class": "name"], cell.title)
      Self.price(discount: cell.discountText, price: cell.priceText, before: nil, &html)
      Self.badges(cell.badges, &html)
    }
  }

  private static func price(
    discount: String?, price: String, before: String?, _ html: inout HTMLWriter
  ) {
    html.element("p", ["class": "price"]) { html in
      if let discount { html.element("b", ["class": "discount"], discount) }
      html.element("strong", [:], price)
      if let before { html.element("s", [:], before) }
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
