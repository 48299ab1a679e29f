package import Domain

/// Fills an empty shop with the demo shop; a second time nothing happens.
package struct LoadDemoShop: Sendable {
  private let repository: any DemoShopRepository

  package init(repository: any DemoShopRepository) {
    self.repository = repository
  }

  /// - Returns: true when this call loaded it.
  @discardableResult
  package func callAsFunction(_ shop: DemoShop) async throws(Failure) -> Bool {
    try await repository.loadOnce(shop)
  }
}
