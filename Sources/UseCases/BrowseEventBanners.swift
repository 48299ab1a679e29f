package import Domain
package import ViewData

/// Shows the banners of the home screen, in their order and with their repetitions.
package struct BrowseEventBanners: Sendable {
  /// A carousel of more than a hundred is never seen to its end.
  package static let countMax = 100
  private let repository: any ShopWindowRepository

  package init(repository: any ShopWindowRepository) {
    self.repository = repository
  }

  /// Images of this site become absolute with `origin`; without one they stay paths.
  package func callAsFunction(from origin: Origin?) async throws(Failure) -> [EventBannerCell] {
    try await repository.eventBanners(limit: Self.countMax).map { banner in
      EventBannerCell(
        id: banner.id, content: banner.content.text, imageURL: banner.image.url(from: origin))
    }
  }
}
