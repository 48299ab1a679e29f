import Domain
import ViewData

extension Variants {
  /// The variant with this id; otherwise the first that can be bought, or the first.
  func shownFirst(_ id: Int64?) -> Variant? {
    all.first { id != nil && $0.id == id } ?? all.first { !$0.stock.isSoldOut } ?? all.first
  }

  /// The options beside a chosen variant: each value as it combines with the chosen values of the
  /// options before it.
  func views(choosing chosen: Variant?) -> [OptionView] {
    let choices = chosen?.choices ?? []
    var matches = all
    return options.enumerated().map { index, option in
      let view = OptionView(
        name: option.name.text,
        values: option.values.map { value in
          let having = matches.filter { $0.choices[index] == value.text }
          return OptionValueView(
            text: value.text.text, color: value.color?.text,
            isAvailable: having.contains { !$0.stock.isSoldOut },
            variantID: Self.best(of: having, keeping: choices.dropFirst(index + 1))?.id)
        })
      matches = matches.filter {
        choices.indices.contains(index) && $0.choices[index] == choices[index]
      }
      return view
    }
  }

  /// The variant to show for a value: one that can be bought and keeps the later choices, else one
  /// that can be bought.
  private static func best(of having: [Variant], keeping choices: ArraySlice<Title>) -> Variant? {
    let forSale = having.filter { !$0.stock.isSoldOut }
    let keeps = { (variant: Variant) in variant.choices.suffix(choices.count) == choices }
    return forSale.first(where: keeps) ?? forSale.first ?? having.first(where: keeps)
      ?? having.first
  }
}

extension VariantView {
  init(_ variant: Variant, in wording: ProductWording) {
    let (price, values) = (variant.price, variant.choices.map(\.text))
    let priceText = wording.amount(price.bargain, in: price.currency)
    let stockText = wording.stock(variant.stock)
    let original = wording.discount(price).map { discount in
      (discount: discount, price: wording.amount(price.amount, in: price.currency))
    }
    self.init(
      id: variant.id ?? 0, values: values, text: values.joined(separator: " / "),
      priceText: priceText, originalPriceText: original?.price, discountText: original?.discount,
      stockText: stockText, isSoldOut: variant.stock.isSoldOut,
      accessibilityLabel: wording.spoken(
        title: values.joined(separator: ", "), brand: nil, price: priceText, original: original,
        stock: stockText),
      price: price.bargain, originalPrice: price.original,
      discountPercent: price.isDiscounted ? price.discountPercent : nil,
      stock: variant.stock.count, sku: variant.sku?.text, imageNumber: variant.image)
  }
}
