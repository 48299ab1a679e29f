package import Domain
import Postgres
package import UseCases

/// The search rules, in tables keyed by folded words.
extension PostgresStore: SearchRuleRepository {
  package func rulings(
    on words: [String], query: String?
  ) async throws(Failure) -> SearchRulings {
    guard !words.isEmpty || query != nil else { return .none }
    return SearchRulings(
      try await rows(SearchRuleStatements.rulings, .init(words: words, query: query)))
  }

  package func rules() async throws(Failure) -> SearchRules {
    try await transaction { transaction in try await transaction.searchRules() }
  }

  package func replace(
    _ rules: SearchRules, if condition: ChangeCondition<SearchRules>,
    promise: ListPromise, dryRun: Bool, once: RecordedWrite<SearchRulesChange>?
  ) async throws(Failure) -> Written<SearchRulesChange> {
    try await transaction { transaction in
      try await transaction.once(dryRun ? nil : once) {
        if !dryRun { _ = try await transaction.execute(SearchRuleStatements.lock, ()) }
        let before = try await transaction.searchRules()
        let new = Set(rules.redirects.map(\.target)).subtracting(before.redirects.map(\.target))
        let change = try SearchRulesChange.deciding(
          rules, before: before, missing: try await transaction.missing(new, promise),
          if: condition)
        if !dryRun, change.before != change.after { try await transaction.write(rules) }
        return change
      }
    }
  }
}

extension Transaction {
  /// Writes rules if there are none.
  func fill(_ rules: SearchRules) async throws {
    _ = try await execute(SearchRuleStatements.lock, ())
    if try await searchRules() == .none { try await write(rules) }
  }

  /// Folds all rules again.
  func foldRulesAgain() async throws {
    _ = try await execute(SearchRuleStatements.lock, ())
    let rules = try await searchRules()
    let again = rules.foldedAgain
    if again != rules { try await write(again) }
  }

  fileprivate func searchRules() async throws -> SearchRules {
    let synonyms = try await rows(SearchRuleStatements.synonyms, ())
    let redirects = try await rows(SearchRuleStatements.redirects, ())
    let banned = try await rows(SearchRuleStatements.banned, ())
    let groups = Dictionary(grouping: synonyms, by: \.group).sorted { $0.key < $1.key }
    return SearchRules(
      synonyms: groups.map { $0.value.map(\.word) }, redirects: redirects, banned: banned)
  }

  fileprivate func write(_ rules: SearchRules) async throws {
    _ = try await execute(SearchRuleStatements.removeSynonyms, ())
    _ = try await execute(SearchRuleStatements.removeRedirects, ())
    _ = try await execute(SearchRuleStatements.removeBanned, ())
    _ = try await execute(SearchRuleStatements.insertSynonyms, rules.synonyms)
    _ = try await execute(SearchRuleStatements.insertRedirects, rules.redirects)
    _ = try await execute(SearchRuleStatements.insertBanned, rules.banned)
  }
}

extension SearchRulings {
  init(_ rows: [SearchRuleStatements.Ruling]) {
    self.init()
    for row in rows {
      switch row {
      case .synonym(let word, let other): synonyms[word, default: []].append(other)
      case .banned(let word): banned.insert(word)
      case .redirect(let target): redirect = target
      }
    }
  }
}
