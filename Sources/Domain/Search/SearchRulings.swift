/// What the rules of a shop say of some words, and of a query.
package struct SearchRulings: Sendable, Hashable {
  package static let none = SearchRulings()
  /// Folded words with others that mean the same.
  package var synonyms: [String: [String]]
  /// Those of the words that find nothing.
  package var banned: Set<String>
  /// Where the query leads.
  package var redirect: LinkTarget?

  package init(
    synonyms: [String: [String]] = [:], banned: Set<String> = [], redirect: LinkTarget? = nil
  ) {
    self.synonyms = synonyms
    self.banned = banned
    self.redirect = redirect
  }
}

extension SearchRules {
  /// What they say of folded words, and of a folded query without spaces.
  ///
  /// - Parameter exists: whether a target of a redirect is there.
  package func rulings(
    on words: [String], query: String?, _ exists: (LinkTarget) -> Bool
  ) -> SearchRulings {
    let bannedWords = Set(banned.map(\.folded))
    var rulings = SearchRulings(banned: bannedWords.intersection(words))
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

extension SearchPattern {
  /// The same with all words that mean the same as one of its readings, and without those that find
  /// nothing; nil where nothing is left of a word.
  package func under(_ rulings: SearchRulings) -> SearchPattern? {
    let words = words.map { readings in
      let all = readings + readings.flatMap { rulings.synonyms[$0] ?? [] }
      return all.filter { !rulings.banned.contains($0) }.uniqued
    }
    guard words.allSatisfy({ !$0.isEmpty }) else { return nil }
    return SearchPattern(words: words, whole: whole)
  }
}

extension [String] {
  /// Each once, in the order of their first place.
  package var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
