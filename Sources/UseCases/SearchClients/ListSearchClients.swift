package import Domain

/// Lists the clients of the search, without their secrets, which nobody has.
package struct ListSearchClients: Sendable {
  /// More than anybody manages by hand.
  package static let countMax = 10_000
  private let clients: any SearchClientRepository

  package init(clients: any SearchClientRepository) {
    self.clients = clients
  }

  /// In the order in which they were made.
  package func callAsFunction() async throws(Failure) -> [SearchClient] {
    try await clients.all(limit: Self.countMax)
  }
}
