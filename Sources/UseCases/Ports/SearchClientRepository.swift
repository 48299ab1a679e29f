package import Domain

/// Where the clients of the search are kept, and how often each asks. One method is one
/// transaction.
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

  /// Takes calls of a day, so many that the day has no more than the quota.
  ///
  /// A day before the last one that calls were taken of counts as that one: the clocks of servers
  /// differ.
  ///
  /// - Parameter calls: at least 1.
  /// - Returns: how many were taken; 0 when none are left, or there is no such valid client.
  func take(
    calls: Int, of id: SearchClientID, on day: KoreanDay
  ) async throws(Failure) -> Int
}
