package import Domain

/// Finds products by words.
///
/// A product is found as soon as it is stored; ``terms(like:)`` follows within seconds.
package protocol ProductSearchRepository: Sendable {
  /// The products that match, in the order of the search, from its position.
  ///
  /// By relevance, if there are many more matches, a store may stop after the newest
  /// ``ProductSearch/rankedMax`` and those whose title begins with the query.
  func page(_ search: ProductSearch) async throws(Failure) -> [FoundProduct]

  /// The number of matches, exact if that is cheap, and the facets of the newest matches. An
  /// estimate may be a minute old.
  func overview(
    _ pattern: SearchPattern, _ filter: SearchFilter, withFacets: Bool
  ) async throws(Failure) -> SearchOverview

  /// The places of those of some patterns that a product matches, ascending, at most `limit`; one
  /// statement.
  func found(among patterns: [SearchPattern], limit: Int) async throws(Failure) -> [Int]

  /// Ids of products whose titles begin with a folded text without spaces, at most `limit`, exactly
  /// equal titles first; one cheap statement.
  func titles(beginningWith text: String, limit: Int) async throws(Failure) -> [Int64]

  /// Products as tiles, in the order of the ids, without missing ones; one statement.
  func tiles(of ids: [Int64]) async throws(Failure) -> [TileProduct]

  /// For each word the terms that it may mean, the most frequent first, at most
  /// ``TermLookup/termsMax``: terms with these initials; without initials, terms that its keys
  /// begin.
  func terms(like words: [TermLookup]) async throws(Failure) -> [[String]]

  /// Words of titles that `word` may mean where products match a pattern, or of all products for a
  /// pattern without words: of the newest ``TermLookup/titlesMax`` of them, the most frequent
  /// first, at most ``TermLookup/termsMax``.
  func words(like word: SearchWord, in pattern: SearchPattern) async throws(Failure) -> [String]

  /// Terms whose keys begin or end as those of `word` do, the most frequent first.
  func terms(resembling word: String) async throws(Failure) -> [String]

  /// Counts the terms of products written since the last call, or of some of them.
  ///
  /// - Returns: whether there may be more.
  func countTerms() async throws(Failure) -> Bool

  /// Folds some texts of products again, and all rules, if another version of ``FoldedText`` folded
  /// them.
  ///
  /// - Returns: whether there may be more.
  func foldAgain() async throws(Failure) -> Bool
}

/// The keys for looking up terms.
package struct TermLookup: Sendable, Hashable {
  package static let termsMax = 20
  /// Enough to know the words of nearly all pairs; a walk reads them within some milliseconds.
  package static let titlesMax = 1_000
  package let keys: [String]
  package let initials: String?

  package init(keys: [String], initials: String?) {
    self.keys = keys
    self.initials = initials
  }

  package init(_ word: SearchWord) {
    self.init(keys: word.keys, initials: word.initials)
  }
}

/// Stores the rules of searches. One method is one transaction.
package protocol SearchRuleRepository: Sendable {
  /// All rules, in the order in which they were written.
  func rules() async throws(Failure) -> SearchRules

  /// Replaces all rules. With `dryRun` nothing is written, the change is the same, and `once` is
  /// ignored.
  ///
  /// - Parameter promise: the other lists of the same file, to be written later.
  /// - Throws: `changedMeanwhile` if the condition fails; `rejected` at `/redirects/QUERY/id` for
  ///   missing targets, unless a stored redirect has the same target.
  func replace(
    _ rules: SearchRules, if condition: ChangeCondition<SearchRules>,
    promise: ListPromise, dryRun: Bool, once: RecordedWrite<SearchRulesChange>?
  ) async throws(Failure) -> Written<SearchRulesChange>

  /// The rules for folded words, and for a whole query, folded and without spaces; one statement. A
  /// redirect to a missing target is left out.
  func rulings(on words: [String], query: String?) async throws(Failure) -> SearchRulings
}

/// A change of the rules.
package struct SearchRulesChange: Sendable, Hashable {
  package let before: SearchRules
  package let after: SearchRules

  /// Decides on a replacement; pure.
  ///
  /// - Parameter missing: targets of new redirects that do not exist.
  package static func deciding(
    _ rules: SearchRules, before: SearchRules, missing: Set<LinkTarget>,
    if condition: ChangeCondition<SearchRules>
  ) throws(Failure) -> SearchRulesChange {
    guard condition.admits(before) else { throw .changedMeanwhile }
    let fieldErrors = rules.fieldErrors(missing: missing)
    guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
    return SearchRulesChange(before: before, after: rules)
  }

  /// The number of changed groups, redirects and banned words.
  package var report: ListReport {
    let groups = (before: Set(before.synonyms), after: Set(after.synonyms))
    let banned = (before: Set(before.banned), after: Set(after.banned))
    let redirects = (before: Self.byQuery(before), after: Self.byQuery(after))
    let updated = redirects.after.filter { query, redirect in
      redirects.before[query].map { $0 != redirect } ?? false
    }
    let created =
      groups.after.subtracting(groups.before).count
      + banned.after.subtracting(banned.before).count
      + redirects.after.keys.count { redirects.before[$0] == nil }
    let removed =
      groups.before.subtracting(groups.after).count
      + banned.before.subtracting(banned.after).count
      + redirects.before.keys.count { redirects.after[$0] == nil }
    let all = groups.after.count + banned.after.count + redirects.after.count
    return ListReport(
      created: created, updated: updated.count, unchanged: all - created - updated.count,
      removed: removed)
  }

  private static func byQuery(_ rules: SearchRules) -> [String: SearchRedirect] {
    Dictionary(rules.redirects.map { ($0.query.folded, $0) }) { first, _ in first }
  }
}

/// Counts searches for trends. One method is one statement.
package protocol SearchTrendRepository: Sendable {
  /// Counts a device's first search for a query only, and of a device at most
  /// ``CountedSearch/ofDeviceMax`` queries; those beyond are dropped.
  func count(_ searches: [CountedSearch], at instant: Timestamp) async throws(Failure)

  /// The trending queries, the most frequent first, at most ``SearchTrend/candidatesMax``:
  /// searched by at least ``SearchTrend/devicesMin`` devices within ``SearchTrend/secondsKept``,
  /// with whatever spaces; each as most of them wrote it. With the rules for their words.
  func trending(at instant: Timestamp) async throws(Failure) -> TrendingQueries
}

/// Queries that many devices have searched for, and the rules for their words.
package struct TrendingQueries: Sendable, Hashable {
  package static let none = TrendingQueries(texts: [], rulings: .none)
  package var texts: [String]
  package var rulings: SearchRulings

  package init(texts: [String], rulings: SearchRulings) {
    self.texts = texts
    self.rulings = rulings
  }
}
