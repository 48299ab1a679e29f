package import Domain

/// Lists products of all vendors for administrators, also hidden and removed ones.
package struct BrowseProductTable: Sendable {
  package static let limitDefault = 50
  package static let limitMax = 100
  private let products: any ProductRepository
  /// A rank takes the place of a time.
  private let cursors: TimeCursors
  private let now: WallClock

  package init(products: any ProductRepository, signer: any Signer, now: @escaping WallClock) {
    self.products = products
    self.now = now
    cursors = TimeCursors(.productTable, signer: signer)
  }

  /// - Throws: `invalid_cursor` for one of another query.
  package func position(
    _ cursor: String, of query: ProductTableQuery
  ) throws(ValidationError) -> ProductPosition {
    let place = try cursors.position(cursor, of: Self.question(query))
    return ProductPosition(rank: place.at.microseconds, id: place.id)
  }

  /// A page and the cursor of the next one. Products that were removed too long ago to be restored
  /// are left out.
  package func callAsFunction(
    _ query: ProductTableQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> ProductTable {
    var query = query
    query.removedAfter = RestoreProduct.limit(at: now())
    let page = try await products.table(query, after: position, limit: limit)
    let next = page.next.map {
      cursors.text(
        TimePosition(at: Timestamp(clamping: $0.rank), id: $0.id), of: Self.question(query))
    }
    return ProductTable(products: page.products, next: next)
  }

  private static func question(_ query: ProductTableQuery) -> String {
    let parts = [
      query.status?.rawValue, query.sort.rawValue, query.vendor?.text, query.search?.folded.text,
    ]
    return parts.map { $0 ?? "" }.joined(separator: "\n")
  }
}

/// A page of the table.
package struct ProductTable: Sendable {
  package let products: [AdministeredProduct]
  /// Nil at the end.
  package let next: String?
}

/// Counts the products in each state for administrators.
package struct CountProducts: Sendable {
  private let products: any ProductRepository
  private let now: WallClock

  package init(products: any ProductRepository, now: @escaping WallClock) {
    (self.products, self.now) = (products, now)
  }

  package func callAsFunction() async throws(Failure) -> [ProductTableQuery.Status: Int] {
    try await products.counts(removedAfter: RestoreProduct.limit(at: now()))
  }
}
