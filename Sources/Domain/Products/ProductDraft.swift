/// The content of a product that its vendor decides, without the images.
package struct ProductDraft: Sendable, Hashable {
  package let name: ProductName
  package let description: ProductDescription
  package let price: Price
  package let stock: Stock
  package let details: ProductDetails
  /// Whether the shop treats it as if it were removed; its vendor can still change it.
  package let isHidden: Bool
  /// Nil without options.
  package let variants: Variants?

  /// - Parameter variants: the price and the stock are theirs, if there are any.
  package init(
    name: ProductName, description: ProductDescription = .none, price: Price, stock: Stock = .none,
    details: ProductDetails = .none, isHidden: Bool = false, variants: Variants? = nil
  ) {
    self.name = name
    self.description = description
    self.price = variants?.price ?? price
    self.stock = variants?.stock ?? stock
    self.details = details
    self.isHidden = isHidden
    self.variants = variants
  }
}

extension ProductDraft {
  /// The same content with other variants.
  package func withVariants(_ variants: Variants?) -> ProductDraft {
    ProductDraft(
      name: name, description: description, price: price, stock: stock, details: details,
      isHidden: isHidden, variants: variants)
  }
}

/// The number of units for sale: 0 to a billion.
package struct Stock: Sendable, Hashable {
  package static let countMax = 1_000_000_000
  package static let none = Stock(unchecked: 0)
  package let count: Int

  private init(unchecked count: Int) { self.count = count }

  /// - Throws: `out_of_range`.
  package init(_ count: Int) throws(ValidationError) {
    guard (0...Self.countMax).contains(count) else {
      throw ValidationError(
        "out_of_range", "The stock is below 0 or above \(Self.countMax).",
        hint: "Write how many there are to sell.")
    }
    self.count = count
  }

  package init(clamping count: Int) { self.count = min(max(count, 0), Self.countMax) }

  package var isSoldOut: Bool { count == 0 }
}
