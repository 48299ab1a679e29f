package import Domain
package import UseCases

extension FakeStore: SearchRuleRepository {
  package func rules() async throws(Failure) -> SearchRules {
    try reading { state throws(Failure) in state.searchRules }
  }

  package func replace(
    _ rules: SearchRules, if condition: ChangeCondition<SearchRules>,
    promise: ListPromise, dryRun: Bool, once: IdempotentWrite<SearchRulesChange>?
  ) async throws(Failure) -> Written<SearchRulesChange> {
    try writing(dryRun ? nil : once) { state throws(Failure) in
      let new = Set(rules.redirects.map(\.target))
        .subtracting(state.searchRules.redirects.map(\.target))
      let change = try SearchRulesChange.deciding(
        rules, before: state.searchRules,
        missing: promise.missing(of: new, stored: state.targets), if: condition)
      if !dryRun { state.searchRules = change.after }
      return change
    }
  }

  package func rulings(
    on words: [String], query: String?
  ) async throws(Failure) -> SearchRulings {
    try reading { state throws(Failure) in
      state.searchRules.rulings(on: words, query: query, state.holds)
    }
  }
}

extension FakeStore.State {
  fileprivate func holds(_ target: LinkTarget) -> Bool {
    switch target {
    case .event(let id): eventCategories.contains { $0.id == id }
    case .product(let id): products.contains { $0.id == id }
    case .category(let id): categories.contains { $0.id == id }
    case .itemType(let id): itemTypes.contains { $0.id == id }
    case .search, .url: true
    }
  }
}
