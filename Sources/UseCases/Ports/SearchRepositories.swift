package import Domain

/// Where products are found by words.
///
/// A product can be found as soon as it is stored; the words that ``terms(like:)`` knows follow
/// within seconds.
package protocol ProductSearchRepository: Sendable {
  /// The products that match, in the order of the search, from its position on.
  ///
  /// By relevance a store may end after the newest ``ProductSearch/rankedMax`` matches and those
  /// whose title begins with the query, where there are many more.
  func page(_ search: ProductSearch) async throws(Failure) -> [FoundProduct]

  /// How many products match, exact where that is cheap, and what the newest matches have in
  /// common. An estimate may be a minute old.
  func overview(
    _ pattern: SearchPattern, _ filter: SearchFilter, withFacets: Bool
  ) async throws(Failure) -> SearchOverview

  /// Ids of products whose titles begin with a folded text without spaces, at most `limit`, a title
  /// that is the text first, as one cheap statement.
  func titles(beginningWith text: String, limit: Int) async throws(Failure) -> [Int64]

  /// Products as tiles, in the order of their ids here, as one statement; those that are not there
  /// are left out.
  func tiles(of ids: [Int64]) async throws(Failure) -> [TileProduct]

  /// For each word the commonest terms that somebody may have meant by it, the commonest first, at
  /// most ``TermLookup/termsMax``: those that its keys begin, or whose initials it is.
  func terms(like words: [TermLookup]) async throws(Failure) -> [[String]]

  /// Terms of which the keys begin or end as those of `word` do, the commonest first.
  func terms(resembling word: String) async throws(Failure) -> [String]

  /// Counts the terms of what was written since the last time, or of a part of it.
  ///
  /// - Returns: whether there may be more.
  func countTerms() async throws(Failure) -> Bool
}

/// What terms are looked up by.
package struct TermLookup: Sendable, Hashable {
  package static let termsMax = 20
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

/// Where the rules of searching are kept. One method is one transaction.
package protocol SearchRuleRepository: Sendable {
  /// All rules, in the order in which they were written.
  func rules() async throws(Failure) -> SearchRules

  /// Replaces all rules. With `dryRun` nothing is written, the change is the same, and `once` means
  /// nothing.
  ///
  /// - Parameter promise: what other lists of the same sender are about to bring.
  /// - Throws: `changedMeanwhile` unless `condition` admits the current rules; `rejected` at
  ///   `/redirects/QUERY/id` for what is not there, unless a current redirect leads to the same.
  func replace(
    _ rules: SearchRules, if condition: ChangeCondition<SearchRules>,
    promise: ListPromise, dryRun: Bool, once: IdempotentWrite<SearchRulesChange>?
  ) async throws(Failure) -> Written<SearchRulesChange>

  /// What the rules say of folded words and of a whole query, folded and without spaces, as one
  /// statement. A redirect to what is no longer there is none.
  func rulings(on words: [String], query: String?) async throws(Failure) -> SearchRulings
}

/// What became of the rules.
package struct SearchRulesChange: Sendable, Hashable {
  package let before: SearchRules
  package let after: SearchRules

  /// Decides on a replacement; pure.
  ///
  /// - Parameter missing: new targets of redirects that are not there.
  package static func deciding(
    _ rules: SearchRules, before: SearchRules, missing: Set<LinkTarget>,
    if condition: ChangeCondition<SearchRules>
  ) throws(Failure) -> SearchRulesChange {
    guard condition.admits(before) else { throw .changedMeanwhile }
    let fieldErrors = rules.fieldErrors(missing: missing)
    guard fieldErrors.isEmpty else { throw .rejected(fieldErrors) }
    return SearchRulesChange(before: before, after: rules)
  }

  /// How many groups, redirects and banned words it touched.
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

/// Where it is counted what many search for. One method is one statement.
package protocol SearchTrendRepository: Sendable {
  /// Counts searches; of those of one device for the same the first alone.
  func count(_ searches: [CountedSearch], at instant: Timestamp) async throws(Failure)

  /// What many devices search for, the most first, at most ``SearchTrend/countMax``: by at least
  /// ``SearchTrend/devicesMin`` devices within ``SearchTrend/secondsKept``, and without banned
  /// words.
  func trending(at instant: Timestamp) async throws(Failure) -> [String]
}
