package import Domain
import Postgres
package import UseCases

/// Trending searches, in `moa.search_devices` and `moa.search_trends`.
extension PostgresStore: SearchTrendRepository {
  package func count(
    _ searches: [CountedSearch], at instant: Timestamp
  ) async throws(Failure) {
    guard !searches.isEmpty else { return }
    _ = try await execute(
      SearchTrendStatements.count, .init(searches: searches, instant: instant))
  }

  package func trending(at instant: Timestamp) async throws(Failure) -> TrendingQueries {
    let since = Timestamp(
      clamping: instant.microseconds - Int64(SearchTrend.secondsKept) * 1_000_000)
    let rows = try await rows(SearchTrendStatements.trending, since)
    return TrendingQueries(
      texts: rows.compactMap(\.text), rulings: SearchRulings(rows.compactMap(\.ruling)))
  }
}
