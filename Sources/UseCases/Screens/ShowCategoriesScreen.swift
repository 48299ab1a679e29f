package import Domain
package import ViewData

/// Shows the category screen: events with their plain pictures, then the item types under the
/// titles of their categories.
package struct ShowCategoriesScreen: Sendable {
  private let lists: BrowseLists

  package init(_ lists: BrowseLists) {
    self.lists = lists
  }

  /// Three concurrent statements. Sections without items are left out.
  package func callAsFunction(
    in wording: ScreenWording, from origin: Origin?
  ) async throws(Failure) -> Screen {
    async let events = outcome { [lists] () throws(Failure) in
      try await lists.eventCells(.thumbnail, from: origin)
    }
    async let categories = outcome { [lists] () throws(Failure) in
      try await lists.categories()
    }
    async let itemTypes = outcome { [lists] () throws(Failure) in
      try await lists.itemTypes(from: origin)
    }
    let eventCells = try await events.get()
    let sections = Self.sections(try await itemTypes.get(), under: try await categories.get())
    let head = AnySection.section(
      .eventCategories, id: "event-categories", title: wording.events, layout: "grid", eventCells)
    return Screen(sections: [head].compactMap { $0 } + sections)
  }

  /// One section for each category that has item types, in the order of the categories.
  private static func sections(
    _ itemTypes: [ItemTypeCell], under categories: [CategoryCell]
  ) -> [AnySection] {
    let ofCategory = Dictionary(grouping: itemTypes, by: \.categoryID)
    return categories.compactMap { category in
      AnySection.section(
        .itemTypes, id: "category-\(category.id)", title: category.title, layout: "grid",
        ofCategory[category.id] ?? [],
        more: ScreenLink(
          kind: "products", path: ProductsPath.list(ProductQuery(category: category.id)),
          nextCursor: nil))
    }
  }
}
