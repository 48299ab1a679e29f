import Domain
import ViewData

extension AnySection {
  /// A kind of section, with the case of ``AnySection`` for it.
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

/// The server's own texts on screens, in one language.
package struct ScreenWording: Sendable {
  let events: String
  let sameItemType: String
  package let products: ProductWording
  let moreOfVendor: @Sendable (_ vendor: String) -> String

  package init(
    events: String, sameItemType: String, products: ProductWording,
    moreOfVendor: @escaping @Sendable (_ vendor: String) -> String
  ) {
    self.events = events
    self.sameItemType = sameItemType
    self.products = products
    self.moreOfVendor = moreOfVendor
  }
}

/// The result of work in a concurrent task: statements of several reads are sent together.
func outcome<Value: Sendable>(
  _ work: @Sendable () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  do throws(Failure) {
    return .success(try await work())
  } catch {
    return .failure(error)
  }
}

/// The path of the whole list of products for a section.
enum ProductsPath {
  static func list(_ query: ProductQuery) -> String {
    var items: [String] = []
    if query.sort != .usual(ofEvent: query.event) { items.append("sort=\(query.sort.rawValue)") }
    if query.onlyOnSale { items.append("on_sale=true") }
    if query.onlyInStock { items.append("in_stock=true") }
    if let vendor = query.vendor { items.append("vendor=\(vendor.text)") }
    if let event = query.event { items.append("event=\(event)") }
    if let category = query.category { items.append("category=\(category)") }
    if let itemType = query.itemType { items.append("item_type=\(itemType)") }
    return items.isEmpty ? "/v1/products" : "/v1/products?" + items.joined(separator: "&")
  }
}
