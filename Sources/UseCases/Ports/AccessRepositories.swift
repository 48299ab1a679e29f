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

/// Stores the clients of the search. One method is one transaction.
package protocol SearchClientRepository: Sendable {
  /// - Throws: `conflict` when the id is taken.
  func add(_ client: SearchClient) async throws(Failure)

  /// The client with this id, revoked or not.
  func find(_ id: SearchClientID) async throws(Failure) -> SearchClient?

  /// The oldest first, revoked or not, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [SearchClient]

  /// Marks it as revoked; a second time changes nothing, the first instant stays.
  ///
  /// - Returns: the client as it is now; nil when there is none with this id.
  func revoke(_ id: SearchClientID, at instant: Timestamp) async throws(Failure) -> SearchClient?
}

/// Where keys are kept that all servers of one database share, such as those of signatures.
package protocol ServerKeyRepository: Sendable {
  /// The key of this name. When there is none yet, `fresh` becomes it.
  ///
  /// Of several servers that bring one at once all are given the same, the first.
  /// - Parameter fresh: 32 random bytes.
  func key(_ name: String, orElse fresh: [UInt8]) async throws(Failure) -> [UInt8]
}
