package import Domain

/// Notes that somebody looked at a product.
package struct NoteView: Sendable {
  private let views: any RecentViewRepository
  private let now: WallClock

  package init(views: any RecentViewRepository, now: @escaping WallClock) {
    self.views = views
    self.now = now
  }

  /// - Throws: `notFound` for a product that is not in the shop.
  package func callAsFunction(_ product: Int64, by device: Device) async throws(Failure) {
    try await views.add(product, by: device.id, at: now())
  }
}
