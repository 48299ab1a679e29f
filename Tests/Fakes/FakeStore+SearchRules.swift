package import Domain
package import UseCases

struct FakeSearching: FakePart {
  var rules = SearchRules.none
  /// When each device searched for each query first.
  var searches: [CountedSearch: Timestamp] = [:]
}

extension FakeStore.State {
  var searching: FakeSearching {
    get { self[FakeSearching.self] }
    set { self[FakeSearching.self] = newValue }
  }
}

extension FakeStore: SearchRuleRepository {
  package func rules() async throws(Failure) -> SearchRules {
    try reading { state throws(Failure) in state.searching.rules }
  }

  package func replace(
    _ rules: SearchRules, if condition: ChangeCondition<SearchRules>,
    promise: ListPromise, dryRun: Bool, once: RecordedWrite<SearchRulesChange>?
  ) async throws(Failure) -> Written<SearchRulesChange> {
    try writing(dryRun ? nil : once) { state throws(Failure) in
      let new = Set(rules.redirects.map(\.target))
        .subtracting(state.searching.rules.redirects.map(\.target))
      let change = try SearchRulesChange.deciding(
        rules, before: state.searching.rules,
        missing: promise.missing(of: new, stored: state.targets), if: condition)
      if !dryRun { state.searching.rules = change.after }
      return change
    }
  }

  package func rulings(
    on words: [String], query: String?
  ) async throws(Failure) -> SearchRulings {
    try reading { state throws(Failure) in
      state.searching.rules.rulings(on: words, query: query, state.holds)
    }
  }
}

extension FakeStore.State {
  fileprivate func holds(_ target: LinkTarget) -> Bool {
    switch target {
    case .event(let id): isLive(id)
    case .product(let id): products.contains { $0.id == id }
    case .category(let id): categories.contains { $0.id == id }
    case .itemType(let id): itemTypes.contains { $0.id == id }
    case .search, .url: true
    }
  }
}

extension FakeStore: SearchTrendRepository {
  package func count(
    _ searches: [CountedSearch], at instant: Timestamp
  ) async throws(Failure) {
    try reading { state throws(Failure) in
      for search in searches
      where !state.searching.searches.keys.contains(where: { $0.isSame(as: search) }) {
        let known = state.searching.searches.keys.count { $0.device == search.device }
        guard known < CountedSearch.ofDeviceMax else { continue }
        state.searching.searches[search] = instant
      }
    }
  }

  package func trending(at instant: Timestamp) async throws(Failure) -> TrendingQueries {
    try reading { state throws(Failure) in
      let since = instant.microseconds - Int64(SearchTrend.secondsKept) * 1_000_000
      var found: [(query: String, weight: Double)] = []
      for (query, searches) in Dictionary(grouping: state.searching.searches, by: \.key.compact) {
        let recent = searches.filter { $0.value.microseconds > since }
        // A device has another hash each day.
        let days = Dictionary(grouping: recent) { $0.value.microseconds / 86_400_000_000 }
        guard days.values.contains(where: { $0.count >= SearchTrend.devicesMin }) else { continue }
        // Each counts by how long ago it was: half for each half-life.
        let weight = searches.reduce(0) { sum, search in
          let age = Double(instant.microseconds - search.value.microseconds) / 1e6
          return sum + Self.share(after: age / SearchTrend.halfLifeSeconds)
        }
        let spellings = Dictionary(grouping: recent, by: \.key.query).mapValues(\.count)
        let commonest = spellings.min { ($1.value, $0.key) < ($0.value, $1.key) }
        found.append((commonest?.key ?? query, weight))
      }
      let texts = found.sorted { ($1.weight, $0.query) < ($0.weight, $1.query) }
        .prefix(SearchTrend.candidatesMax).map(\.query)
      let words = texts.flatMap { FoldedText($0).words }
      return TrendingQueries(
        texts: texts, rulings: state.searching.rules.rulings(on: words, query: nil, state.holds))
    }
  }

  /// Two to the power of minus that many, in a straight line between whole numbers.
  private static func share(after halfLives: Double) -> Double {
    var (share, left) = (1.0, max(0, halfLives))
    while left >= 1 { (share, left) = (share / 2, left - 1) }
    return share * (1 - left / 2)
  }
}

extension CountedSearch {
  fileprivate func isSame(as other: CountedSearch) -> Bool {
    compact == other.compact && device == other.device && day == other.day
  }
}
