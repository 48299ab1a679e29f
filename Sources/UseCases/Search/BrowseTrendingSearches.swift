package import ViewData

/// Shows what many search for.
package struct BrowseTrendingSearches: Sendable {
  private let repository: any SearchTrendRepository
  private let now: WallClock

  package init(repository: any SearchTrendRepository, now: @escaping WallClock) {
    self.repository = repository
    self.now = now
  }

  /// The most first.
  package func callAsFunction() async throws(Failure) -> [TrendingSearch] {
    try await repository.trending(at: now()).enumerated().map { index, query in
      TrendingSearch(text: query, rank: index + 1)
    }
  }
}
