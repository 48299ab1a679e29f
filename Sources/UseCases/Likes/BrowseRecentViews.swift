package import Domain
package import ViewData

/// Shows the products that somebody looked at last.
package struct BrowseRecentViews: Sendable {
  /// Products that are kept of each shopper.
  package static let countMax = 100
  private let views: any RecentViewRepository

  package init(views: any RecentViewRepository) {
    self.views = views
  }

  /// The last one first.
  package func callAsFunction(
    of device: Device, in wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> [ProductCell] {
    try await views.products(of: device.shopperID).map {
      ProductCell($0, in: wording, origin: origin)
    }
  }
}
