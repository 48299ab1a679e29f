package import Domain

/// Shows products in an order that somebody chose, page by page.
package struct BrowseProducts: Sendable {
  /// What a screen and a half shows; more would be loaded and not seen.
  package static let limitDefault = 20
  package static let limitMax = 100
  private let repository: any ProductRepository

  package init(repository: any ProductRepository) {
    self.repository = repository
  }

  /// The products behind `position`; those of the beginning without one.
  ///
  /// Whatever is added, changed or removed meanwhile: a product whose place in the order stays the
  /// same is shown once by those who go on from page to page.
  /// - Parameter limit: 1 to ``limitMax``; what lies outside of it is brought to its ends.
  package func cells(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, from origin: Origin?
  ) async throws(Failure) -> ProductPage<[ProductSummary]> {
    try await page(query, limit, origin) { limit throws(Failure) in
      try await repository.page(query, after: position, limit: limit)
    }
  }

  /// The same products as tiles. Where a page ended, the other kind can go on.
  package func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, from origin: Origin?
  ) async throws(Failure) -> ProductPage<ProductOutlines> {
    try await page(query, limit, origin) { limit throws(Failure) in
      try await repository.outlines(query, after: position, limit: limit)
    }
  }

  private func page<Products>(
    _ query: ProductQuery, _ limit: Int, _ origin: Origin?,
    _ read: (Int) async throws(Failure) -> Products
  ) async throws(Failure) -> ProductPage<Products> {
    let limit = min(max(1, limit), Self.limitMax)
    // One more than is shown tells whether another page follows, without another statement.
    var products = try await read(limit + 1)
    let hasNext = products.count > limit
    if hasNext { products.removeLast(products.count - limit) }
    let next = hasNext ? products.last.map { ProductPosition($0, in: query.sort) } : nil
    return ProductPage(products: products, origin: origin, next: next)
  }
}

/// Some products in their order, and where the next ones are.
///
/// Pages that are equal have equal cells, or tiles; not the other way round.
package struct ProductPage<Products: ListedProducts>: Sendable, Equatable {
  fileprivate let products: Products
  fileprivate let origin: Origin?
  /// Nil when nothing follows, and for a list that is not continued.
  package let next: ProductPosition?

  init(products: Products, origin: Origin?, next: ProductPosition? = nil) {
    self.products = products
    self.origin = origin
    self.next = next
  }

  package var count: Int { products.count }

  /// About how much memory it takes, in octets.
  package var footprint: Int { products.footprint }
}

extension ProductPage<[ProductSummary]> {
  /// Hands out what a screen draws of them, one after the other; each is good inside of `body`.
  package func forEachCell(_ body: (LazyProductCell) -> Void) {
    URLPrefix.with(origin) { prefix in
      for product in products { body(LazyProductCell(product, behind: prefix)) }
    }
  }
}

extension ProductPage<ProductOutlines> {
  /// Hands out what a grid draws of them, as ``forEachCell(_:)`` does.
  package func forEachTile(_ body: (LazyProductTile) -> Void) {
    URLPrefix.with(origin) { prefix in
      products.forEach { body(LazyProductTile($0, named: $1, behind: prefix)) }
    }
  }
}
