import Domain

/// An interpretation of a query: as it was typed or, if that finds nothing, as it may be meant.
struct QueryReading: Sendable, Hashable {
  let kind: Kind
  let pattern: SearchPattern
  /// The query that replaces a mistyped one.
  let corrected: String?

  /// The interpretations in the order in which they are tried.
  enum Kind: UInt8, Sendable, CaseIterable {
    case literal
    /// Half-typed words, initials, the wrong keyboard.
    case meant
    /// One typing mistake in each unknown word.
    case corrected
  }
}

/// Interprets queries with the terms of the catalogue and the rules of the shop.
struct ReadQuery: Sendable {
  let repository: any ProductSearchRepository
  let rules: any SearchRuleRepository

  /// The rules for the query.
  func rulings(on query: SearchQuery) async throws(Failure) -> SearchRulings {
    try await rules.rulings(on: query.words, query: query.folded.compact)
  }

  /// Nil if the query has no such interpretation.
  ///
  /// - Parameter rulings: the rules for this query.
  func callAsFunction(
    _ query: SearchQuery, as kind: QueryReading.Kind, under rulings: SearchRulings
  ) async throws(Failure) -> QueryReading? {
    guard let literal = query.pattern(under: rulings) else { return nil }
    switch kind {
    case .literal: return QueryReading(kind: kind, pattern: literal, corrected: nil)
    case .meant: return try await meant(query, besides: literal)
    case .corrected: return try await corrected(query)
    }
  }

  private func meant(
    _ query: SearchQuery, besides literal: SearchPattern
  ) async throws(Failure) -> QueryReading? {
    let pattern = SearchPattern(words: try await readings(of: query.readings), whole: nil)
    guard let ruled = try await ruled(pattern), ruled.words != literal.words else { return nil }
    return QueryReading(kind: .meant, pattern: ruled, corrected: nil)
  }

  /// The meanings of each word. Of several words, each means words that titles have together with
  /// the clearer ones: the most frequent words of all titles may be in none of these.
  func readings(of words: [SearchWord]) async throws(Failure) -> [[String]] {
    let terms = try await repository.terms(like: words.map(TermLookup.init))
    var readings = Array(repeating: [String](), count: words.count)
    for index in words.indices.sorted(by: { words[$0].isClearer(than: words[$1]) }) {
      let word = words[index]
      var meant = terms[index]
      let others = SearchPattern(words: readings.filter { !$0.isEmpty }, whole: nil)
      let isKnown = meant.contains(word.text) && index < words.count - 1
      var isGuessed = word.initials == nil || meant.isEmpty
      if meant.isEmpty || (!others.words.isEmpty && !isKnown) {
        let together = try await repository.words(like: word, in: others)
        if !together.isEmpty { meant = together }
        if word.initials != nil { isGuessed = together.isEmpty }
      }
      // Beside other words, a word that titles have is meant as it is.
      readings[index] =
        words.count > 1 && meant.contains(word.text)
        ? [word.text]
        : ([word.text] + (isGuessed ? word.otherKeyboard : []) + meant).uniqued
    }
    return readings
  }

  private func corrected(_ query: SearchQuery) async throws(Failure) -> QueryReading? {
    var words: [String] = []
    for word in query.words {
      guard let corrected = try await closest(to: word) else { return nil }
      words.append(corrected)
    }
    guard words != query.words else { return nil }
    let pattern = SearchPattern(words: words.map { [$0] }, whole: words.joined())
    guard let ruled = try await ruled(pattern) else { return nil }
    return QueryReading(
      kind: .corrected, pattern: ruled, corrected: words.joined(separator: " "))
  }

  private func ruled(_ pattern: SearchPattern) async throws(Failure) -> SearchPattern? {
    pattern.under(try await rules.rulings(on: Array(pattern.words.joined()), query: nil))
  }

  /// The word itself if it is short or known, or a known word before its particle; nil if no term
  /// resembles it.
  private func closest(to word: String) async throws(Failure) -> String? {
    guard SpellingCorrection.canCorrect(word) else { return word }
    let words = [word] + SpellingCorrection.withoutParticle(word)
    let patterns = words.map { SearchPattern(words: [[$0]], whole: nil) }
    if let known = try await repository.found(among: patterns, limit: 1).first {
      return words[known]
    }
    return SpellingCorrection.closest(
      to: word, among: try await repository.terms(resembling: word))
  }
}
