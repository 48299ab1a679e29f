/// A change of a product; nil and `.keep` leave a part unchanged.
package struct ProductPatch: Sendable, Hashable {
  package var name: ProductName?
  package var description: ProductDescription?
  /// In the currency after the change.
  package var price = AskedPrice.nothing
  package var currency: Currency?
  package var stock: Stock?
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

  package init() {}

  /// The draft after the change.
  ///
  /// - Throws: errors of the price or at `/currency`, when the parts no longer fit each other, for
  ///   example because only one of them was changed.
  package func applied(to draft: ProductDraft) throws(Rejection) -> ProductDraft {
    return ProductDraft(
      name: name ?? draft.name, description: description ?? draft.description,
      price: try price.price(changing: draft.price, to: currency ?? draft.price.currency),
      stock: stock ?? draft.stock, details: applied(to: draft.details),
      isHidden: isHidden ?? draft.isHidden)
  }

  package func applied(to details: ProductDetails) -> ProductDetails {
    var details = details
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
