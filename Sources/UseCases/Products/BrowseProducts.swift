package import Domain
package import ViewData

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
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> Page<ProductCell> {
    let limit = min(max(1, limit), Self.limitMax)
    let products = try await repository.cells(query, after: position, limit: limit + 1)
    return Page(products, limit, in: query.sort) { ProductCell($0, in: wording, origin: origin) }
  }

  /// The same products as tiles. Where a page ended, the other kind can go on.
  package func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> Page<ProductTile> {
    let limit = min(max(1, limit), Self.limitMax)
    let products = try await repository.tiles(query, after: position, limit: limit + 1)
    return Page(products, limit, in: query.sort) { ProductTile($0, in: wording, origin: origin) }
  }
}

/// Some items of a list in their order, and where the next ones are.
package struct Page<Item: Sendable>: Sendable {
  package let items: [Item]
  /// Nil when nothing follows.
  package let next: ProductPosition?

  /// Of products, one more of which was read than is shown: it tells whether another page follows.
  init<Listed: ListedProduct>(
    _ products: [Listed], _ limit: Int, in sort: ProductSort, _ item: (Listed) -> Item
  ) {
    let shown = products.prefix(limit)
    items = shown.map(item)
    next = products.count > limit ? shown.last.map { ProductPosition($0, in: sort) } : nil
  }
}

/// Shows the newest products that are discounted, of all products.
package struct BrowseBanner: Sendable {
  /// What the carousel of the existing apps shows.
  package static let countMax = 5
  private let repository: any ProductRepository

  package init(repository: any ProductRepository) {
    self.repository = repository
  }

  /// The newest first; 0 to ``countMax``.
  package func callAsFunction(
    in wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> [ProductCell] {
    let onSale = ProductQuery(onlyOnSale: true)
    return try await repository.cells(onSale, after: nil, limit: Self.countMax).map {
      ProductCell($0, in: wording, origin: origin)
    }
  }
}
