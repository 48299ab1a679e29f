package import Domain

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
