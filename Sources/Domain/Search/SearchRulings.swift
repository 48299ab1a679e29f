/// The rules of a shop that apply to a query.
package struct SearchRulings: Sendable, Hashable {
  package static let none = SearchRulings()
  /// Synonyms of each folded word.
  package var synonyms: [String: [String]]
  /// The banned words that begin with a word of the query: with `구`, `구찌` is one.
  package var banned: Set<String>
  /// The target of the query, if it has one.
  package var redirect: LinkTarget?

  package init(
    synonyms: [String: [String]] = [:], banned: Set<String> = [], redirect: LinkTarget? = nil
  ) {
    self.synonyms = synonyms
    self.banned = banned
    self.redirect = redirect
  }

  /// Whether a query finds nothing. Banned words are compared without spaces and punctuation, as
  /// titles are: `구 찌` is `구찌`.
  package func bans(_ query: SearchQuery) -> Bool {
    bans(Array(query.folded.words.prefix(SearchQuery.wordsMax)))
  }

  /// Whether some of the words that follow each other are a banned word.
  package func bans(_ words: [String]) -> Bool { lastOfBanned(words.map { [$0] }) != nil }

  /// The last reading of a banned word, and its place: of some words that follow each other, each
  /// in one of its readings.
  fileprivate func lastOfBanned(_ words: [[String]]) -> (place: Int, reading: String)? {
    guard !banned.isEmpty else { return nil }
    for start in words.indices {
      for word in banned {
        if let last = Self.last(of: word.utf8[...], words, from: start) { return last }
      }
    }
    return nil
  }

  private static func last(
    of word: Substring.UTF8View, _ words: [[String]], from place: Int
  ) -> (place: Int, reading: String)? {
    guard words.indices.contains(place) else { return nil }
    for reading in words[place] where word.starts(with: reading.utf8) {
      let rest = word.dropFirst(reading.utf8.count)
      if rest.isEmpty { return (place, reading) }
      if let last = last(of: rest, words, from: place + 1) { return last }
    }
    return nil
  }
}

extension SearchRules {
  /// The rules that apply to folded words, and to a folded query without spaces.
  ///
  /// - Parameter exists: whether the target of a redirect exists.
  package func rulings(
    on words: [String], query: String?, _ exists: (LinkTarget) -> Bool
  ) -> SearchRulings {
    let bannedWords = Set(banned.map(\.folded))
    var rulings = SearchRulings(
      banned: bannedWords.filter { banned in
        words.contains { banned.utf8.starts(with: $0.utf8) }
      })
    for group in synonyms.map({ $0.map(\.folded) }) {
      for word in group where words.contains(word) {
        let others = group.filter { $0 != word && !bannedWords.contains($0) }
        if !others.isEmpty { rulings.synonyms[word] = others }
      }
    }
    rulings.redirect = redirects.first { $0.query.folded == query && exists($0.target) }?.target
    return rulings
  }
}

extension SearchQuery {
  /// The words as they were typed, with their synonyms; nil for a banned query.
  package func pattern(under rulings: SearchRulings) -> SearchPattern? {
    rulings.bans(self) ? nil : pattern.under(rulings)
  }
}

extension SearchPattern {
  /// The pattern with all synonyms of its readings, and without banned words; nil if a word has no
  /// reading left.
  package func under(_ rulings: SearchRulings) -> SearchPattern? {
    var words = words.map { readings in
      (readings + readings.flatMap { rulings.synonyms[$0] ?? [] }).uniqued
    }
    while let last = rulings.lastOfBanned(words) {
      words[last.place].removeAll { $0.utf8.elementsEqual(last.reading.utf8) }
    }
    guard words.allSatisfy({ !$0.isEmpty }) else { return nil }
    return SearchPattern(words: words, whole: whole)
  }
}

extension [String] {
  /// Each once, in the order of first appearance.
  package var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
