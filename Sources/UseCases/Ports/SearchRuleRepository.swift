package import Domain

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
