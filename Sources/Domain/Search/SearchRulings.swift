/// The rules of a shop that apply to a query.
package struct SearchRulings: Sendable, Hashable {
  package static let none = SearchRulings()
  /// Synonyms of each folded word.
  package var synonyms: [String: [String]]
  /// The words of the query that find nothing.
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
}

extension SearchRules {
  /// The rules that apply to folded words, and to a folded query without spaces.
  ///
  /// - Parameter exists: whether the target of a redirect exists.
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
  /// The pattern with all synonyms of its readings, and without banned words; nil if a word has no
  /// reading left.
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
  /// Each once, in the order of first appearance.
  package var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
