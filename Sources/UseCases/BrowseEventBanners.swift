package import Domain
package import ViewData

/// Shows the banners of the home screen, in their order and with their repetitions.
package struct BrowseEventBanners: Sendable {
  private let repository: any PlacedListRepository<EventBannerDraft>

  package init(repository: any PlacedListRepository<EventBannerDraft>) {
    self.repository = repository
  }

  /// Images of this site become absolute with `origin`; without one they stay paths.
  package func callAsFunction(from origin: Origin?) async throws(Failure) -> [EventBannerCell] {
    try await repository.all(limit: EventBannerDraft.countMax).map { banner in
      EventBannerCell(
        id: banner.id, content: banner.content.text,
        imageURL: banner.thumbnailImage.url(from: origin),
        link: banner.link?.link(from: origin))
    }
  }
}
