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
  package func callAsFunction(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, from origin: Origin?
  ) async throws(Failure) -> ProductPage {
    let (products, next) = try await Self.page(
      limit, { ProductPosition($0, in: query.sort) }
    ) { limit throws(Failure) in
      try await repository.page(query, after: position, limit: limit)
    }
    return ProductPage(products: products, origin: origin, next: next)
  }

  /// The same products as tiles. Where a page ended, the other kind can go on.
  package func tiles(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int, from origin: Origin?
  ) async throws(Failure) -> ProductTilePage {
    let (products, next) = try await Self.page(
      limit, { ProductPosition($0, in: query.sort) }
    ) { limit throws(Failure) in
      try await repository.outlines(query, after: position, limit: limit)
    }
    return ProductTilePage(products: products, origin: origin, next: next)
  }

  /// As many products as are wanted, and where the last of them stands if more follow: one more than
  /// is shown tells it, without another statement.
  private static func page<Product>(
    _ limit: Int, _ position: (Product) -> ProductPosition,
    _ read: (Int) async throws(Failure) -> [Product]
  ) async throws(Failure) -> (products: [Product], next: ProductPosition?) {
    let limit = min(max(1, limit), limitMax)
    var products = try await read(limit + 1)
    guard products.count > limit else { return (products, nil) }
    products.removeLast(products.count - limit)
    return (products, products.last.map(position))
  }
}

/// Some products in their order, and where the next ones are.
///
/// Pages that are equal have equal cells; not the other way round.
package struct ProductPage: Sendable, Equatable {
  private let products: [ProductSummary]
  private let origin: Origin?
  /// Nil when nothing follows, and for a list that is not continued.
  package let next: ProductPosition?

  init(products: [ProductSummary], origin: Origin?, next: ProductPosition? = nil) {
    self.products = products
    self.origin = origin
    self.next = next
  }

  package var count: Int { products.count }

  /// About how much memory it takes, in octets.
  package var footprint: Int { products.footprint }

  /// What a screen draws of them; made anew at each use.
  package var cells: [ProductCell] { products.map { ProductCell($0, origin: origin) } }
}

/// As ``ProductPage``, of what a grid shows.
package struct ProductTilePage: Sendable, Equatable {
  private let products: [ProductOutline]
  private let origin: Origin?
  /// Nil when nothing follows.
  package let next: ProductPosition?

  init(products: [ProductOutline], origin: Origin?, next: ProductPosition?) {
    self.products = products
    self.origin = origin
    self.next = next
  }

  package var count: Int { products.count }

  /// About how much memory it takes, in octets.
  package var footprint: Int { products.footprint }

  /// What a grid draws of them; made anew at each use.
  package var tiles: [ProductTile] { products.map { ProductTile($0, origin: origin) } }
}
