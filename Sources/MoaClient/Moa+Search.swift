import Foundation
public import ViewData

/// What a search looks for.
public struct SearchQuery: Sendable, Hashable {
  /// An order of what is found; equal ones are the newest first.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// The closest first.
    case relevance
    /// The newest first.
    case newest
    /// By what is paid, the cheapest first.
    case priceAscending = "price_asc"
    /// By what is paid, the dearest first.
    case priceDescending = "price_desc"
    /// Those with the most reviews first.
    case reviews
  }

  /// What somebody typed: 1 to 100 characters.
  public var text: String
  /// The order.
  public var sort: Sort
  /// Which products are looked at; its own order does not matter.
  public var products: ProductQuery
  /// Only what costs this much at least, in won.
  public var priceMin: Int64?
  /// Only what costs this much at most, in won.
  public var priceMax: Int64?

  /// All that is found, the closest first, unless something else is said.
  public init(
    _ text: String, sort: Sort = .relevance, products: ProductQuery = ProductQuery(),
    priceMin: Int64? = nil, priceMax: Int64? = nil
  ) {
    self.text = text
    self.sort = sort
    self.products = products
    self.priceMin = priceMin
    self.priceMax = priceMax
  }

  func items(after cursor: String?, facets: Bool) -> [URLQueryItem] {
    var products = products
    products.sort = .newest
    var items = [
      URLQueryItem(name: "q", value: text), URLQueryItem(name: "sort", value: sort.rawValue),
    ]
    items += products.items(after: cursor, variant: .cell)
    if let priceMin { items.append(URLQueryItem(name: "price_min", value: String(priceMin))) }
    if let priceMax { items.append(URLQueryItem(name: "price_max", value: String(priceMax))) }
    if !facets { items.append(URLQueryItem(name: "facets", value: "false")) }
    return items
  }
}

extension Moa {
  /// What a search finds, one after the other; pages are loaded when they are needed.
  public func search(_ query: SearchQuery) -> ProductSequence<FoundProductCell> {
    ProductSequence { cursor in
      let page = try await searchPage(query, after: cursor, facets: false)
      return Listing(items: page.items, page: page.page)
    }
  }

  /// One page of what a search finds, with how much that is, and on the first page with facets.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - cursor: `page.nextCursor` of the page before, of the same query; nil for the first.
  ///   - facets: whether the first page tells what the newest matches have in common.
  public func searchPage(
    _ query: SearchQuery, after cursor: String? = nil, facets: Bool = true
  ) async throws -> SearchResult {
    try await get("/v1/search", query.items(after: cursor, facets: facets))
  }

  /// What many search for, the most first, at most ten; empty where the shop does not count it.
  public func trendingSearches() async throws -> [TrendingSearch] {
    try await get("/v1/search/trending", as: Items<TrendingSearch>.self).items
  }

  /// What somebody may be about to search for; ask at every key.
  ///
  /// - Parameters:
  ///   - text: what is typed so far: 1 to 100 characters, one letter or digit at least.
  ///   - limit: how many queries are wanted, 1 to 8.
  public func suggestions(for text: String, limit: Int = 8) async throws -> SearchSuggestions {
    try await get(
      "/v1/search/suggestions",
      [
        URLQueryItem(name: "q", value: text), URLQueryItem(name: "limit", value: String(limit)),
      ])
  }
}
