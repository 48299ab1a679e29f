package import Domain

/// Lists the tokens that were made, the newest first, revoked or not.
package struct ListTokens: Sendable {
  /// More than anybody manages by hand.
  package static let countMax = 1_000
  private let repository: any AccessTokenRepository

  package init(repository: any AccessTokenRepository) {
    self.repository = repository
  }

  /// The newest first; what was revoked stays in the list, so that a log can be understood.
  package func callAsFunction() async throws(Failure) -> [AccessToken] {
    try await repository.all(limit: Self.countMax)
  }
}
