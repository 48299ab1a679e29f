/// A change of the price and the stock of a variant; nil keeps a value.
package struct VariantPatch: Sendable, Hashable {
  package let price: AskedPrice
  package let stock: Stock?

  package init(price: AskedPrice = .nothing, stock: Stock? = nil) {
    self.price = price
    self.stock = stock
  }

  /// - Throws: errors of the price, when its parts no longer fit each other.
  package func applied(to variant: Variant) throws(Rejection) -> Variant {
    Variant(
      id: variant.id, choices: variant.choices, sku: variant.sku,
      price: try price.price(changing: variant.price, to: variant.price.currency),
      stock: stock ?? variant.stock, image: variant.image)
  }
}

extension Variants {
  /// The same variants with one of them changed; nil if none has this id.
  package func changing(
    _ id: Int64, _ change: (Variant) throws(Rejection) -> Variant
  ) throws(Rejection) -> Variants? {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return nil }
    var all = all
    all[index] = try change(all[index])
    return Variants(storedOptions: options, all: all)
  }
}
