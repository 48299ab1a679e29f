package import Domain
package import ViewData

/// Shows the first screen of an app: the sections that somebody arranged.
package struct ShowHomeScreen: Sendable {
  private let sections: any PlacedListRepository<HomeSectionDraft>
  private let banners: BrowseEventBanners
  private let events: BrowseEventCategories
  private let products: BrowseProducts
  private let cursors: ProductCursors

  package init(
    sections: any PlacedListRepository<HomeSectionDraft>, banners: BrowseEventBanners,
    events: BrowseEventCategories, products: BrowseProducts, cursors: ProductCursors
  ) {
    self.sections = sections
    self.banners = banners
    self.events = events
    self.products = products
    self.cursors = cursors
  }

  /// One statement, then one for each section, side by side; one more for a section of an event,
  /// which must be live. A section without items is left out.
  ///
  /// - Parameters:
  ///   - language: of titles, as RFC 5646 writes it.
  ///   - wording: of products.
  package func callAsFunction(
    in language: String, saying wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> Screen {
    let drafts = try await sections.all(limit: HomeSectionDraft.countMax).map(\.draft)
    let found = await withTaskGroup(
      of: (Int, Result<AnySection?, Failure>).self
    ) { group in
      for (index, draft) in drafts.enumerated() {
        group.addTask {
          let made = await outcome { () throws(Failure) in
            try await self.section(draft, in: language, saying: wording, from: origin)
          }
          return (index, made)
        }
      }
      return await group.reduce(into: [:]) { found, next in found[next.0] = next.1 }
    }
    var shown: [AnySection] = []
    for index in drafts.indices {
      if let section = try found[index]?.get() { shown.append(section) }
    }
    return Screen(sections: shown)
  }

  private func section(
    _ draft: HomeSectionDraft, in language: String, saying wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> AnySection? {
    let (id, title) = (draft.key.text, draft.title(in: language)?.text)
    let layout = draft.layout.rawValue
    switch draft.content {
    case .eventBanners:
      return .section(
        .eventBanners, id: id, title: title, layout: layout, try await banners(from: origin))
    case .eventCategories:
      return .section(
        .eventCategories, id: id, title: title, layout: layout,
        try await events.cells(.text, from: origin))
    case .products(let query, let count):
      guard try await isLive(query.event) else { return nil }
      let page = try await products.cells(
        query, after: nil, limit: count, in: wording, from: origin)
      return .section(
        .products, id: id, title: title, layout: layout, page.items,
        more: page.next.map { link(to: query, behind: $0, draft.layout) })
    }
  }

  /// Whether the products of an event may be announced; true for those of none.
  private func isLive(_ event: Int64?) async throws(Failure) -> Bool {
    guard let event else { return true }
    return try await events.cells(.text, from: nil).contains { $0.id == event }
  }

  /// A grid goes on where it ends; of a row the whole list is shown.
  private func link(
    to query: ProductQuery, behind position: ProductPosition, _ layout: HomeSectionDraft.Layout
  ) -> ScreenLink {
    ScreenLink(
      kind: "products", path: ProductsPath.list(query),
      nextCursor: layout == .grid ? cursors.text(position, of: query) : nil)
  }
}
