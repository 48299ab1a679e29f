package import Domain
package import ViewData

/// Shows the first screen of an app: banners, events, what is on sale, what is new.
package struct ShowHomeScreen: Sendable {
  /// Products of the section that is scrolled to its end.
  package static let productsCount = 20
  private let banners: BrowseEventBanners
  private let events: BrowseEventCategories
  private let onSale: BrowseBanner
  private let products: BrowseProducts
  private let cursors: ProductCursors

  package init(
    banners: BrowseEventBanners, events: BrowseEventCategories, onSale: BrowseBanner,
    products: BrowseProducts, cursors: ProductCursors
  ) {
    self.banners = banners
    self.events = events
    self.onSale = onSale
    self.products = products
    self.cursors = cursors
  }

  /// Four statements, side by side. A section without items is left out.
  package func callAsFunction(
    in wording: ScreenWording, from origin: Origin?
  ) async throws(Failure) -> Screen {
    async let banners = outcome { [banners] () throws(Failure) in try await banners(from: origin) }
    async let events = outcome { [events] () throws(Failure) in
      try await events.cells(.text, from: origin)
    }
    async let onSale = outcome { [onSale] () throws(Failure) in try await onSale(from: origin) }
    async let newest = outcome { [products] () throws(Failure) in
      try await products.cells(
        ProductQuery(), after: nil, limit: Self.productsCount, from: origin)
    }
    let page = try await newest.get()
    return Screen(
      sections: [
        .section(
          .eventBanners, id: "event_banners", layout: "carousel", try await banners.get()),
        .section(
          .eventCategories, id: "event_categories", title: wording.events, layout: "strip",
          try await events.get()),
        .section(
          .products, id: "on_sale", title: wording.onSale, layout: "row", try await onSale.get(),
          more: ScreenLink(kind: "products", path: ProductsPath.onSale, nextCursor: nil)),
        .section(
          .products, id: "newest", title: wording.newest, layout: "grid", page.items,
          more: page.next.map { position in
            ScreenLink(
              kind: "products", path: ProductsPath.newest,
              nextCursor: cursors.text(position, of: ProductQuery()))
          }),
      ].compactMap { $0 })
  }
}

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
