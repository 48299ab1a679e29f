import ViewData

extension AnySection {
  /// How a section of cells is made one of any kind.
  struct Kind<Cell: Sendable & Hashable & Codable & Identifiable>: Sendable {
    let name: String
    let section: @Sendable (ScreenSection<Cell>) -> AnySection
  }

  /// Nil without cells.
  static func section<Cell>(
    _ kind: Kind<Cell>, id: String, title: String? = nil, layout: String, _ cells: [Cell],
    more: ScreenLink? = nil
  ) -> AnySection? {
    guard !cells.isEmpty else { return nil }
    let items = cells.map { ScreenItem(cellID: "\(id).\($0.id)", cell: $0) }
    return kind.section(
      ScreenSection(
        id: id, kind: kind.name, title: title, layout: layout, items: items, more: more))
  }
}

extension AnySection.Kind<EventBannerCell> {
  static var eventBanners: Self {
    Self(name: "event_banners") { .eventBanners($0) }
  }
}

extension AnySection.Kind<EventCategoryCell> {
  static var eventCategories: Self {
    Self(name: "event_categories") { .eventCategories($0) }
  }
}

extension AnySection.Kind<ProductCell> {
  static var products: Self {
    Self(name: "products") { .products($0) }
  }
}

extension AnySection.Kind<ItemTypeCell> {
  static var itemTypes: Self {
    Self(name: "item_types") { .itemTypes($0) }
  }
}
