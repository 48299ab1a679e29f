package import Domain

/// Replaces the rules of searching, or tells what that would change.
package struct ArrangeSearchRules: Sendable {
  private let repository: any SearchRuleRepository

  package init(repository: any SearchRuleRepository) {
    self.repository = repository
  }

  /// The rules as they are.
  package func rules() async throws(Failure) -> SearchRules { try await repository.rules() }

  /// With `dryRun` nothing is written, and the change is the same; `once` then means nothing.
  ///
  /// - Throws: `rejected` for redirects to what is not there; `changedMeanwhile` unless `condition`
  ///   admits the current rules; `inFlight`, `keyReused`.
  package func callAsFunction(
    _ rules: SearchRules, if condition: ChangeCondition<SearchRules> = .any,
    promise: ListPromise = .nothing, dryRun: Bool, once: IdempotentWrite<SearchRulesChange>?
  ) async throws(Failure) -> Written<SearchRulesChange> {
    try await repository.replace(
      rules, if: condition, promise: promise, dryRun: dryRun, once: once)
  }
}
