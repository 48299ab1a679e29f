package import Domain
package import Postgres
package import UseCases

/// What many search for, in `moa.search_devices` and `moa.search_trends`.
package struct PostgresSearchTrends: SearchTrendRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func count(
    _ searches: [CountedSearch], at instant: Timestamp
  ) async throws(Failure) {
    guard !searches.isEmpty else { return }
    do throws(PostgresError) {
      _ = try await pool.execute(
        SearchTrendStatements.count, .init(searches: searches, instant: instant))
    } catch { throw Failure(error) }
  }

  package func trending(at instant: Timestamp) async throws(Failure) -> [String] {
    let since = Timestamp(
      clamping: instant.microseconds - Int64(SearchTrend.secondsKept) * 1_000_000)
    do throws(PostgresError) {
      return try await pool.rows(SearchTrendStatements.trending, since)
    } catch { throw Failure(error) }
  }
}
