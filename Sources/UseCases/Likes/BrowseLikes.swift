package import Domain
package import ViewData

/// Lists a shopper's likes.
package struct BrowseLikes: Sendable {
  package static let limitDefault = BrowseProducts.limitDefault
  package static let limitMax = BrowseProducts.limitMax
  /// The largest number of products in one check: those of the largest page.
  package static let overlayMax = 100
  private let likes: any LikeRepository

  package init(likes: any LikeRepository) {
    self.likes = likes
  }

  /// Liked products after `position`, newest first.
  ///
  /// - Parameters:
  ///   - text: part of the title, in any case; nil for all.
  ///   - limit: clamped to 1 to ``limitMax``.
  package func callAsFunction(
    of device: Device, named text: Title?, after position: TimePosition?, limit: Int,
    in wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> LikePage {
    let limit = min(max(1, limit), Self.limitMax)
    let products = try await likes.page(
      of: device.shopperID, named: text?.text, after: position, limit: limit + 1)
    let shown = products.prefix(limit)
    return LikePage(
      items: shown.map { LikeCell($0, in: wording, origin: origin) },
      next: products.count > limit ? shown.last?.position : nil)
  }

  /// The liked ones among some products, by rising id: for hearts on screens that all shoppers
  /// share.
  package func liked(
    among products: [Int64], by device: Device
  ) async throws(Failure) -> [Int64] {
    try await likes.liked(among: products, by: device.shopperID)
  }
}

/// A page of liked products.
package struct LikePage: Sendable {
  package let items: [LikeCell]
  /// Nil at the end of the list.
  package let next: TimePosition?
}

/// Lists recently viewed products.
package struct BrowseRecentViews: Sendable {
  /// The number of products that are remembered for each shopper.
  package static let countMax = 100
  private let views: any RecentViewRepository

  package init(views: any RecentViewRepository) {
    self.views = views
  }

  /// The latest first.
  package func callAsFunction(
    of device: Device, in wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> [ProductCell] {
    try await views.products(of: device.shopperID).map {
      ProductCell($0, in: wording, origin: origin)
    }
  }
}
