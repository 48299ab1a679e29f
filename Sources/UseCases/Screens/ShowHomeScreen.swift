package import Domain
package import ViewData

/// Shows the home screen: the sections that administrators arranged.
package struct ShowHomeScreen: Sendable {
  private let lists: BrowseLists
  private let products: BrowseProducts

  package init(_ lists: BrowseLists, products: BrowseProducts) {
    self.lists = lists
    self.products = products
  }

  /// One statement, then concurrently one for each section, and one more for a section of an event,
  /// which must be live. Sections without items are left out.
  ///
  /// - Parameters:
  ///   - language: the language of the titles, by RFC 5646.
  ///   - wording: the texts of products.
  package func callAsFunction(
    in language: String, saying wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> Screen {
    let drafts = try await lists.shown(HomeSectionDraft.self).map(\.item.draft)
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
        .eventBanners, id: id, title: title, layout: layout, try await lists.banners(from: origin))
    case .eventCategories:
      return .section(
        .eventCategories, id: id, title: title, layout: layout,
        try await lists.eventCells(.text, from: origin))
    case .products(let query, let count):
      guard try await isLive(query.event) else { return nil }
      let page = try await products.cells(
        query, after: nil, limit: count, in: wording, from: origin)
      return .section(
        .products, id: id, title: title, layout: layout, page.items,
        more: page.page.nextCursor.map { link(to: query, after: $0, draft.layout) })
    }
  }

  /// Whether the event of a section is live; true for a section without one.
  private func isLive(_ event: Int64?) async throws(Failure) -> Bool {
    guard let event else { return true }
    return try await lists.eventCells(.text, from: nil).contains { $0.id == event }
  }

  /// The link of a grid continues after its last item; that of a row shows the whole list.
  private func link(
    to query: ProductQuery, after cursor: String, _ layout: HomeSectionDraft.Layout
  ) -> ScreenLink {
    ScreenLink(
      kind: "products", path: ProductsPath.list(query),
      nextCursor: layout == .grid ? cursor : nil)
  }
}
