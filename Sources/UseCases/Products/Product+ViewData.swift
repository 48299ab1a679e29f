package import Domain
package import ViewData

extension ProductCell {
  init(_ product: CellProduct, in wording: ProductWording, origin: Origin?) {
    let price = product.price
    let (title, brand) = (product.name.text, product.brand?.text)
    let options = product.options
    let priceText = wording.paid(price, pricesDiffer: options?.pricesDiffer == true)
    let stockText = wording.stock(product.stock)
    let original = wording.discount(price).map { discount in
      (discount: discount, price: wording.amount(price.amount, in: price.currency))
    }
    self.init(
      id: product.id, title: title, priceText: priceText, originalPriceText: original?.price,
      discountText: original?.discount, stockText: stockText, isSoldOut: product.stock.isSoldOut,
      badges: ProductBadge.all(of: product, in: wording),
      image: product.cover.map { PictureView($0, origin: origin) },
      accessibilityLabel: wording.spoken(
        title: title, brand: brand, price: priceText, original: original, stock: stockText),
      price: price.bargain, originalPrice: price.original,
      discountPercent: price.isDiscounted ? price.discountPercent : nil,
      currency: price.currency.rawValue, stock: product.stock.count,
      vendor: VendorLabel(product.vendor), brand: brand, reviewCount: product.reviews.count,
      reviewAverage: product.reviews.count > 0 ? product.reviews.average : nil,
      likeCount: product.likeCount, hasOptions: options != nil, swatches: options?.swatchTexts,
      version: product.version)
  }
}

extension ProductTile {
  init(_ product: TileProduct, in wording: ProductWording, origin: Origin?) {
    let price = product.price
    self.init(
      id: product.id, title: product.name.text,
      priceText: wording.paid(price, pricesDiffer: product.pricesDiffer),
      discountText: wording.discount(price), isSoldOut: product.stock.isSoldOut,
      image: product.cover.map { PictureView($0, origin: origin) }, price: price.bargain,
      originalPrice: price.original, currency: price.currency.rawValue, stock: product.stock.count)
  }
}

extension OptionSummary {
  /// Nil without any.
  fileprivate var swatchTexts: [String]? { swatches.isEmpty ? nil : swatches.map(\.text) }
}

extension ProductDetail {
  /// - Parameter variant: the id of the variant to show first.
  init(_ product: Product, variant: Int64?, in wording: ProductWording, origin: Origin?) {
    let (draft, details) = (product.draft, product.draft.details)
    let chosen = draft.variants?.shownFirst(variant)
    self.init(
      cell: ProductCell(product.cell, in: wording, origin: origin),
      description: draft.description.text,
      images: product.images.map { SizedPicture($0, origin: origin) },
      options: draft.variants?.views(choosing: chosen) ?? [],
      variants: draft.variants?.all.map { VariantView($0, in: wording) } ?? [],
      chosenVariantID: chosen?.id,
      key: details.key?.text, maker: details.maker?.text, mall: details.mall?.text,
      link: details.link?.url(from: origin),
      productType: details.type.word, itemTypeID: details.itemType,
      categoryPath: details.categoryPath.map(\.text),
      tags: details.tags.all.map(\.rawValue),
      delivery: details.delivery.map { DeliveryView($0, in: wording) },
      isHidden: draft.isHidden ? true : nil,
      createdAt: product.summary.createdAt.rfc3339, updatedAt: product.summary.updatedAt.rfc3339)
  }
}

extension PictureView {
  package init(_ picture: ServedPicture, origin: Origin?) {
    self.init(
      url: picture.url(from: origin), width: picture.width, height: picture.height,
      bytes: picture.byteCount, color: picture.color.text)
  }
}

extension SizedPicture {
  init(_ image: ProductImage, origin: Origin?) {
    let picture = image.picture
    let full = picture.served(as: .full)
    self.init(
      id: image.id, url: full.url(from: origin), width: full.width, height: full.height,
      bytes: full.byteCount, color: full.color.text,
      thumb: Size(picture.served(as: .thumb), origin: origin),
      cell: Size(picture.served(as: .cell), origin: origin),
      wide: picture.renditions[.wide].map { _ in
        Size(picture.served(as: .wide), origin: origin)
      })
  }
}

extension SizedPicture.Size {
  fileprivate init(_ picture: ServedPicture, origin: Origin?) {
    self.init(
      url: picture.url(from: origin), width: picture.width, height: picture.height,
      bytes: picture.byteCount)
  }
}

extension VendorLabel {
  package init(_ vendor: Seller) {
    self.init(id: vendor.identifier.text, name: vendor.name.text)
  }
}

extension DeliveryView {
  package init(_ terms: DeliveryTerms, in wording: ProductWording) {
    self.init(
      text: wording.delivery(terms), isFree: terms.isFree, fee: terms.fee,
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
  /// Good properties first; last whether it is sold out.
  static func all(of product: CellProduct, in wording: ProductWording) -> [ProductBadge] {
    var badges: [ProductBadge] = []
    if product.tags.contains(.best) { badges.append(Self(kind: "best", text: wording.badges.best)) }
    if product.tags.contains(.freeDelivery) {
      badges.append(Self(kind: "free_delivery", text: wording.freeDelivery))
    }
    switch product.type.number {
    case 4...6: badges.append(Self(kind: "used", text: wording.badges.used))
    case 7...9: badges.append(Self(kind: "discontinued", text: wording.badges.discontinued))
    case 10...12: badges.append(Self(kind: "upcoming", text: wording.badges.upcoming))
    default: break
    }
    if product.stock.isSoldOut {
      badges.append(Self(kind: "sold_out", text: wording.soldOut))
    }
    return badges
  }
}
