package import Domain
package import ViewData

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
