package import Domain

/// Makes a token worthless from now on.
package struct RevokeToken: Sendable {
  private let repository: any AccessTokenRepository
  private let now: WallClock

  package init(repository: any AccessTokenRepository, now: @escaping WallClock) {
    self.repository = repository
    self.now = now
  }

  /// - Returns: the token as it is now; one that was revoked before keeps its first instant.
  /// - Throws: `notFound`.
  @discardableResult
  package func callAsFunction(_ id: AccessTokenID) async throws(Failure) -> AccessToken {
    guard let token = try await repository.revoke(id, at: now()) else {
      throw .notFound(.token(id.text))
    }
    return token
  }
}
