package import Domain
import Postgres
package import UseCases

/// Finds products by words in `moa.product_search`.
extension PostgresStore: ProductSearchRepository {
  /// Products that an estimate looks at, at most, until it came by so many matches; and matches
  /// that are rather counted than estimated.
  private static let sampleRows = 20_000.0
  private static let sampleMatches = 1_000.0
  private static let countedMax = 5_000.0
  /// From how many products on the statistics are trusted.
  private static let knownMin = 1_000.0
  package func page(_ search: ProductSearch) async throws(Failure) -> [FoundProduct] {
    let statistics = try await statistics.current(in: self)
    let planning = SearchPlanning(
      statistics: statistics, pattern: search.pattern, filter: search.filter)
    let plan = planning.page(of: search)
    if let reach = search.reach, search.sort == .relevance {
      let isEnough = try await reaches(reach, search, plan, planning)
      return try await page(search, isEnough ? plan : planning.fallback, planning)
    }
    let found = try await page(search, plan, planning)
    guard case .walk(let rows) = plan, found.count < search.limit,
      statistics.products > Double(rows)
    else { return found }
    // A list by relevance ends behind what is ranked.
    if search.sort == .relevance, search.position != nil,
      try await reaches(search.rankedMax, search, plan, planning)
    {
      return found
    }
    // Words that come together more seldom than each of them alone.
    return try await page(search, planning.fallback, planning)
  }

  /// Whether a plan ranks so many matches. Where it does not, numbered pages far behind would have
  /// to be read by another plan, which ranks other matches: some would stand on two pages.
  private func reaches(
    _ reach: Int, _ search: ProductSearch, _ plan: SearchPlan, _ planning: SearchPlanning
  ) async throws(Failure) -> Bool {
    guard case .walk(let rows) = plan, planning.statistics.products > Double(rows) else {
      return true
    }
    var last = search
    (last.position, last.skip, last.limit) = (nil, reach - 1, 1)
    return try await !page(last, plan, planning).isEmpty
  }

  private func page(
    _ search: ProductSearch, _ plan: SearchPlan, _ planning: SearchPlanning
  ) async throws(Failure) -> [FoundProduct] {
    let call = SearchCall(search, plan)
    let statement = SearchStatements.pages[planning.shape(of: call, search.sort)]
    return try await rows(statement, call)
  }

  package func overview(
    _ pattern: SearchPattern, _ filter: SearchFilter, withFacets: Bool
  ) async throws(Failure) -> SearchOverview {
    let question = RecentEstimates.Question(
      pattern: pattern, filter: filter, withFacets: withFacets)
    if let known = estimates[question] { return known }
    let statistics = try await statistics.current(in: self)
    let planning = SearchPlanning(statistics: statistics, pattern: pattern, filter: filter)
    let overview =
      withFacets
      ? try await facets(pattern, filter, planning)
      : SearchOverview(total: try await total(pattern, filter, planning), facets: nil)
    if !overview.total.isExact { estimates[question] = overview }
    return overview
  }

  private func total(
    _ pattern: SearchPattern, _ filter: SearchFilter, _ planning: SearchPlanning
  ) async throws(Failure) -> SearchTotal {
    if filter.isEmpty, planning.rarestWord > Self.knownMin, let count = planning.knownCount {
      return SearchTotal(count: Int64(count), isExact: false)
    }
    let plan = planning.sample(
      matches: Self.sampleMatches, rowsMax: Self.sampleRows, readsAll: Self.countedMax)
    let search = ProductSearch(pattern: pattern, sort: .newest, filter: filter, limit: 1)
    let call = SearchCall(search, plan)
    let statement = SearchStatements.counts[planning.shape(of: call)]
    guard let count = try await first(statement, call) else {
      return SearchTotal(count: 0, isExact: true)
    }
    guard case .walk(let rows) = plan, count.looked >= Int64(rows) else {
      return SearchTotal(count: count.matching, isExact: true)
    }
    return planning.estimate(matching: count.matching, of: count.looked)
  }

