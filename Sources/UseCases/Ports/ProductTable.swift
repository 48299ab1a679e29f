package import Domain

/// Which products of all vendors a table shows, and in which order.
package struct ProductTableQuery: Sendable, Hashable {
  package enum Status: String, Sendable, Hashable, CaseIterable {
    case shown, hidden
    /// Shown, with nothing left.
    case soldOut = "sold_out"
    /// The last one first, whatever the order of the query is.
    case removed
    /// Shown or hidden, the newest first, whatever the order of the query is.
    case withoutPictures = "without_pictures"

    /// The largest number that is counted.
    package static let countMax = 100_000
  }

  package enum Sort: String, Sendable, Hashable, CaseIterable {
    case newest
    /// The cheapest first, and of equal prices the newest.
    case price
  }

  package var search: SearchQuery?
  package var vendor: VendorIdentifier?
  /// Nil for all that are not removed.
  package var status: Status?
  package var sort: Sort
  /// Only these, if they are not removed, whatever else the query says; nil for no such choice.
  package var ids: [Int64]?
  /// Products that were removed before are not shown.
  package var removedAfter: Timestamp

  package init(
    search: SearchQuery? = nil, vendor: VendorIdentifier? = nil, status: Status? = nil,
    sort: Sort = .newest, ids: [Int64]? = nil, removedAfter: Timestamp = .earliest
  ) {
    (self.search, self.vendor, self.status) = (search, vendor, status)
    (self.ids, self.removedAfter) = (ids, removedAfter)
    self.sort = status == .withoutPictures ? .newest : sort
  }

  /// Whether a place in the order of the query is before another one. The rank is the price's, or
  /// the instant of the removal in microseconds.
  package func comes(_ place: ProductPosition, before other: ProductPosition) -> Bool {
    guard place.rank == other.rank else {
      return status == .removed ? place.rank > other.rank : place.rank < other.rank
    }
    return place.id > other.id
  }
}

/// A product as administrators see it.
package struct AdministeredProduct: Sendable, Hashable {
  package let product: Product
  /// Nil unless it was removed.
  package let removedAt: Timestamp?

  package init(_ product: Product, removedAt: Timestamp? = nil) {
    (self.product, self.removedAt) = (product, removedAt)
  }
}

/// A part of the table. It may have fewer products than the limit, or none, though more follow.
package struct ProductTablePage: Sendable, Hashable {
  package let products: [AdministeredProduct]
  /// Where the next page begins; nil at the end.
  package let next: ProductPosition?

  package init(products: [AdministeredProduct], next: ProductPosition?) {
    (self.products, self.next) = (products, next)
  }
}
