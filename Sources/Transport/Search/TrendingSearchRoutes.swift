import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/search/trending`: trending searches. `GET /admin/v1/search/unfound`: those that find
/// nothing.
struct TrendingSearchRoutes: RouteGroup {
  static let path = SearchRoutes.path + "/trending"
  let browse: BrowseTrendingSearches
  let authentication: Authentication
  /// Whether searches are counted.
  let isOn: Bool
  let tags: ContentTag

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint,
      remembered: { [isOn, tags] _ in
        CachedBody(Wire.trendingSearches.bytes(isOn ? try await browse() : []), tags)
      })
    router.on(Self.unfoundEndpoint) { [isOn, browse, authentication] request, _ in
      try await authentication.require(.merchandise, of: request)
      let searches = isOn ? try await browse.unfound() : []
      return .administered(Wire.trendingSearches.bytes(searches), tag: nil)
    }
  }

  static let endpoints = [endpoint, unfoundEndpoint]

  private static let unfoundEndpoint = Endpoint(
    .get, SearchRuleRoutes.path + "/unfound", "listUnfoundSearches", .administration,
    "List searches without results",
    .json(Wire.trendingSearches.schema, "0 to \(SearchTrend.countMax), the most first.")
  ).with {
    $0.meaning = """
      What at least \(SearchTrend.devicesMin) devices have searched for within 24 hours and what finds \
      nothing, without banned queries. Synonyms and redirects mend it.
      """
    $0.access = .administrator
  }

  private static let endpoint = Endpoint(
    .get, path, "listTrendingSearches", .shop, "List trending searches",
    .json(
      Wire.trendingSearches.schema, "0 to \(SearchTrend.countMax), the most first.",
      fields: ["ETag"])
  ).with {
    $0.meaning = """
      What at least \(SearchTrend.devicesMin) devices have searched for and found within 24 hours; the \
      longer ago, the less a search counts. Without queries that are banned or find nothing any \
      more. Empty where the operator has it switched off.
      """
    $0.fields = [.ifNoneMatch]
  }
}

extension TrendingSearchRoutes {
  init(_ parts: RouteParts) {
    self.init(
      browse: BrowseTrendingSearches(
        repository: parts.ports.searchTrends, products: parts.ports.search,
        now: parts.ports.machine.now),
      authentication: Authentication(parts.authenticateToken),
      isOn: parts.policies.collectedSearches != nil, tags: parts.tags)
  }
}
