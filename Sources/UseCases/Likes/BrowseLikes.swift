package import Domain
package import ViewData

/// Shows what a shopper likes.
package struct BrowseLikes: Sendable {
  package static let limitDefault = BrowseProducts.limitDefault
  package static let limitMax = BrowseProducts.limitMax
  /// Products that can be asked about at once: what the largest page shows.
  package static let overlayMax = 100
  private let likes: any LikeRepository

  package init(likes: any LikeRepository) {
    self.likes = likes
  }

  /// The newest first, behind `position`.
  ///
  /// - Parameters:
  ///   - text: part of the title, in any case; nil for all.
  ///   - limit: 1 to ``limitMax``; what lies outside of it is brought to its ends.
  package func callAsFunction(
    of device: Device, named text: Title?, after position: LikePosition?, limit: Int,
    in wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> LikePage {
    let limit = min(max(1, limit), Self.limitMax)
    let products = try await likes.page(
      of: device.shopperID, named: text?.text, after: position, limit: limit + 1)
    let shown = products.prefix(limit)
    return LikePage(
      items: shown.map { LikeCell($0, in: wording, origin: origin) },
      next: products.count > limit ? shown.last.map(LikePosition.init) : nil)
  }

  /// Those of some products that are liked, by rising id: hearts on screens that all share.
  package func liked(
    among products: [Int64], by device: Device
  ) async throws(Failure) -> [Int64] {
    try await likes.liked(among: products, by: device.shopperID)
  }
}

/// Some liked products in their order, and where the next ones are.
package struct LikePage: Sendable {
  package let items: [LikeCell]
  /// Nil when nothing follows.
  package let next: LikePosition?
}

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
