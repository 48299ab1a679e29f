import Foundation
import ViewData

/// A selection of products and their order.
public struct ProductQuery: Sendable, Hashable {
  /// An order of products; equal ones are the newest first.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// The newest first.
    case newest
    /// By the price that is paid, the cheapest first; dollars after all won.
    case priceAscending = "price_asc"
    /// By the price that is paid, the dearest first.
    case priceDescending = "price_desc"
    /// As the shop arranged the products of an event.
    case arranged
  }

  /// The order; nil for the usual one: arranged for an event, otherwise the newest first.
  public var sort: Sort?
  /// Only discounted products.
  public var onSale: Bool
  /// Only products that are not sold out.
  public var inStock: Bool
  /// Only products of this vendor: `VendorLabel.id`.
  public var vendor: String?
  /// Only products of this event: `EventCategoryCell.id`.
  public var event: Int64?
  /// Only products whose item type is in this category: `ItemTypeCell.categoryID`.
  public var category: Int64?
  /// Only products of this item type: `ItemTypeCell.id`.
  public var itemType: Int64?
  /// Only products with a variant of these values: `사이즈:270`, as in `OptionValueFacet.option`. Of
  /// one option one of the values suffices. At most 20.
  public var options: [String]
  /// Whether the first page has `facets`, for a sheet of filters. A search has its own parameter.
  public var wantsFacets: Bool
  /// How many items a page has, 1 to 100.
  public var pageSize: Int

  /// All products by default.
  public init(
    sort: Sort? = nil, onSale: Bool = false, inStock: Bool = false, vendor: String? = nil,
    event: Int64? = nil, category: Int64? = nil, itemType: Int64? = nil, options: [String] = [],
    wantsFacets: Bool = false, pageSize: Int = 20
  ) {
    self.sort = sort
    self.onSale = onSale
    self.inStock = inStock
    self.vendor = vendor
    self.event = event
    self.category = category
    self.itemType = itemType
    self.options = options
    self.wantsFacets = wantsFacets
    self.pageSize = pageSize
  }

  func items(after cursor: String?, variant: ProductVariant) -> [URLQueryItem] {
    var items = [URLQueryItem(name: "limit", value: String(pageSize))]
    if let cursor { items.append(URLQueryItem(name: "cursor", value: cursor)) }
    if let sort { items.append(URLQueryItem(name: "sort", value: sort.rawValue)) }
    if onSale { items.append(URLQueryItem(name: "on_sale", value: "true")) }
    if inStock { items.append(URLQueryItem(name: "in_stock", value: "true")) }
    if let vendor { items.append(URLQueryItem(name: "vendor", value: vendor)) }
    if let event { items.append(URLQueryItem(name: "event", value: String(event))) }
    if let category { items.append(URLQueryItem(name: "category", value: String(category))) }
    if let itemType { items.append(URLQueryItem(name: "item_type", value: String(itemType))) }
    items += options.map { URLQueryItem(name: "option", value: $0) }
    if wantsFacets, cursor == nil { items.append(URLQueryItem(name: "facets", value: "true")) }
    if variant != .cell { items.append(URLQueryItem(name: "variant", value: variant.rawValue)) }
    return items
  }
}
