package import Domain
package import ViewData

extension ProductCell {
  init(_ product: ProductSummary, origin: Origin?) {
    let price = product.price
    let (title, brand) = (product.name.text, product.brand?.text)
    let priceText = ProductWording.amount(price.bargain, in: price.currency)
    let stockText = ProductWording.stock(product.stock)
    let original = ProductWording.discount(price).map { discount in
      (discount: discount, price: ProductWording.amount(price.amount, in: price.currency))
    }
    self.init(
      id: product.id, title: title, priceText: priceText, originalPriceText: original?.price,
      discountText: original?.discount, stockText: stockText, isSoldOut: product.stock.isSoldOut,
      badges: ProductBadge.all(of: product),
      image: product.cover.map { PictureView($0, origin: origin) },
      accessibilityLabel: ProductWording.spoken(
        title: title, brand: brand, price: priceText, original: original, stock: stockText),
      price: price.bargain, originalPrice: price.original,
      discountPercent: price.isDiscounted ? price.discountPercent : nil,
      currency: price.currency.rawValue, stock: product.stock.count,
      vendor: VendorLabel(product.vendor), brand: brand, reviewCount: product.reviews.count,
      reviewAverage: product.reviews.count > 0 ? product.reviews.average : nil,
      version: product.version)
  }
}

extension ProductTile {
  init(_ product: ProductOutline, origin: Origin?) {
    let price = product.price
    self.init(
      id: product.id, title: product.name.text,
      priceText: ProductWording.amount(price.bargain, in: price.currency),
      discountText: ProductWording.discount(price), isSoldOut: product.stock.isSoldOut,
      image: product.cover.map { PictureView($0, origin: origin) }, price: price.bargain,
      originalPrice: price.original, currency: price.currency.rawValue, stock: product.stock.count)
  }
}

extension ProductDetail {
  init(_ product: Product, origin: Origin?) {
    let (draft, details) = (product.draft, product.draft.details)
    self.init(
      cell: ProductCell(product.summary, origin: origin), description: draft.description.text,
      images: product.images.map { image in
        PictureView(image.picture.served(as: .full), id: image.id, origin: origin)
      },
      maker: details.maker?.text, mall: details.mall?.text, link: details.link?.url(from: origin),
      productType: details.type.word, itemTypeID: details.itemType,
      categoryPath: details.categoryPath.map(\.text),
      tags: details.tags.all.map(\.rawValue),
      delivery: details.delivery.map(DeliveryView.init),
      createdAt: product.summary.createdAt.rfc3339, updatedAt: product.summary.updatedAt.rfc3339)
  }
}

extension PictureView {
  init(_ picture: ServedPicture, id: Int64? = nil, origin: Origin?) {
    self.init(
      id: id, url: picture.url(from: origin), width: picture.width, height: picture.height,
      bytes: picture.byteCount, color: picture.color.text)
  }
}

extension VendorLabel {
  init(_ vendor: Vendor) {
    self.init(id: vendor.identifier.text, name: vendor.name.text)
  }
}

extension DeliveryView {
  package init(_ terms: DeliveryTerms) {
    self.init(
      text: ProductWording.delivery(terms), isFree: terms.isFree, fee: terms.fee,
      freeLimit: terms.freeLimit, isBillingByAreaWhenFree: terms.isBillingByAreaWhenFree,
      areas: terms.areas.map(Area.init))
  }
}

extension DeliveryView.Area {
  fileprivate init(_ area: DeliveryTerms.Area) {
    self.init(
      province: area.province, district: area.district, neighbourhood: area.neighbourhood,
      surcharge: area.surcharge)
  }
}

extension ProductBadge {
  /// What is good comes first; that it is sold out is the last thing to know.
  static func all(of product: ProductSummary) -> [ProductBadge] {
    var badges: [ProductBadge] = []
    if product.tags.contains(.best) { badges.append(Self(kind: "best", text: "BEST")) }
    if product.tags.contains(.freeDelivery) {
      badges.append(Self(kind: "free_delivery", text: "무료배송"))
    }
    switch product.type.number {
    case 4...6: badges.append(Self(kind: "used", text: "중고"))
    case 7...9: badges.append(Self(kind: "discontinued", text: "단종"))
    case 10...12: badges.append(Self(kind: "upcoming", text: "판매예정"))
    default: break
    }
    if product.stock.isSoldOut {
      badges.append(Self(kind: "sold_out", text: ProductWording.soldOut))
    }
    return badges
  }
}
