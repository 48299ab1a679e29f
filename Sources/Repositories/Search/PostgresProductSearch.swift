package import Domain
import Postgres
package import UseCases

/// Finds products by words in `moa.product_search`.
extension PostgresStore: ProductSearchRepository {
  /// The most products that an estimate reads, and the matches after which it stops; and the number
  /// of matches up to which they are counted, not estimated.
  private static let sampleRows = 20_000.0
  private static let sampleMatches = 1_000.0
  private static let countedMax = 5_000.0
  package func page(_ search: ProductSearch) async throws(Failure) -> [FoundProduct] {
    let statistics = try await statistics.current(in: self)
    let planning = SearchPlanning(
      statistics: statistics, pattern: search.pattern, filter: search.filter)
    let plan = planning.page(of: search)
    let rows = try await page(search, plan, planning)
    guard case .walk(let walked) = plan, statistics.products > Double(walked) else {
      return rows.map(\.found)
    }
    // All pages by relevance are of the same plan: another one ranks other matches, so that some
    // would appear on two pages and others on none.
    let isEnough =
      try await search.sort == .relevance
      ? ranked(rows, search, plan, planning) >= search.rankedMax : rows.count >= search.limit
    // The words occur together less often than each alone suggests, or filters leave out many.
    return (isEnough ? rows : try await page(search, planning.fallback, planning)).map(\.found)
  }

  /// The number of matches that a walk ranks.
  private func ranked(
    _ rows: [SearchStatements.FoundRow], _ search: ProductSearch, _ plan: SearchPlan,
    _ planning: SearchPlanning
  ) async throws(Failure) -> Int64 {
    if let ranked = rows.first?.ranked { return ranked }
    guard search.position != nil || search.skip > 0 else { return 0 }
    var first = search
    (first.position, first.skip, first.limit) = (nil, 0, 1)
    return try await page(first, plan, planning).first?.ranked ?? 0
  }

  private func page(
    _ search: ProductSearch, _ plan: SearchPlan, _ planning: SearchPlanning
  ) async throws(Failure) -> [SearchStatements.FoundRow] {
    let call = planning.call(search, plan)
    return try await rows(SearchStatements.page(of: call), call)
  }

  package func overview(
    _ pattern: SearchPattern, _ filter: SearchFilter, withFacets: Bool
  ) async throws(Failure) -> SearchOverview {
    let question = RecentEstimates.Question(
      pattern: pattern, filter: filter, withFacets: withFacets)
    if let known = estimates[question] { return known }
    let statistics = try await statistics.current(in: self)
    let planning = SearchPlanning(statistics: statistics, pattern: pattern, filter: filter)
    let overview: SearchOverview
    if withFacets {
      let most = SearchFacets.matchesMax
      overview = try await facets(planning, limit: most, readsAll: Double(most))
    } else if let known = planning.knownTotal {
      overview = known
    } else {
      overview = try await facets(planning, limit: 0, readsAll: Self.countedMax)
    }
    if !overview.total.isExact { estimates[question] = overview }
    return overview
  }

  /// - Parameters:
  ///   - limit: matches that the facets count; 0 for the total alone.
  ///   - most: up to this many matches are counted, not estimated.
  private func facets(
    _ planning: SearchPlanning, limit: Int, readsAll most: Double
  ) async throws(Failure) -> SearchOverview {
    let plan = planning.sample(
      matches: Self.sampleMatches, rowsMax: Self.sampleRows, readsAll: most)
    let search = ProductSearch(
      pattern: planning.pattern, sort: .newest, filter: planning.filter, limit: limit)
    let call = planning.call(search, plan)
    let found = try await rows(SearchStatements.overview(of: call), call)
    func count(_ kind: SearchOverviewRow.Kind) -> Int64 {
      found.first { $0.kind == kind }?.value.count ?? 0
    }
    let isWhole = plan.access != .walk || count(.looked) < Int64(plan.rows)
    return SearchOverview(
      total: isWhole
        ? SearchTotal(count: count(.total), isExact: true)
        : planning.estimate(matching: count(.total), of: count(.looked)),
      facets: limit > 0 ? SearchFacets(found, readsAll: isWhole) : nil)
  }

