package import Domain
import Synchronization
package import UseCases

extension FakeStore: SearchClientRepository {
  package func add(_ client: SearchClient) async throws(Failure) {
    try reading { state throws(Failure) in
      guard !state.searchClients.contains(where: { $0.id == client.id }) else {
        throw .conflict(
          ValidationError("id_taken", "There is a client of this id.", hint: "Leave it out."))
      }
      state.searchClients.append(client)
    }
  }

  package func find(_ id: SearchClientID) async throws(Failure) -> SearchClient? {
    try reading { state throws(Failure) in
      state.searchClientReads += 1
      return state.searchClients.first { $0.id == id }
    }
  }

  package func all(limit: Int) async throws(Failure) -> [SearchClient] {
    try reading { state throws(Failure) in
      Array(state.searchClients.sorted { $0.createdAt < $1.createdAt }.prefix(limit))
    }
  }

  package func revoke(
    _ id: SearchClientID, at instant: Timestamp
  ) async throws(Failure) -> SearchClient? {
    try reading { state throws(Failure) in
      guard let index = state.searchClients.firstIndex(where: { $0.id == id }) else { return nil }
      let client = state.searchClients[index]
      let revoked = SearchClient(
        id: id, name: client.name, secretDigest: client.secretDigest,
        createdAt: client.createdAt, revokedAt: client.revokedAt ?? instant)
      state.searchClients[index] = revoked
      return revoked
    }
  }

  /// How often a client was read.
  package var searchClientReads: Int { state.withLock { $0.searchClientReads } }
}
