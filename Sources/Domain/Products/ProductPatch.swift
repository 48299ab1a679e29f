/// What shall change about a product; what is nil or `.keep` stays.
package struct ProductPatch: Sendable, Hashable {
  package var name: ProductName?
  package var description: ProductDescription?
  /// In minor units of the currency that holds afterwards.
  package var amount: Amount?
  package var discount: Amount?
  package var currency: Currency?
  package var stock: Stock?
  package var brand: Change<Title> = .keep
  package var maker: Change<Title> = .keep
  package var mall: Change<Title> = .keep
  package var link: Change<ImageReference> = .keep
  package var type: ProductType?
  package var categoryPath: [Title]?
  package var tags: Set<ProductTag>?
  package var delivery: Change<DeliveryTerms> = .keep
  /// The id of the image that shall be the first.
  package var cover: Int64?

  package init() {}

  /// The draft with the changes made.
  ///
  /// - Throws: violations at `/price`, `/discounted_price` or `/currency`, when the parts no longer
  ///   fit each other, perhaps because only one of them was changed.
  package func applied(to draft: ProductDraft) throws(Rejection) -> ProductDraft {
    var details = draft.details
    details.brand = brand.applied(to: details.brand)
    details.maker = maker.applied(to: details.maker)
    details.mall = mall.applied(to: details.mall)
    details.link = link.applied(to: details.link)
    details.type = type ?? details.type
    details.categoryPath = categoryPath ?? details.categoryPath
    details.tags = tags ?? details.tags
    details.delivery = delivery.applied(to: details.delivery)
    return ProductDraft(
      name: name ?? draft.name, description: description ?? draft.description,
      price: try price(from: draft.price), stock: stock ?? draft.stock, details: details)
  }

  /// A discount that was not sent stays, but never exceeds a price that was.
  private func price(from price: Price) throws(Rejection) -> Price {
    let currency = currency ?? price.currency
    if currency != price.currency, amount == nil {
      let flaw = Flaw(
        "price_missing", "The currency changes and the price does not say in which it is.",
        hint: "Send price, and discounted_price if there is one.")
      throw Rejection([Violation("/currency", flaw)])
    }
    let whole = try amount.map { (amount) throws(Rejection) in
      try amount.minorUnits(of: currency, at: "/price")
    }
    let taken = try discount.map { (amount) throws(Rejection) in
      try amount.minorUnits(of: currency, at: "/discounted_price")
    }
    let most = max(0, whole ?? price.amount)
    let kept = currency == price.currency ? min(price.discount, most) : 0
    return try Price(whole ?? price.amount, discount: taken ?? kept, in: currency)
  }
}