  package func found(
    among patterns: [SearchPattern], limit: Int
  ) async throws(Failure) -> [Int] {
    let statistics = try await statistics.current(in: self)
    let sought = patterns.map { pattern in
      let planning = SearchPlanning(
        statistics: statistics, pattern: pattern, filter: SearchFilter())
      return (pattern, planning.index.grams)
    }
    let places = try await rows(
      SearchStatements.found, .init(patterns: sought, limit: limit))
    return places.map { Int($0) - 1 }
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

  package func words(
    like word: SearchWord, in pattern: SearchPattern
  ) async throws(Failure) -> [String] {
    let planning = SearchPlanning(
      statistics: try await statistics.current(in: self), pattern: pattern,
      filter: SearchFilter())
    let search = ProductSearch(pattern: pattern, sort: .newest, limit: TermLookup.titlesMax)
    let plan =
      pattern.words.isEmpty ? .walk(rows: TermLookup.titlesMax) : planning.page(of: search)
    let call = planning.call(search, plan)
    let found = try await rows(SearchStatements.words(of: call), .init(call: call, word: word))
    return Array(
      found.filter { word.typedCharacters(of: $0) != nil }.prefix(TermLookup.termsMax))
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
  /// The total if the statistics know it; they are trusted above a thousand products.
  fileprivate var knownTotal: SearchOverview? {
    guard filter.isEmpty, let count = knownCount, count > 1_000 else { return nil }
    return SearchOverview(total: SearchTotal(count: Int64(count), isExact: false), facets: nil)
  }

  /// Estimates the total from the share of matches among the products read.
  fileprivate func estimate(matching: Int64, of looked: Int64) -> SearchTotal {
    if filter.isEmpty, let count = knownCount {
      return SearchTotal(count: Int64(count), isExact: false)
    }
    let share = Double(matching) / Double(max(1, looked))
    return SearchTotal(
      count: max(matching, Int64(share * statistics.products)), isExact: false)
  }

  /// The number of products with the only word, if the word is a gram itself. Numbers also have the
  /// gram inside of longer ones.
  fileprivate var knownCount: Double? {
    guard pattern.words.count == 1, let readings = pattern.words.first, readings.count == 1,
      let word = readings.first, !word.beginsWithDigit, SearchGram.needed(for: word).count == 1
    else { return nil }
    return rarestWord
  }
}

extension SearchFacets {
  fileprivate init(_ rows: [SearchOverviewRow], readsAll: Bool) {
    func count(_ kind: SearchOverviewRow.Kind) -> Int64 {
      rows.first { $0.kind == kind }?.value.count ?? 0
    }
    let most = max(count(.matches), count(.near))
    self.init(
      matches: count(.matches), isComplete: readsAll && most < Int64(Self.matchesMax))
    func values(_ kind: SearchOverviewRow.Kind) -> [Value] {
      rows.filter { $0.kind == kind }.map(\.value)
    }
    func commonest(_ kind: SearchOverviewRow.Kind) -> [Value] {
      values(kind).sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
    categories = commonest(.category)
    itemTypes = commonest(.itemType)
    brands = commonest(.brand)
    options = Self.options(values(.option))
    prices = values(.price).sorted { ($0.id ?? 0) < ($1.id ?? 0) }
  }

  /// Groups the values by option, in their order. A name with a colon could not be asked for.
  private static func options(_ values: [Value]) -> [Option] {
    var options: [(name: String, values: [Value])] = []
    for value in values {
      guard let end = value.name.firstIndex(of: "\n") else { continue }
      let (name, text) = (String(value.name[..<end]), value.name[end...].dropFirst())
      let shown = Value(id: nil, name: String(text), count: value.count)
      if let index = options.firstIndex(where: { $0.name == name }) {
        options[index].values.append(shown)
      } else if !name.contains(":") {
        options.append((name, [shown]))
      }
    }
    return options.prefix(optionsMax).map {
      Option(name: $0.name, values: Array($0.values.prefix(valuesMax)))
    }
  }
}
