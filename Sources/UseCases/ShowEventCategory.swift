package import Domain
package import ViewData

/// Shows one event category that is live.
package struct ShowEventCategory: Sendable {
  private let repository: any EventCategoryRepository
  private let products: any EventProductRepository
  private let now: WallClock

  package init(
    repository: any EventCategoryRepository, products: any EventProductRepository,
    now: @escaping WallClock
  ) {
    self.repository = repository
    self.products = products
    self.now = now
  }

  /// Two statements, side by side.
  ///
  /// - Throws: `notFound` for one that is not live.
  package func callAsFunction(
    _ id: Int64, from origin: Origin?
  ) async throws(Failure) -> EventCategoryDetail {
    async let live = outcome { [repository, now] () throws(Failure) in
      try await repository.live(at: now(), limit: EventCategoryList.countMax)
    }
    async let ids = outcome { [products] () throws(Failure) in try await products.ids(of: id) }
    guard let shown = try await live.get().first(where: { $0.category.id == id }),
      let ids = try await ids.get()
    else { throw .notFound(.eventCategory("\(id)")) }
    return EventCategoryDetail(
      card: EventCategoryCard(shown, origin: origin),
      startsAt: shown.category.startsAt?.rfc3339, endsAt: shown.category.endsAt?.rfc3339,
      productCount: ids.count)
  }
}
