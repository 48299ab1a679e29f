package import Domain

/// Stores access tokens. One method is one transaction.
package protocol AccessTokenRepository: Sendable {
  /// - Throws: `conflict` when the id is in use.
  func add(_ token: AccessToken) async throws(Failure)

  /// The token with this id, revoked or not.
  func find(_ id: AccessTokenID) async throws(Failure) -> AccessToken?

  /// Revoked or not, the newest first, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [AccessToken]

  /// Revokes a token; one that was revoked before keeps that time.
  ///
  /// - Returns: the token after the change; nil if it does not exist.
  func revoke(_ id: AccessTokenID, at instant: Timestamp) async throws(Failure) -> AccessToken?
}

/// Stores search clients. One method is one transaction.
package protocol SearchClientRepository: Sendable {
  /// - Throws: `conflict` when the id is in use.
  func add(_ client: SearchClient) async throws(Failure)

  /// The client with this id, revoked or not.
  func find(_ id: SearchClientID) async throws(Failure) -> SearchClient?

  /// Revoked or not, the oldest first, at most `limit`.
  func all(limit: Int) async throws(Failure) -> [SearchClient]

  /// Revokes a client; one that was revoked before keeps that time.
  ///
  /// - Returns: the client after the change; nil if it does not exist.
  func revoke(_ id: SearchClientID, at instant: Timestamp) async throws(Failure) -> SearchClient?
}

/// Stores keys that all servers of one database share, such as signing keys.
package protocol ServerKeyRepository: Sendable {
  /// The key of this name, or `fresh` if there is none yet.
  ///
  /// All of several concurrent servers get the key of the first.
  /// - Parameter fresh: 32 random bytes.
  func key(_ name: String, orElse fresh: [UInt8]) async throws(Failure) -> [UInt8]
}