  /// What is looked at for facets tells the total too.
  private func facets(
    _ pattern: SearchPattern, _ filter: SearchFilter, _ planning: SearchPlanning
  ) async throws(Failure) -> SearchOverview {
    let most = SearchFacets.matchesMax
    let plan = planning.sample(
      matches: Self.sampleMatches, rowsMax: Self.sampleRows, readsAll: Double(most))
    let search = ProductSearch(pattern: pattern, sort: .newest, filter: filter, limit: most)
    let call = SearchCall(search, plan)
    let found = try await rows(FacetStatements.facets[planning.shape(of: call)], call)
    let looked: Int64? =
      if case .walk(let rows) = plan, planning.statistics.products >= Double(rows) {
        Int64(rows)
      } else { nil }
    let facets = SearchFacets(found, readsAll: looked == nil)
    let matching = found.first { $0.kind == .total }?.value.count ?? 0
    let total =
      if let looked {
        planning.estimate(matching: matching, of: looked)
      } else {
        SearchTotal(count: matching, isExact: true)
      }
    return SearchOverview(total: total, facets: facets)
  }

  package func titles(
    beginningWith text: String, limit: Int
  ) async throws(Failure) -> [Int64] {
    try await rows(
      SearchTermStatements.beginnings, .init(text: text, limit: limit))
  }

  package func tiles(of ids: [Int64]) async throws(Failure) -> [TileProduct] {
    guard !ids.isEmpty else { return [] }
    return try await rows(SearchTermStatements.tiles, ids)
  }

  package func terms(like words: [TermLookup]) async throws(Failure) -> [[String]] {
    var found: [[String]] = []
    for word in words {
      found.append(try await rows(SearchTermStatements.like, word))
    }
    return found
  }

  package func terms(resembling word: String) async throws(Failure) -> [String] {
    try await rows(
      SearchTermStatements.resembling, SpellingCorrection.halves(of: word))
  }

  package func countTerms() async throws(Failure) -> Bool {
    try await transaction { transaction in
      let changes = try await transaction.rows(SearchTermStatements.take)
      let counted = Dictionary(
        changes.lazy.flatMap { change in change.terms.map { ($0, change.change) } },
        uniquingKeysWith: +)
      let terms = SearchTermStatements.counted(counted)
      if !terms.isEmpty {
        try await transaction.execute(SearchTermStatements.add, terms)
        try await transaction.execute(SearchTermStatements.removeUnused, terms.map(\.term))
      }
      return changes.count == SearchTermStatements.changesMax
    }
  }
}

extension SearchPlanning {
  /// From the share of those that were looked at.
  fileprivate func estimate(matching: Int64, of looked: Int64) -> SearchTotal {
    if filter.isEmpty, let count = knownCount {
      return SearchTotal(count: Int64(count), isExact: false)
    }
    let share = Double(matching) / Double(max(1, looked))
    return SearchTotal(
      count: max(matching, Int64(share * statistics.products)), isExact: false)
  }

  /// How many products have the only word, when it is a gram itself.
  fileprivate var knownCount: Double? {
    guard pattern.words.count == 1, let readings = pattern.words.first, readings.count == 1,
      let word = readings.first, SearchGram.needed(for: word).count == 1
    else { return nil }
    return rarestWord
  }
}

extension SearchFacets {
  fileprivate init(_ rows: [FacetStatements.Row], readsAll: Bool) {
    let matches = rows.first { $0.kind == .matches }?.value.count ?? 0
    self.init(matches: matches, isComplete: readsAll && matches < Int64(Self.matchesMax))
    func values(_ kind: FacetStatements.Kind) -> [Value] {
      rows.filter { $0.kind == kind }.map(\.value)
    }
    func commonest(_ kind: FacetStatements.Kind) -> [Value] {
      values(kind).sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
    categories = commonest(.category)
    itemTypes = commonest(.itemType)
    brands = commonest(.brand)
    prices = values(.price).sorted { ($0.id ?? 0) < ($1.id ?? 0) }
  }
}
