import Domain

/// Where a search looks for products.
enum SearchPlan: Sendable, Hashable {
  /// At so many products in the order of the search, which it stops at once it has enough.
  case walk(rows: Int)
  /// At those that have all of these grams.
  case grams([Int32])
  /// At those that have one of these grams.
  case anyGram([Int32])
  /// At all of one vendor, event, category or item type.
  case group

  var access: Access {
    switch self {
    case .walk: .walk
    case .grams: .grams
    case .anyGram: .anyGram
    case .group: .group
    }
  }

  enum Access: Sendable, Hashable, CaseIterable {
    case walk, grams, anyGram, group
  }
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

  /// - Parameter sort: of a page; any for what is counted.
  func shape(of call: SearchCall, _ sort: SearchSort = .newest) -> SearchStatements.Shape {
    let isLong =
      switch call.plan {
      case .walk: false
      case .grams, .anyGram: rarestWord > GramStatistics.fewProducts
      case .group: true
      }
    return SearchStatements.Shape(
      sort: sort, access: call.plan.access, isFiltered: !filter.isEmpty,
      hasChoices: call.hasChoices, isLong: isLong)
  }

  /// By the words that are rarest.
  var index: SearchPlan {
    let counted = zip(pattern.words, counts).map { (readings: $0, count: $1) }
      .sorted { $0.count < $1.count }
    guard let first = counted.first else { return .walk(rows: 0) }
    if first.readings.count > 1 {
      return .anyGram(first.readings.compactMap { statistics.rarest(for: $0).first })
    }
    let single = counted.filter { $0.readings.count == 1 }.compactMap(\.readings.first)
    let each = single.count == 1 ? 2 : 1
    return .grams(single.flatMap { statistics.rarest(for: $0).prefix(each) })
  }

  /// How many products have the rarest word, about.
  var rarestWord: Double { counts.min() ?? 0 }

  /// How many products match, as if words were independent of each other.
  var expected: Double {
    counts.reduce(statistics.products) { $0 * $1 / max(1, statistics.products) }
  }
}
