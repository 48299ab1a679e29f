/// A change of a product; nil and `.keep` leave a part unchanged.
package struct ProductPatch: Sendable, Hashable {
  package var name: ProductName?
  package var description: ProductDescription?
  /// In the currency after the change.
  package var price = AskedPrice.nothing
  package var currency: Currency?
  package var stock: Stock?
  package var variants = AskedVariants.nothing
  package var key: Change<ProductKey> = .keep
  package var itemType: Change<Int64> = .keep
  package var brand: Change<Title> = .keep
  package var maker: Change<Title> = .keep
  package var mall: Change<Title> = .keep
  package var link: Change<ImageReference> = .keep
  package var type: ProductType?
  package var categoryPath: [Title]?
  package var tags: ProductTags?
  package var delivery: Change<DeliveryTerms> = .keep
  package var isHidden: Bool?
  /// The id of the image that becomes the first.
  package var cover: Int64?

  /// Whether the beginning of the description, as lists of Open Market show it, changes nothing of
  /// it: apps send back what they were shown.
  private let isOfListed: Bool

  package init(ofListed isOfListed: Bool = false) { self.isOfListed = isOfListed }

  /// The draft after the change.
  ///
  /// - Throws: errors of the price or at `/currency`, when the parts no longer fit each other, for
  ///   example because only one of them was changed; `in_variants` for another price or stock than
  ///   a product's variants have.
  package func applied(to draft: ProductDraft) throws(Rejection) -> ProductDraft {
    let currency = currency ?? draft.price.currency
    let isVaried = variants.variants != nil || variants.options == []
    let variants = try variants.variants(
      changing: draft.variants, price: isVaried ? price.price(in: currency) : nil, in: currency)
    var newPrice = draft.price
    if let variants {
      let ofPrice = price.sentNames + (currency == newPrice.currency ? [] : ["currency"])
      let stays = (try? price.price(changing: newPrice, to: currency)) == newPrice
      try Self.refuse(isVaried || stays ? [] : ofPrice)
      try refuseStock(besides: variants)
    } else {
      newPrice = try price.price(changing: newPrice, to: currency)
    }
    return ProductDraft(
      name: name ?? draft.name, description: description(changing: draft.description),
      price: newPrice, stock: stock ?? draft.stock, details: applied(to: draft.details),
      isHidden: isHidden ?? draft.isHidden, variants: variants)
  }

  /// A new product with these details.
  ///
  /// - Parameter price: of the product, and of variants without one.
  /// - Throws: errors of options and variants; `in_variants` at `/stock`.
  package func draft(
    _ name: ProductName, _ description: ProductDescription, _ price: Price
  ) throws(Rejection) -> ProductDraft {
    let variants = try variants.variants(changing: nil, price: price, in: price.currency)
    if let variants { try refuseStock(besides: variants) }
    return ProductDraft(
      name: name, description: description, price: price, stock: stock ?? .none,
      details: applied(to: .none), isHidden: isHidden ?? false, variants: variants)
  }

  private func description(changing kept: ProductDescription) -> ProductDescription {
    guard let description, !isOfListed || description != kept.sentBack else { return kept }
    return description
  }

  private func refuseStock(besides variants: Variants) throws(Rejection) {
    if let stock, stock != variants.stock { try Self.refuse(["stock"]) }
  }

  static func refuse(_ names: [String]) throws(Rejection) {
    guard names.isEmpty else { throw Rejection(names.map { FieldError("/" + $0, inVariants) }) }
  }

  private static let inVariants = ValidationError(
    "in_variants", "The product has variants, and this is derived from theirs.",
    hint: "Change the variants, or leave this out.")

  package func applied(to details: ProductDetails) -> ProductDetails {
    var details = details
    details.key = key.applied(to: details.key)
    details.itemType = itemType.applied(to: details.itemType)
    details.brand = brand.applied(to: details.brand)
    details.maker = maker.applied(to: details.maker)
    details.mall = mall.applied(to: details.mall)
    details.link = link.applied(to: details.link)
    details.type = type ?? details.type
    details.categoryPath = categoryPath ?? details.categoryPath
    details.tags = tags ?? details.tags
    details.delivery = delivery.applied(to: details.delivery)
    return details
  }
}
