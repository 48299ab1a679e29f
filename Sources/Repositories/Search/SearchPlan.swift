import Domain

/// The way in which a search finds products.
enum SearchPlan: Sendable, Hashable {
  /// Reads this many products in the order of the search; stops when it has enough matches.
  case walk(rows: Int)
  /// Reads the products with one of some grams and all of others.
  case index(GramChoice)
  /// Reads all products of a vendor, event, category or item type.
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

  /// The rows of a walk; 0 for other plans.
  var rows: Int { if case .walk(let rows) = self { rows } else { 0 } }
  /// The grams of the index; none for other plans.
  var grams: GramChoice { if case .index(let grams) = self { grams } else { GramChoice() } }
}

/// How many products have a gram, by PostgreSQL's statistics of the index.
struct GramStatistics: Sendable {
  /// This many products are read in no time: an index does not pay for fewer.
  static let fewProducts = 3_000.0
  /// The number of products.
  let products: Double
  /// The share of products that have a gram, for the commonest grams.
  let shares: [Int32: Float]

  /// The estimated number of products with the gram; a gram without statistics counts as the rarest
  /// one with statistics.
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

  /// The grams that a text needs, the rarest first.
  func rarest(for text: String) -> [Int32] {
    SearchGram.needed(for: text).sorted { count(of: $0) < count(of: $1) }
  }

  /// The estimated number of products with one of the readings of a word.
  func count(of readings: [String]) -> Double {
    min(products, readings.reduce(0) { $0 + (rarest(for: $1).first.map(count) ?? 0) })
  }
}

/// Chooses a plan by its cost. Measured at a million products, a row of a walk takes a fifth of a
/// microsecond, and a row from the index more than one. So frequent words are walked, because
/// enough matches come soon, and rare words are looked up in the index.
struct SearchPlanning: Sendable {
  let statistics: GramStatistics
  let pattern: SearchPattern
  let filter: SearchFilter
  /// The estimated number of products with each word.
  private let counts: [Double]

  init(statistics: GramStatistics, pattern: SearchPattern, filter: SearchFilter) {
    self.statistics = statistics
    self.pattern = pattern
    self.filter = filter
    counts = pattern.words.map(statistics.count(of:))
  }

  /// The most matches to rank, or to sort, at once.
  private static let rankedMax = 6_000.0
  private static let sortedMax = 2_800.0
  /// The most products to walk: in the newest order, by relevance, and in other orders, whose rows
  /// take longer.
  private static let walkMax = 40_000.0
  private static let rankedWalkMax = 20_000.0
  private static let slowWalkMax = 10_000.0

  func page(of search: ProductSearch) -> SearchPlan {
    let sort = search.sort
    // The matches that the page needs, skipped ones included; by relevance as many as all numbered
    // pages need, so that one plan reads them all.
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
      // A search that ranks more matches walks further.
      case .relevance:
        Self.rankedWalkMax * Double(search.rankedMax) / Double(ProductSearch.rankedUsually)
      case .priceAscending, .priceDescending, .reviews: Self.slowWalkMax
      }
    // Half of the walk must suffice, assuming that words are independent of each other; by
    // relevance all of it must find as many matches as are ranked for any page.
    let isNumbered = search.reach != nil
    let least = sort == .relevance && !isNumbered ? Double(search.rankedMax) : 2 * wanted
    guard expected * most / statistics.products >= least else { return fallback }
    // A walk for numbered pages must find as many matches as all of them show.
    let matches = sort == .relevance && !isNumbered ? Double(search.rankedMax) : 3 * wanted
    let rows = matches * statistics.products / max(1, expected)
    return .walk(rows: Int(min(max(GramStatistics.fewProducts, rows), most)))
  }

  /// A walk that finds about this many matches, unless there are so few that all can be read.
  func sample(matches: Double, rowsMax: Double, readsAll most: Double) -> SearchPlan {
    guard statistics.products > GramStatistics.fewProducts else {
      return .walk(rows: Int(GramStatistics.fewProducts) * 2)
    }
    if expected <= most, rarestWord <= 10 * most { return index }
    if filter.namesSmallGroup { return .group }
    // It is not known how many products without words pass the other filters.
    let isAny = pattern.words.isEmpty && !filter.isEmpty
    let rows = isAny ? rowsMax : matches * statistics.products / max(1, expected)
    return .walk(rows: Int(min(max(GramStatistics.fewProducts, rows), rowsMax)))
  }

  /// The plan if a walk finds too little: all of a group, or the index.
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

  /// By the rarest gram of each reading of the rarest word, and of each other word with a single
  /// reading. If there is only one word with one reading, by its two rarest grams.
  var index: SearchPlan {
    let words = zip(pattern.words, counts).sorted { $0.1 < $1.1 }.map { readings, _ in
      readings.map(statistics.rarest(for:))
    }
    guard let first = words.first else { return .walk(rows: 0) }
    let others = words.dropFirst().filter { $0.count == 1 }.compactMap { $0[0].first }
    let second = words.count == 1 && first.count == 1 ? first[0].dropFirst().prefix(1) : []
    return .index(.init(anyOf: first.compactMap(\.first), allOf: others + second))
  }

  /// The estimated number of products with the rarest word.
  var rarestWord: Double { counts.min() ?? 0 }

  /// The estimated number of matches, assuming that words are independent of each other.
  var expected: Double {
    counts.reduce(statistics.products) { $0 * $1 / max(1, statistics.products) }
  }
}
