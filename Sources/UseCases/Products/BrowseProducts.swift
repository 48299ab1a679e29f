package import Domain
package import ViewData

/// Lists products in a chosen order, page by page.
package struct BrowseProducts: Sendable {
  /// A screen and a half; more would be loaded and not seen.
  package static let limitDefault = 20
  package static let limitMax = 100
  private let repository: any ProductRepository
  package let cursors: ProductCursors
  /// The products of an event in a preview; nil for those that are stored, while it is live.
  private let ofEvent: (@Sendable (Int64) async throws(Failure) -> [Int64])?

  package init(
    repository: any ProductRepository, cursors: ProductCursors,
    ofEvent: (@Sendable (Int64) async throws(Failure) -> [Int64])? = nil
  ) {
    self.repository = repository
    self.cursors = cursors
    self.ofEvent = ofEvent
  }

  /// The products after `position`; without it the first ones.
  ///
  /// Even if other products are added, changed or removed meanwhile, a product whose place in the
  /// order stays the same is shown exactly once from page to page.
  /// - Parameter limit: clamped to 1 to ``limitMax``.
  package func cells(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> Listing<ProductCell> {
    let limit = min(max(1, limit), Self.limitMax)
    let products =
      if let event = query.event, let ofEvent {
        try await repository.cells(query, among: try await ofEvent(event), limit: limit + 1)
      } else {
        try await repository.cells(query, after: position, limit: limit + 1)
      }
    return listing(products, limit, of: query) {
      ProductCell($0, in: wording, origin: origin)
    }
  }

  /// The same products as tiles. Positions of cells and tiles are interchangeable.
  package func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> Listing<ProductTile> {
    let limit = min(max(1, limit), Self.limitMax)
    let products = try await repository.tiles(query, after: position, limit: limit + 1)
    return listing(products, limit, of: query) {
      ProductTile($0, in: wording, origin: origin)
    }
  }

  /// - Parameter products: one more than the page shows, if another page follows.
  private func listing<Listed: ListedProduct, Item>(
    _ products: [Listed], _ limit: Int, of query: ProductQuery, _ item: (Listed) -> Item
  ) -> Listing<Item> {
    let shown = products.prefix(limit)
    let last = products.count > limit ? shown.last : nil
    return Listing(
      items: shown.map(item),
      page: PageLink(
        nextCursor: last.map { cursors.text(ProductPosition($0, in: query.sort), of: query) }))
  }
}

/// Counts what the products of a list have in common, for a sheet of filters.
package struct CountListFacets: Sendable {
  private let repository: any ProductSearchRepository

  package init(repository: any ProductSearchRepository) {
    self.repository = repository
  }

  /// The facets of a search that every product of the list matches.
  package func callAsFunction(
    _ query: ProductQuery, in wording: ProductWording
  ) async throws(Failure) -> SearchFacetsView? {
    let filter = SearchFilter(
      onlyOnSale: query.onlyOnSale, onlyInStock: query.onlyInStock, vendor: query.vendor,
      event: query.event, categories: query.category.map { [$0] } ?? [],
      itemTypes: query.itemType.map { [$0] } ?? [], options: query.options)
    let found = try await repository.overview(.everything, filter, withFacets: true)
    return found.facets.map { SearchFacetsView($0, in: wording) }
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
