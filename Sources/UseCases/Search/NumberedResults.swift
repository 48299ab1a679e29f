package import Domain

/// Numbered results of a search, for apps that ask for the results from the thirty-first on.
extension SearchProducts {
  /// While the catalogue is unchanged, pages of one query in one order share no product.
  ///
  /// - Parameters:
  ///   - start: the number of results before the page.
  ///   - count: the size of the page; `start + count` is at most ``windowMax``.
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
      // After the last result a page is empty, but the query did find something.
      if found.isEmpty {
        guard start > 0 || !filter.isEmpty, try await finds(reading) else { continue }
      }
      return NumberedResults(
        products: found, pattern: reading.pattern,
        total: try await repository.overview(
          reading.pattern, filter, withFacets: false
        ).total)
    }
    return NumberedResults(
      products: [], pattern: query.pattern, total: SearchTotal(count: 0, isExact: true))
  }
}

/// A page of numbered results.
package struct NumberedResults: Sendable {
  package let products: [FoundProduct]
  /// The pattern that was found, for highlighting it.
  package let pattern: SearchPattern
  package let total: SearchTotal
}
