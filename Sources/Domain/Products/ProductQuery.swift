/// A filter and an order of products.
package struct ProductQuery: Sendable, Hashable {
  package var sort: ProductSort
  /// Only discounted products.
  package var onlyOnSale: Bool
  /// Only products in stock.
  package var onlyInStock: Bool
  /// Only products of this vendor.
  package var vendor: VendorIdentifier?
  /// Only products of this event category.
  package var event: Int64?
  /// Only products whose item type belongs to this category.
  package var category: Int64?
  /// Only products of this item type.
  package var itemType: Int64?
  /// Only products with a variant of these values.
  package var options: OptionFilter

  package init(
    sort: ProductSort = .newest, onlyOnSale: Bool = false, onlyInStock: Bool = false,
    vendor: VendorIdentifier? = nil, event: Int64? = nil, category: Int64? = nil,
    itemType: Int64? = nil, options: OptionFilter = OptionFilter()
  ) {
    self.sort = sort
    self.onlyOnSale = onlyOnSale
    self.onlyInStock = onlyInStock
    self.vendor = vendor
    self.event = event
    self.category = category
    self.itemType = itemType
    self.options = options
  }

  /// Whether it lists an event in the order of the administrators.
  package var isArranged: Bool { sort == .arranged && event != nil }
}

/// An order of products. Each ends with the id, so no two products have the same place.
package enum ProductSort: String, Sendable, Hashable, CaseIterable {
  /// By descending id.
  case newest
  /// By the price after the discount, the cheapest first. Prices in dollars follow all prices in
  /// won, then come yen and euros, because without a rate they cannot be compared. Of equal prices
  /// the newest product is first.
  case priceAscending = "price_asc"
  /// By the price after the discount, the most expensive first; euros, yen, dollars, won. Of equal
  /// prices the newest product is first.
  case priceDescending = "price_desc"
  /// As the administrators arranged the products of an event; without an event like ``newest``.
  case arranged

  /// The order of a list for which none was chosen.
  package static func usual(ofEvent event: Int64?) -> ProductSort {
    event == nil ? .newest : .arranged
  }
}

/// The place of a product in an order; the next page begins after it.
package struct ProductPosition: Sendable, Hashable {
  /// ``Price/rank`` for orders by price; the position for arranged ones; 0 for the newest first.
  package let rank: Int64
  package let id: Int64

  package init(rank: Int64, id: Int64) {
    self.rank = rank
    self.id = id
  }

  /// The place of this product.
  package init(_ product: some ListedProduct, in sort: ProductSort) {
    let rank: Int64 =
      switch sort {
      case .newest: 0
      case .priceAscending, .priceDescending: product.price.rank
      case .arranged: product.place
      }
    self.init(rank: rank, id: product.id)
  }
}

extension Price {
  /// The number that orders prices: the price after the discount, with all dollars above all won,
  /// then yen and euros.
  package var rank: Int64 {
    let place: Int64 =
      switch currency {
      case .krw: 0
      case .usd: 1
      case .jpy: 2
      case .eur: 3
      }
    return place * 1_000 * Self.amountMax + bargain
  }
}
