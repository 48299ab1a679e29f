package import Domain
package import ViewData

/// Shows a live event with its products in the order of the administrators.
package struct ShowEventScreen: Sendable {
  /// The number of products on the screen; the rest is a list of its own.
  package static let productsCount = 100
  private let lists: BrowseLists
  private let products: BrowseProducts

  package init(_ lists: BrowseLists, products: BrowseProducts) {
    self.lists = lists
    self.products = products
  }

  /// Two concurrent statements.
  ///
  /// - Throws: `notFound` for an event that is not live.
  package func callAsFunction(
    _ id: Int64, in wording: ScreenWording, from origin: Origin?
  ) async throws(Failure) -> EventScreen {
    let query = ProductQuery(sort: .arranged, event: id)
    async let events = outcome { [lists] () throws(Failure) in
      try await lists.eventCards(from: origin)
    }
    async let products = outcome { [products] () throws(Failure) in
      try await products.cells(
        query, after: nil, limit: Self.productsCount, in: wording.products, from: origin)
    }
    guard let event = try await events.get().first(where: { $0.id == id }) else {
      _ = await products
      throw .notFound(.eventCategory("\(id)"))
    }
    let found = try await products.get()
    let section = AnySection.section(
      .products, id: "products", layout: "grid", found.items,
      more: found.page.nextCursor.map {
        ScreenLink(kind: "products", path: ProductsPath.list(query), nextCursor: $0)
      })
    return EventScreen(event: event, sections: [section].compactMap { $0 })
  }
}

/// Shows a live event category.
package struct ShowEventCategory: Sendable {
  private let browse: BrowseLists
  private let products: any EventProductRepository

  package init(_ browse: BrowseLists, products: any EventProductRepository) {
    self.browse = browse
    self.products = products
  }

  /// Two concurrent statements.
  ///
  /// - Throws: `notFound` for an event that is not live.
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
