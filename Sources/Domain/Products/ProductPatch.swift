/// What shall change about a product; what is nil or `.keep` stays.
package struct ProductPatch: Sendable, Hashable {
  package var name: ProductName?
  package var description: ProductDescription?
  /// Of the currency that holds afterwards.
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
  package var tags: ProductTags?
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

  /// A discount that was not sent stays. Where it exceeds the new price nobody knows which of the
  /// two is meant, and the smaller one would sell the product for nothing.
  private func price(from price: Price) throws(Rejection) -> Price {
    let currency = currency ?? price.currency
    if currency != price.currency, amount == nil {
      let flaw = Flaw(
        "price_missing", "The currency changes and the price does not say in which it is.",
        hint: "Send price, and discounted_price if there is one.")
      throw Rejection([Violation("/currency", flaw)])
    }
    let asked = try AskedPrice(amount: amount, discount: discount).minorUnits(in: currency)
    let whole = asked.amount ?? price.amount
    if let taken = asked.discount { return try Price(whole, discount: taken, in: currency) }
    let kept = currency == price.currency ? price.discount : 0
    guard kept <= whole || whole < 0 else {
      throw Rejection([Violation("/discounted_price", Self.keptDiscount)])
    }
    return try Price(whole, discount: min(kept, max(whole, 0)), in: currency)
  }

  private static let keptDiscount = Flaw(
    "exceeds_price", "The discount that the product has and keeps exceeds its new price.",
    hint: "Send the discount too, from 0 to the new price.")
}
