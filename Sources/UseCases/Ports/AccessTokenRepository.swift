package import Domain

/// Where access tokens are kept. One method is one transaction.
package protocol AccessTokenRepository: Sendable {
  /// - Throws: `conflict` when the id is taken.
  func add(_ token: AccessToken) async throws(Failure)

  /// The token with this id, revoked or not.
  func find(_ id: AccessTokenID) async throws(Failure) -> AccessToken?

  /// The newest first, revoked or not, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [AccessToken]

  /// Marks it as revoked; a second time changes nothing, the first instant stays.
  ///
  /// - Returns: the token as it is now; nil when there is none with this id.
  func revoke(_ id: AccessTokenID, at instant: Timestamp) async throws(Failure) -> AccessToken?
}
