import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/search/trending`: trending searches.
struct TrendingSearchRoutes: RouteGroup {
  static let path = SearchRoutes.path + "/trending"
  let browse: BrowseTrendingSearches
  /// Whether searches are counted.
  let isOn: Bool
  let tags: ContentTag

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint,
      remembered: { [isOn, tags] _ in
        CachedBody(Wire.trendingSearches.bytes(isOn ? try await browse() : []), tags)
      })
  }

  static let endpoints = [endpoint]

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
      isOn: parts.policies.collectedSearches != nil, tags: parts.tags)
  }
}
