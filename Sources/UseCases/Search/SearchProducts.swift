package import Domain
package import ViewData

/// Finds products by words, page by page.
///
/// A query is searched as it was typed first. Only if that finds nothing, it is read as half typed,
/// as initials or as typed on the wrong keyboard, and at last with one mistake corrected.
package struct SearchProducts: Sendable {
  /// The last result that numbered pages reach: as far as the existing apps ask.
  package static let windowMax = 1_100
  let repository: any ProductSearchRepository
  let read: ReadQuery

  package init(repository: any ProductSearchRepository, rules: any SearchRuleRepository) {
    self.repository = repository
    read = ReadQuery(repository: repository, rules: rules)
  }

  /// A search request.
  package struct Question: Sendable, Hashable {
    package let query: SearchQuery
    package let sort: SearchSort
    package let filter: SearchFilter
    /// 1 to ``BrowseProducts/limitMax``.
    package let limit: Int
    /// Whether the first page has facets.
    package let wantsFacets: Bool

    package init(
      query: SearchQuery, sort: SearchSort, filter: SearchFilter, limit: Int, wantsFacets: Bool
    ) {
      self.query = query
      self.sort = sort
      self.filter = filter
      self.limit = limit
      self.wantsFacets = wantsFacets
    }
  }

  /// The page after `place`; the first one without it.
  ///
  /// - Returns: the page; the place of the next one, nil at the end; and whether the search counts:
  ///   it is the first page of a query as it was typed, or no reading of the query finds anything.
  package func callAsFunction(
    _ question: Question, after place: SearchPlace?, in wording: ProductWording,
    from origin: Origin?
  ) async throws(Failure) -> (page: SearchResult, next: SearchPlace?, counts: Bool) {
    let rulings = try await read.rulings(on: question.query)
    let (known, found) = try await find(question, after: place, rulings)
    let overview: SearchOverview
    if let place {
      overview = SearchOverview(total: place.total, facets: nil)
    } else {
      overview = try await self.overview(question, known, found)
    }
    let reading =
      known ?? QueryReading(kind: .literal, pattern: question.query.pattern, corrected: nil)
    let shown = found.prefix(question.limit)
    let page = SearchResult(
      items: shown.map { found in
        FoundProductCell(found, reading.pattern, in: wording, origin: origin)
      },
      total: overview.total.count, totalIsExact: overview.total.isExact,
      correctedQuery: reading.corrected,
      facets: overview.facets.map { SearchFacetsView($0, in: wording) },
      redirect: place == nil && !rulings.bans(question.query)
        ? rulings.redirect?.link(from: origin) : nil)
    let last = found.count > question.limit ? shown.last : nil
    return (
      page,
      last.map { SearchPlace(position: $0.position, reading: reading.kind, total: overview.total) },
      place == nil && !rulings.bans(question.query)
        && (known == nil || (reading.kind == .literal && !found.isEmpty))
    )
  }

  /// Reads one product more than the limit, to know whether another page follows.
  ///
  /// - Returns: nil for a query of which no reading finds anything, whatever the filters.
  private func find(
    _ question: Question, after place: SearchPlace?, _ rulings: SearchRulings
  ) async throws(Failure) -> (QueryReading?, [FoundProduct]) {
    let kinds = place.map { [$0.reading] } ?? QueryReading.Kind.allCases
    for kind in kinds {
      guard let reading = try await read(question.query, as: kind, under: rulings) else { continue }
      let found = try await repository.page(
        ProductSearch(
          pattern: reading.pattern, sort: question.sort, filter: question.filter,
          position: place?.position, limit: question.limit + 1))
      if !found.isEmpty || place != nil { return (reading, found) }
      if !question.filter.isEmpty, try await finds(reading) { return (reading, []) }
    }
    return (nil, [])
  }

  /// Whether a reading finds something without filters: these do not change what a query means.
  func finds(_ reading: QueryReading) async throws(Failure) -> Bool {
    try await !repository.found(among: [reading.pattern], limit: 1).isEmpty
  }

  /// A first page with all results needs no counting; one that filters leave empty has facets, so
  /// that a shopper sees the alternatives.
  private func overview(
    _ question: Question, _ reading: QueryReading?, _ found: [FoundProduct]
  ) async throws(Failure) -> SearchOverview {
    let isAll = found.count <= question.limit
    let total = SearchTotal(count: Int64(found.count), isExact: true)
    guard let reading, !isAll || question.wantsFacets else {
      let none = SearchFacets(matches: 0, isComplete: true)
      return SearchOverview(total: total, facets: question.wantsFacets ? none : nil)
    }
    let overview = try await repository.overview(
      reading.pattern, question.filter, withFacets: question.wantsFacets)
    return isAll ? SearchOverview(total: total, facets: overview.facets) : overview
  }
}

/// The end of a page of a search, with the facts that the next pages need.
package struct SearchPlace: Sendable, Hashable {
  let position: ProductPosition
  let reading: QueryReading.Kind
  let total: SearchTotal
}
