import Domain

/// Where a search looks for products.
enum SearchPlan: Sendable, Hashable {
  /// At this many products in the order of the search; it stops as soon as it has enough.
  case walk(rows: Int)
  /// At those that have one of some grams and all of others.
  case index(GramChoice)
  /// At all of one vendor, event, category or item type.
  case group

  var access: Access {
    switch self {
    case .walk: .walk
    case .index: .index
    case .group: .group
    }
  }

  enum Access: Sendable, Hashable, CaseIterable {
    case walk, index, group
  }

  struct GramChoice: Sendable, Hashable {
    var anyOf: [Int32] = []
    var allOf: [Int32] = []
  }

  /// None but of a walk.
  var rows: Int { if case .walk(let rows) = self { rows } else { 0 } }
  /// None but of the index.
  var grams: GramChoice { if case .index(let grams) = self { grams } else { GramChoice() } }
}

/// How often the products have a gram: from what PostgreSQL knows of the index.
struct GramStatistics: Sendable {
  /// As many products as can be looked at in no time: fewer are never worth an index.
  static let fewProducts = 3_000.0
  /// How many products there are.
  let products: Double
  /// Of the commonest grams, the share of products that have it.
  let shares: [Int32: Float]

  /// About how many products have the gram; those that are not known are rarer than all others.
  func count(of gram: Int32) -> Double {
    guard let share = shares[gram] else { return shares.isEmpty ? 0 : leastShare * products }
    return Double(share) * products
  }

  private let leastShare: Double

  init(products: Double, shares: [Int32: Float]) {
    self.products = products
    self.shares = shares
    leastShare = Double(shares.values.min() ?? 0)
  }

  /// The rarest grams that a text needs, the rarest first.
  func rarest(for text: String) -> [Int32] {
    SearchGram.needed(for: text).sorted { count(of: $0) < count(of: $1) }
  }

  /// About how many products have one of the readings of a word.
  func count(of readings: [String]) -> Double {
    min(products, readings.reduce(0) { $0 + (rarest(for: $1).first.map(count) ?? 0) })
  }
}

/// What a search costs, measured at a million products: a row of a walk takes a fifth of a
/// microsecond, one that the index names more than one. So a walk is better for frequent words,
/// of which it soon has enough, and the index for rare ones.
struct SearchPlanning: Sendable {
  let statistics: GramStatistics
  let pattern: SearchPattern
  let filter: SearchFilter
  /// About how many products have each word.
  private let counts: [Double]

  init(statistics: GramStatistics, pattern: SearchPattern, filter: SearchFilter) {
    self.statistics = statistics
    self.pattern = pattern
    self.filter = filter
    counts = pattern.words.map(statistics.count(of:))
  }

  /// As many matches as are read and ranked, or sorted, at once.
  private static let rankedMax = 6_000.0
  private static let sortedMax = 2_800.0
  /// Of the newest, and in other orders, whose rows take longer.
  private static let walkMax = 40_000.0
  private static let rankedWalkMax = 20_000.0
  private static let slowWalkMax = 10_000.0

  func page(of search: ProductSearch) -> SearchPlan {
    let sort = search.sort
    // As many matches as the page needs, with those that it passes over; by relevance as all
    // numbered pages need, so that one plan reads them all.
    let end = search.skip + search.limit
    let wanted = Double(sort == .relevance ? search.reach ?? end : end)
    guard statistics.products > GramStatistics.fewProducts else {
      return .walk(rows: Int(GramStatistics.fewProducts) * 2)
    }
    if rarestWord <= (sort == .relevance ? Self.rankedMax : Self.sortedMax) { return index }
    if filter.namesSmallGroup { return .group }
    let most =
      switch sort {
      case .newest: Self.walkMax
      // Whoever ranks more walks further.
      case .relevance:
        Self.rankedWalkMax * Double(search.rankedMax) / Double(ProductSearch.rankedUsually)
      case .priceAscending, .priceDescending, .reviews: Self.slowWalkMax
      }
    // Half of what may be walked must do, as far as words are independent of each other.
    guard expected * most / statistics.products >= 2 * wanted else { return fallback }
    // A walk of numbered pages has to come by all that they reach.
    let isNumbered = search.reach != nil
    let matches = sort == .relevance && !isNumbered ? Double(search.rankedMax) : 3 * wanted
    let rows = matches * statistics.products / max(1, expected)
    return .walk(rows: Int(min(max(GramStatistics.fewProducts, rows), most)))
  }

  /// A walk that comes by about so many matches, unless there are so few that all can be read.
  func sample(matches: Double, rowsMax: Double, readsAll most: Double) -> SearchPlan {
    guard statistics.products > GramStatistics.fewProducts else {
      return .walk(rows: Int(GramStatistics.fewProducts) * 2)
    }
    if expected <= most, rarestWord <= 10 * most { return index }
    if filter.namesSmallGroup { return .group }
    let rows = matches * statistics.products / max(1, expected)
    return .walk(rows: Int(min(max(GramStatistics.fewProducts, rows), rowsMax)))
  }

  /// Where a walk comes by too little: all of a group, or what the index names.
  var fallback: SearchPlan { filter.namesGroup ? .group : index }

  func call(_ search: ProductSearch, _ plan: SearchPlan) -> SearchCall {
    let isLong =
      switch plan {
      case .walk: false
      case .index: rarestWord > GramStatistics.fewProducts
      case .group: true
      }
    return SearchCall(search: search, plan: plan, isLong: isLong)
  }

  /// By the rarest gram of each reading of the rarest word, and of each other word that has one
  /// reading; by two of an only word.
  var index: SearchPlan {
    let words = zip(pattern.words, counts).sorted { $0.1 < $1.1 }.map { readings, _ in
      readings.map(statistics.rarest(for:))
    }
    guard let first = words.first else { return .walk(rows: 0) }
    let others = words.dropFirst().filter { $0.count == 1 }.compactMap { $0[0].first }
    let second = words.count == 1 && first.count == 1 ? first[0].dropFirst().prefix(1) : []
    return .index(.init(anyOf: first.compactMap(\.first), allOf: others + second))
  }

  /// How many products have the rarest word, about.
  var rarestWord: Double { counts.min() ?? 0 }

  /// How many products match, as if words were independent of each other.
  var expected: Double {
    counts.reduce(statistics.products) { $0 * $1 / max(1, statistics.products) }
  }
}
