package import Domain
package import ViewData

/// Suggests searches and products while a query is typed.
package struct SuggestSearches: Sendable {
  package static let termsMax = 8
  package static let productsMax = 5
  private let repository: any ProductSearchRepository
  private let rules: any SearchRuleRepository
  private let read: ReadQuery

  package init(repository: any ProductSearchRepository, rules: any SearchRuleRepository) {
    self.repository = repository
    self.rules = rules
    read = ReadQuery(repository: repository, rules: rules)
  }

  /// - Parameter limit: the number of terms, 1 to ``termsMax``.
  package func callAsFunction(
    _ query: SearchQuery, limit: Int, in wording: ProductWording, from origin: Origin?
  ) async throws(Failure) -> SearchSuggestions {
    let words = query.readings
    guard !words.isEmpty else { return .none }
    let rulings = try await read.rulings(on: query)
    guard !rulings.bans(query) else { return .none }
    async let meant = outcome { () throws(Failure) in try await completed(words, rulings) }
    async let beginning = outcome { () throws(Failure) in
      try await repository.titles(
        beginningWith: query.folded.compact, limit: Self.productsMax)
    }
    let (pattern, found) = try await find(query, rulings)
    let (last, terms) = try await meant.get()
    let first = try await beginning.get()
    let others = found.map(\.product.id).filter { !first.contains($0) }
    let shown = Array((first + others).prefix(Self.productsMax))
    async let tiles = outcome { () throws(Failure) in try await repository.tiles(of: shown) }
    let earlier = words.dropLast().map(\.text)
    let ofTerms = try await rules.rulings(on: earlier + terms, query: nil)
    let products = try await tiles.get()
    let titles = products.map { (text: $0.name.text, folded: FoldedText($0.name.text)) }
    let begun = terms.filter { $0.unicodeScalars.starts(with: last.text.unicodeScalars) }
    let allowed = (begun + terms).uniqued.filter { !ofTerms.bans(earlier + [$0]) }
    return SearchSuggestions(
      terms: allowed.prefix(limit).map { term in
        SuggestedTerm(
          words.dropLast().map(\.typed), last, term,
          spelling: titles.lazy.compactMap { $0.folded.spelling(of: term, in: $0.text) }.first)
      },
      products: products.map {
        FoundProductTile($0, pattern, in: wording, origin: origin)
      })
  }

  /// The newest products for the query as typed, or half typed. Mistakes are corrected in whole
  /// queries only, and ranking very many products takes too long while typing.
  private func find(
    _ query: SearchQuery, _ rulings: SearchRulings
  ) async throws(Failure) -> (SearchPattern, [FoundProduct]) {
    for kind in [.literal, .meant] as [QueryReading.Kind] {
      guard let reading = try await read(query, as: kind, under: rulings) else { continue }
      let found = try await repository.page(
        ProductSearch(pattern: reading.pattern, sort: .newest, limit: Self.productsMax))
      if !found.isEmpty { return (reading.pattern, found) }
    }
    return (query.pattern, [])
  }

  /// The completions of the last word; initials that no word has are read as Latin keys.
  private func completed(
    _ words: [SearchWord], _ rulings: SearchRulings
  ) async throws(Failure) -> (SearchWord, [String]) {
    guard let last = words.last else { preconditionFailure("a query without words") }
    let terms = try await completions(of: words, rulings)
    guard terms.isEmpty, let latin = last.latin else { return (last, terms) }
    return (latin, try await completions(of: words.dropLast() + [latin], rulings))
  }

  /// Words that the last one may mean, the most frequent first. After other words, only those that
  /// titles have together with them.
  private func completions(
    of words: [SearchWord], _ rulings: SearchRulings
  ) async throws(Failure) -> [String] {
    guard words.count > 1, let last = words.last else {
      let terms = try await repository.terms(like: words.map(TermLookup.init)).joined()
      guard terms.isEmpty, let word = words.first else { return Array(terms) }
      // Words of one syllable are no terms.
      return try await repository.words(like: word, in: SearchPattern(words: [], whole: nil))
    }
    let earlier = SearchPattern(words: words.dropLast().map { [$0.text] }, whole: nil)
    if let typed = earlier.under(rulings) {
      let together = try await repository.words(like: last, in: typed)
      if !together.isEmpty { return together }
    }
    let meant = try await read.readings(of: words.dropLast())
    return try await repository.words(like: last, in: SearchPattern(words: meant, whole: nil))
  }
}

extension SuggestedTerm {
  /// - Parameter earlier: the words before the one that is being typed; with their capitals, which
  ///   are other keys on a Korean keyboard.
  /// - Parameter spelling: the term as a title writes it, if one is known.
  fileprivate init(
    _ earlier: [String], _ word: SearchWord, _ term: String, spelling: String?
  ) {
    let front = earlier.map { $0 + " " }.joined()
    let text = spelling ?? term
    let typed = FoldedText(text).ranges.prefix(word.typedCharacters(of: term) ?? 0).last
    let length = front.utf16.count + (typed?.upperBound ?? 0)
    self.init(
      text: front + text,
      highlights: length == 0 ? [] : [TextHighlight(location: 0, length: length)])
  }
}

/// Lists trending searches, and frequent ones that find nothing.
package struct BrowseTrendingSearches: Sendable {
  private let repository: any SearchTrendRepository
  private let products: any ProductSearchRepository
  private let now: WallClock

  package init(
    repository: any SearchTrendRepository, products: any ProductSearchRepository,
    now: @escaping WallClock
  ) {
    self.repository = repository
    self.products = products
    self.now = now
  }

  /// The most frequent first, without those that find nothing. Two statements.
  package func callAsFunction() async throws(Failure) -> [TrendingSearch] {
    let searches = try await frequent()
    let found = try await places(of: searches, limit: SearchTrend.countMax)
    return Self.ranked(found.map { searches[$0].text })
  }

  /// Those that find nothing, the most frequent first. Two statements.
  package func unfound() async throws(Failure) -> [TrendingSearch] {
    let searches = try await frequent()
    let found = Set(try await places(of: searches, limit: searches.count))
    let texts = searches.indices.filter { !found.contains($0) }.map { searches[$0].text }
    return Self.ranked(Array(texts.prefix(SearchTrend.countMax)))
  }

  private func frequent() async throws(Failure) -> [(text: String, pattern: SearchPattern)] {
    let trending = try await repository.trending(at: now())
    return trending.texts.compactMap { text in
      (try? SearchQuery(text))?.pattern(under: trending.rulings).map { (text: text, pattern: $0) }
    }
  }

  /// The places of searches that find something.
  private func places(
    of searches: [(text: String, pattern: SearchPattern)], limit: Int
  ) async throws(Failure) -> [Int] {
    guard !searches.isEmpty else { return [] }
    return try await products.found(among: searches.map(\.pattern), limit: limit)
  }

  private static func ranked(_ texts: [String]) -> [TrendingSearch] {
    texts.enumerated().map { TrendingSearch(text: $1, rank: $0 + 1) }
  }
}
