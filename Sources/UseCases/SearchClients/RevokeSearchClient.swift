package import Domain

/// Ends what a client of the search may do. Servers notice within ten seconds.
package struct RevokeSearchClient: Sendable {
  private let clients: any SearchClientRepository
  private let now: WallClock

  package init(clients: any SearchClientRepository, now: @escaping WallClock) {
    self.clients = clients
    self.now = now
  }

  /// - Returns: the client as it is now; one that was revoked before keeps its first instant. Nil
  ///   when there is none with this id.
  package func callAsFunction(_ id: SearchClientID) async throws(Failure) -> SearchClient? {
    try await clients.revoke(id, at: now())
  }
}
