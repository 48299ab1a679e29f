import Domain

/// What a query was taken for: as it stands, or, when that finds nothing, as it may be meant.
struct QueryReading: Sendable, Hashable {
  let kind: Kind
  let pattern: SearchPattern
  /// What is searched instead, when a typing mistake was corrected.
  let corrected: String?

  /// The order in which they are tried.
  enum Kind: UInt8, Sendable, CaseIterable {
    case literal
    /// Half-typed words, initials, the wrong keyboard.
    case meant
    /// One typing mistake in each word that is not known.
    case corrected
  }
}

/// Makes readings of a query out of the terms of the catalogue.
struct ReadQuery: Sendable {
  let repository: any ProductSearchRepository

  /// Nil when the query cannot be read that way.
  func callAsFunction(
    _ query: SearchQuery, as kind: QueryReading.Kind
  ) async throws(Failure) -> QueryReading? {
    switch kind {
    case .literal: QueryReading(kind: kind, pattern: query.pattern, corrected: nil)
    case .meant: try await meant(query)
    case .corrected: try await corrected(query)
    }
  }

  private func meant(_ query: SearchQuery) async throws(Failure) -> QueryReading? {
    let words = query.readings
    let terms = try await repository.terms(like: words.map(TermLookup.init))
    let readings = zip(words, terms).map { word, terms in
      ([word.text] + word.otherKeyboard + terms).uniqued
    }
    guard readings.contains(where: { $0.count > 1 }) else { return nil }
    return QueryReading(
      kind: .meant, pattern: SearchPattern(words: readings, whole: nil), corrected: nil)
  }

  private func corrected(_ query: SearchQuery) async throws(Failure) -> QueryReading? {
    var words: [String] = []
    for word in query.folded.words {
      words.append(try await closest(to: word) ?? word)
    }
    guard words != query.folded.words else { return nil }
    return QueryReading(
      kind: .corrected, pattern: SearchPattern(words: words.map { [$0] }, whole: words.joined()),
      corrected: words.joined(separator: " "))
  }

  /// Nil for a word that is short, or found as it stands, or like no other.
  private func closest(to word: String) async throws(Failure) -> String? {
    guard word.unicodeScalars.count >= SpellingCorrection.charactersMin else { return nil }
    let itself = ProductSearch(
      pattern: SearchPattern(words: [[word]], whole: nil), sort: .newest, limit: 1)
    guard try await repository.page(itself).isEmpty else { return nil }
    return SpellingCorrection.closest(
      to: word, among: try await repository.terms(resembling: word))
  }
}

extension [String] {
  /// Each once, in the order of their first place.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
