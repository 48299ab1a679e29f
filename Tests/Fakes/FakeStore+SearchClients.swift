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
      let day = state.searchDays[id] ?? KoreanDay(number: 0)
      let revoked = SearchClient(
        id: id, name: client.name, secretDigest: client.secretDigest,
        dailyQuota: client.dailyQuota, createdAt: client.createdAt,
        revokedAt: client.revokedAt ?? instant, calls: client.calls(on: day), on: day)
      state.searchClients[index] = revoked
      return revoked
    }
  }

  package func take(
    calls: Int, of id: SearchClientID, on day: KoreanDay
  ) async throws(Failure) -> Int {
    await takeTime()
    return try reading { state throws(Failure) in
      state.searchTakings += 1
      guard let index = state.searchClients.firstIndex(where: { $0.id == id }) else { return 0 }
      let client = state.searchClients[index]
      let day = max(day, state.searchDays[id] ?? day)
      let taken = min(calls, client.dailyQuota - client.calls(on: day))
      guard client.revokedAt == nil, taken > 0 else { return 0 }
      state.searchDays[id] = day
      state.searchClients[index] = SearchClient(
        id: id, name: client.name, secretDigest: client.secretDigest,
        dailyQuota: client.dailyQuota, createdAt: client.createdAt,
        calls: client.calls(on: day) + taken, on: day)
      return taken
    }
  }

  /// How often a client was looked for, and how often calls were taken.
  package var searchClientStatements: (reads: Int, takings: Int) {
    state.withLock { ($0.searchClientReads, $0.searchTakings) }
  }
}
