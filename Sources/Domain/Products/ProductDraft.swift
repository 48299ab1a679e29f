/// The content of a product that its vendor decides, without the images.
package struct ProductDraft: Sendable, Hashable {
  package let name: ProductName
  package let description: ProductDescription
  package let price: Price
  package let stock: Stock
  package let details: ProductDetails
  /// Whether the shop treats it as if it were removed; its vendor can still change it.
  package let isHidden: Bool

  package init(
    name: ProductName, description: ProductDescription = .none, price: Price, stock: Stock = .none,
    details: ProductDetails = .none, isHidden: Bool = false
  ) {
    self.name = name
    self.description = description
    self.price = price
    self.stock = stock
    self.details = details
    self.isHidden = isHidden
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

  package var isSoldOut: Bool { count == 0 }
}
