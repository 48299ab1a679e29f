import Foundation
public import ViewData

/// A search.
public struct SearchQuery: Sendable, Hashable {
  /// An order of results; equal ones are the newest first.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// The best match first.
    case relevance
    /// The newest first.
    case newest
    /// By the price that is paid, the cheapest first.
    case priceAscending = "price_asc"
    /// By the price that is paid, the dearest first.
    case priceDescending = "price_desc"
    /// Products with the most reviews first.
    case reviews
  }

  /// The text that was typed: 1 to 100 characters.
  public var text: String
  /// The order.
  public var sort: Sort
  /// The products to search in; its own order is ignored.
  public var products: ProductQuery
  /// Only products of one of these categories, up to 20: `FacetValue.id`. Empty for all.
  public var categories: [Int64]
  /// Only products of one of these item types, up to 20: `FacetValue.id`.
  public var itemTypes: [Int64]
  /// Only products of one of these brands, up to 20: `BrandFacet.name`.
  public var brands: [String]
  /// Only products that cost at least this, in won.
  public var priceMin: Int64?
  /// Only products that cost at most this, in won.
  public var priceMax: Int64?

  /// All matches by default, the best first.
  public init(
    _ text: String, sort: Sort = .relevance, products: ProductQuery = ProductQuery(),
    categories: [Int64] = [], itemTypes: [Int64] = [], brands: [String] = [],
    priceMin: Int64? = nil, priceMax: Int64? = nil
  ) {
    self.text = text
    self.sort = sort
    self.products = products
    self.categories = categories
    self.itemTypes = itemTypes
    self.brands = brands
    self.priceMin = priceMin
    self.priceMax = priceMax
  }

  func items(after cursor: String?, facets: Bool) -> [URLQueryItem] {
    var products = products
    (products.sort, products.wantsFacets) = (nil, false)
    var items = [
      URLQueryItem(name: "q", value: text), URLQueryItem(name: "sort", value: sort.rawValue),
    ]
    items += products.items(after: cursor, variant: .cell)
    items += categories.map { URLQueryItem(name: "category", value: String($0)) }
    items += itemTypes.map { URLQueryItem(name: "item_type", value: String($0)) }
    items += brands.map { URLQueryItem(name: "brand", value: $0) }
    if let priceMin { items.append(URLQueryItem(name: "price_min", value: String(priceMin))) }
    if let priceMax { items.append(URLQueryItem(name: "price_max", value: String(priceMax))) }
    if !facets { items.append(URLQueryItem(name: "facets", value: "false")) }
    return items
  }
}

extension Moa {
  /// One page of results, with their number, and on the first page with facets.
  ///
  /// - Parameters:
  ///   - query: the search.
  ///   - cursor: `page.nextCursor` of the page before, of the same query; nil for the first.
  ///   - facets: whether the first page says what the newest matches have in common.
  public func searchPage(
    _ query: SearchQuery, after cursor: String? = nil, facets: Bool = true
  ) async throws -> SearchResult {
    try await answer(.searchPage(query, after: cursor, facets: facets)).value
  }

  /// Trending searches, the most frequent first, at most ten; empty if the shop does not count
  /// them.
  public func trendingSearches() async throws -> [TrendingSearch] {
    try await answer(.trendingSearches).value
  }

  /// Suggested queries for a half-typed text; ask at every key.
  ///
  /// - Parameters:
  ///   - text: the text typed so far: 1 to 100 characters, at least one letter or digit.
  ///   - limit: the number of suggestions wanted, 1 to 8.
  public func suggestions(for text: String, limit: Int = 8) async throws -> SearchSuggestions {
    try await answer(.suggestions(for: text, limit: limit)).value
  }
}
