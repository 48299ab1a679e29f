import Domain
import UseCases

extension StoreContract {
  static let searchClientClauses = [
    Clause("a search client comes back as it went in") { ports in
      let client = try sample(1)
      try await ports.searchClients.add(client)
      try holdEqual(try await ports.searchClients.find(client.id), client)
    },
    Clause("an unknown search client is neither found nor revoked") { ports in
      let id = try sample(1).id
      try holdEqual(try await ports.searchClients.find(id), nil)
      try holdEqual(try await ports.searchClients.revoke(id, at: .latest), nil)
    },
    Clause("the id of a search client is given once") { ports in
      try await ports.searchClients.add(try sample(1))
      do throws(Failure) {
        try await ports.searchClients.add(try sample(1))
        throw .bug("two search clients have one id")
      } catch {
        guard case .conflict(let flaw) = error else { throw error }
        try holdEqual(flaw.code, "id_taken")
      }
    },
    Clause("search clients are listed oldest first, up to the limit") { ports in
      for number in [2, 1, 3] { try await ports.searchClients.add(try sample(number)) }
      let listed = try await ports.searchClients.all(limit: 2)
      try holdEqual(listed.map(\.id), [try sample(1).id, try sample(2).id])
    },
    Clause("a search client is revoked once and for all") { ports in
      let client = try sample(1)
      try await ports.searchClients.add(client)
      let first = try await ports.searchClients.revoke(client.id, at: try hour(2))
      let second = try await ports.searchClients.revoke(client.id, at: try hour(3))
      try holdEqual(first?.revokedAt, try hour(2))
      try holdEqual(second, first)
      try holdEqual(try await ports.searchClients.find(client.id), first)
    },
  ]

  private static func sample(_ number: Int) throws(Failure) -> SearchClient {
    guard let id = SearchClientID("jN9vHX1nYpgvQxvGhL_\(number)"),
      let name = try? Title("쇼핑 목록 ' \\ 😀")
    else { throw .bug("\(number) makes no client") }
    return SearchClient(
      id: id, name: name, secretDigest: (0..<32).map { UInt8($0) &* 8 },
      createdAt: try hour(number))
  }

  private static func hour(_ hour: Int) throws(Failure) -> Timestamp {
    guard let instant = Timestamp(rfc3339: "2026-01-01T0\(hour):00:00.000001Z") else {
      throw .bug("there is no such hour")
    }
    return instant
  }
}
