package import Domain
package import ViewData

/// Lists products in a chosen order, page by page.
package struct BrowseProducts: Sendable {
  /// A screen and a half; more would be loaded and not seen.
  package static let limitDefault = 20
  package static let limitMax = 100
  private let repository: any ProductRepository

  package init(repository: any ProductRepository) {
    self.repository = repository
  }

  /// The products after `position`; without it the first ones.
  ///
  /// Even if other products are added, changed or removed meanwhile, a product whose place in the
  /// order stays the same is shown exactly once from page to page.
  /// - Parameter limit: clamped to 1 to ``limitMax``.
  package func cells(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> Page<ProductCell> {
    let limit = min(max(1, limit), Self.limitMax)
    let products = try await repository.cells(query, after: position, limit: limit + 1)
    return Page(products, limit, in: query.sort) { ProductCell($0, in: wording, origin: origin) }
  }

  /// The same products as tiles. Positions of cells and tiles are interchangeable.
  package func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> Page<ProductTile> {
    let limit = min(max(1, limit), Self.limitMax)
    let products = try await repository.tiles(query, after: position, limit: limit + 1)
    return Page(products, limit, in: query.sort) { ProductTile($0, in: wording, origin: origin) }
  }
}

/// A page of a list.
package struct Page<Item: Sendable>: Sendable {
  package let items: [Item]
  /// Nil at the end of the list.
  package let next: ProductPosition?

  /// - Parameter listed: one product more than the page shows, if there is a next page.
  init<Listed: ListedProduct>(
    _ products: [Listed], _ limit: Int, in sort: ProductSort, _ item: (Listed) -> Item
  ) {
    let shown = products.prefix(limit)
    items = shown.map(item)
    next = products.count > limit ? shown.last.map { ProductPosition($0, in: sort) } : nil
  }
}

/// Lists the newest discounted products.
package struct BrowseBanner: Sendable {
  /// The length of the carousel in the existing apps.
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
