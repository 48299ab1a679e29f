/// Which products somebody wants to see, and in which order.
package struct ProductQuery: Sendable, Hashable {
  package var sort: ProductSort
  /// Only those with a discount.
  package var onlyOnSale: Bool
  /// Only those that are not sold out.
  package var onlyInStock: Bool
  /// Only those of this vendor.
  package var vendor: VendorIdentifier?
  /// Only those of this event category.
  package var event: Int64?
  /// Only those whose item type stands under this category.
  package var category: Int64?
  /// Only those of this item type.
  package var itemType: Int64?

  package init(
    sort: ProductSort = .newest, onlyOnSale: Bool = false, onlyInStock: Bool = false,
    vendor: VendorIdentifier? = nil, event: Int64? = nil, category: Int64? = nil,
    itemType: Int64? = nil
  ) {
    self.sort = sort
    self.onlyOnSale = onlyOnSale
    self.onlyInStock = onlyInStock
    self.vendor = vendor
    self.event = event
    self.category = category
    self.itemType = itemType
  }
}

/// An order of products. Each ends with the id, so that no two products have the same place.
package enum ProductSort: String, Sendable, Hashable, CaseIterable {
  /// By descending id.
  case newest
  /// By what is paid, the cheapest first; amounts of other currencies follow those in won, because
  /// nobody can compare them without a rate. Of equal prices the newest first.
  case priceAscending = "price_asc"
  /// The same the other way round; of equal prices the newest first here too.
  case priceDescending = "price_desc"
}

/// The place of a product in an order: a page goes on behind it.
package struct ProductPosition: Sendable, Hashable {
  /// ``Price/rank`` for orders by price; 0 for the newest first.
  package let rank: Int64
  package let id: Int64

  package init(rank: Int64, id: Int64) {
    self.rank = rank
    self.id = id
  }

  /// Where this product stands.
  package init(_ product: some ListedProduct, in sort: ProductSort) {
    self.init(rank: sort == .newest ? 0 : product.price.rank, id: product.id)
  }
}

extension Price {
  /// By which prices are put in order: what is paid, and dollars behind all won.
  package var rank: Int64 {
    switch currency {
    case .krw: bargain
    case .usd: 1_000 * Self.amountMax + bargain
    }
  }
}
