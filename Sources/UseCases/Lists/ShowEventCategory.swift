package import Domain
package import ViewData

/// Shows one event category that is live.
package struct ShowEventCategory: Sendable {
  private let browse: BrowseLists
  private let products: any EventProductRepository

  package init(_ browse: BrowseLists, products: any EventProductRepository) {
    self.browse = browse
    self.products = products
  }

  /// Two statements, side by side.
  ///
  /// - Throws: `notFound` for one that is not live.
  package func callAsFunction(
    _ id: Int64, from origin: Origin?
  ) async throws(Failure) -> EventCategoryDetail {
    async let live = outcome { [browse] () throws(Failure) in
      try await browse.shown(EventCategoryDraft.self)
    }
    async let ids = outcome { [products] () throws(Failure) in try await products.ids(of: id) }
    guard let shown = try await live.get().first(where: { $0.item.id == id }),
      let ids = try await ids.get()
    else { throw .notFound(.eventCategory("\(id)")) }
    return EventCategoryDetail(
      card: EventCategoryCard(shown, origin: origin),
      startsAt: shown.item.schedule.startsAt?.rfc3339, endsAt: shown.item.schedule.endsAt?.rfc3339,
      productCount: ids.count)
  }
}
