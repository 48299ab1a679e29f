package import Domain

/// Numbered results of a search: for apps that ask for the results from the thirty-first on.
extension SearchProducts {
  /// While nothing changes, windows of one query in one order never share a product.
  ///
  /// - Parameters:
  ///   - start: how many results stand before the window.
  ///   - count: how many are wanted; `start + count` is at most ``windowMax``.
  package func window(
    _ query: SearchQuery, sort: SearchSort, _ filter: SearchFilter = SearchFilter(), start: Int,
    count: Int
  ) async throws(Failure) -> NumberedResults {
    let rulings = try await read.rulings(on: query)
    for kind in QueryReading.Kind.allCases {
      guard let reading = try await read(query, as: kind, under: rulings) else { continue }
      let found = try await repository.page(
        ProductSearch(
          pattern: reading.pattern, sort: sort, filter: filter, skip: start, limit: count,
          reach: Self.windowMax))
      // Behind the last result there is nothing either, but the query may be found.
      let isFound =
        found.isEmpty && start > 0
        ? try await isFound(reading, sort, filter) : !found.isEmpty
      guard isFound else { continue }
      return NumberedResults(
        products: found, pattern: reading.pattern,
        total: try await repository.overview(
          reading.pattern, filter, withFacets: false
        ).total)
    }
    return NumberedResults(
      products: [], pattern: query.pattern, total: SearchTotal(count: 0, isExact: true))
  }

  private func isFound(
    _ reading: QueryReading, _ sort: SearchSort, _ filter: SearchFilter
  ) async throws(Failure) -> Bool {
    let first = ProductSearch(pattern: reading.pattern, sort: sort, filter: filter, limit: 1)
    return try await !repository.page(first).isEmpty
  }
}

/// Some results of a search, one after another.
package struct NumberedResults: Sendable {
  package let products: [FoundProduct]
  /// What was found in them, for marking it.
  package let pattern: SearchPattern
  package let total: SearchTotal
}
