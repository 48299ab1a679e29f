import Foundation
public import ViewData

/// A read of the shop as a value, such as `.homeScreen`: for ``Moa/answer(_:)`` and
/// ``Moa/updates(of:)``.
public struct MoaRead<Value: Sendable & Equatable>: Sendable {
  let path: String
  let query: [URLQueryItem]
  /// Whether the answer is kept for the next start, and for times without a network.
  let isStored: Bool
  let decode: @Sendable (Data) throws -> Value
  let encode: @Sendable (Value) throws -> Data
  /// The same by the methods of a shop, for one that is no server.
  let load: @Sendable (any MoaReading) async throws -> Value

  init(
    _ path: String, _ query: [URLQueryItem] = [], isStored: Bool = true,
    load: @escaping @Sendable (any MoaReading) async throws -> Value
  ) where Value: Codable {
    (self.path, self.query, self.isStored, self.load) = (path, query, isStored, load)
    decode = { try JSONDecoder().decode(Value.self, from: $0) }
    encode = { try JSONEncoder().encode($0) }
  }

  /// A list without pages.
  init<Item: Codable & Sendable & Equatable>(
    items path: String, _ query: [URLQueryItem] = [],
    load: @escaping @Sendable (any MoaReading) async throws -> Value
  ) where Value == [Item] {
    (self.path, self.query, isStored, self.load) = (path, query, true, load)
    decode = { try JSONDecoder().decode(Items<Item>.self, from: $0).items }
    encode = { try JSONEncoder().encode(Items(items: $0)) }
  }

  /// Whether its sections have filters and orders that only the server knows.
  var isScreen: Bool { path.hasPrefix("/v1/screens/") }

  /// Whether its products or their order depend on prices.
  var isByPrice: Bool {
    isScreen
      || query.contains {
        $0.name.hasPrefix("price_") || ($0.name == "sort" && $0.value?.hasPrefix("price_") == true)
      }
  }

  /// Whether they depend on what cells do not tell.
  var isByMore: Bool {
    let filters: Set = ["brand", "category", "item_type"]
    return query.contains {
      filters.contains($0.name) || ($0.name == "sort" && $0.value == "reviews")
        || ($0.name == "facets" && $0.value == "true")
    }
  }
}

struct Items<Item: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  let items: [Item]
}

extension MoaRead where Value == Screen {
  /// The home screen.
  public static var homeScreen: Self {
    Self("/v1/screens/home") { try await $0.homeScreen() }
  }

  /// The categories screen.
  public static var categoriesScreen: Self {
    Self("/v1/screens/categories") { try await $0.categoriesScreen() }
  }
}

extension MoaRead where Value == EventScreen {
  /// The screen of an event.
  public static func eventScreen(_ id: Int64) -> Self {
    Self("/v1/screens/event/\(id)") { try await $0.eventScreen(id) }
  }
}

extension MoaRead where Value == ProductScreen {
  /// The screen of a product.
  public static func productScreen(_ id: Int64) -> Self {
    Self("/v1/screens/product/\(id)") { try await $0.productScreen(id) }
  }
}

extension MoaRead where Value == ProductDetail {
  /// All details of one product.
  public static func product(_ id: Int64) -> Self {
    Self("/v1/products/\(id)") { try await $0.product(id) }
  }
}

extension MoaRead where Value == Listing<ProductCell> {
  /// One page of products as list rows.
  public static func productPage(
    _ query: ProductQuery = ProductQuery(), after cursor: String? = nil
  ) -> Self {
    Self("/v1/products", query.items(after: cursor, variant: .cell)) {
      try await $0.productPage(query, after: cursor)
    }
  }
}

extension MoaRead where Value == Listing<ProductTile> {
  /// One page of products as tiles.
  public static func productTilePage(
    _ query: ProductQuery = ProductQuery(), after cursor: String? = nil
  ) -> Self {
    Self("/v1/products", query.items(after: cursor, variant: .tile)) {
      try await $0.productTilePage(query, after: cursor)
    }
  }
}

extension MoaRead where Value == [ProductCell] {
  /// The newest discounted products.
  public static var banner: Self { Self(items: "/v1/banner") { try await $0.banner() } }
}

extension MoaRead where Value == AppConfiguration {
  /// Whether this version of the app still runs, and the switches of the shop.
  ///
  /// - Parameters:
  ///   - version: of the app; nil for the one in its bundle.
  ///   - platform: `ios`, `android` or `web`.
  public static func config(version: String? = nil, platform: String = "ios") -> Self {
    let bundled = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
    let query = [
      URLQueryItem(name: "platform", value: platform),
      URLQueryItem(name: "version", value: version ?? bundled ?? "0"),
    ]
    return Self("/v1/config", query) { try await $0.config(version: version, platform: platform) }
  }
}

extension MoaRead where Value == [EventCategoryCard] {
  /// Live event categories, with both of their pictures.
  public static var eventCategories: Self {
    Self(items: "/v1/event-categories") { try await $0.eventCategories() }
  }
}

extension MoaRead where Value == [EventCategoryCell] {
  /// Live event categories, with the picture that a screen shows.
  public static func eventCategories(_ variant: EventCategoryVariant) -> Self {
    Self(items: "/v1/event-categories", [URLQueryItem(name: "variant", value: variant.rawValue)]) {
      try await $0.eventCategories(variant)
    }
  }
}

extension MoaRead where Value == EventCategoryDetail {
  /// One live event category.
  public static func eventCategory(_ id: Int64) -> Self {
    Self("/v1/event-categories/\(id)") { try await $0.eventCategory(id) }
  }
}

extension MoaRead where Value == SearchResult {
  /// One page of the results of a search.
  public static func searchPage(
    _ query: SearchQuery, after cursor: String? = nil, facets: Bool = true
  ) -> Self {
    Self("/v1/search", query.items(after: cursor, facets: facets)) {
      try await $0.searchPage(query, after: cursor, facets: facets)
    }
  }
}

extension MoaRead where Value == [TrendingSearch] {
  /// Trending searches.
  public static var trendingSearches: Self {
    Self(items: "/v1/search/trending") { try await $0.trendingSearches() }
  }
}

extension MoaRead where Value == SearchSuggestions {
  /// Suggested queries for a half-typed text; too many to be stored.
  public static func suggestions(for text: String, limit: Int = 8) -> Self {
    let query = [
      URLQueryItem(name: "q", value: text), URLQueryItem(name: "limit", value: String(limit)),
    ]
    return Self("/v1/search/suggestions", query, isStored: false) {
      try await $0.suggestions(for: text, limit: limit)
    }
  }
}
