package import Domain
package import ViewData

/// Shows the event categories that are live now, in their order.
package struct BrowseEventCategories: Sendable {
  private let repository: any EventCategoryRepository
  private let now: WallClock

  package init(repository: any EventCategoryRepository, now: @escaping WallClock) {
    self.repository = repository
    self.now = now
  }

  /// With the one picture that a screen shows.
  package func cells(
    _ variant: EventCategoryVariant, from origin: Origin?
  ) async throws(Failure) -> [EventCategoryCell] {
    try await live().map { EventCategoryCell($0, variant: variant, origin: origin) }
  }

  /// With both pictures.
  package func cards(from origin: Origin?) async throws(Failure) -> [EventCategoryCard] {
    try await live().map { EventCategoryCard($0, origin: origin) }
  }

  private func live() async throws(Failure) -> [ShownEventCategory] {
    try await repository.live(at: now(), limit: EventCategoryList.countMax)
  }
}
