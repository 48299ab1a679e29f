import Domain
import UseCases

extension StoreContract {
  private static let day = KoreanDay(number: 20_454)
  private static let nextDay = KoreanDay(number: 20_455)

  static let searchClientClauses = [
    Clause("a search client comes back as it went in") { ports in
      let client = try sample(1)
      try await ports.searchClients.add(client)
      try holdEqual(try await ports.searchClients.find(client.id), client)
      try holdEqual(client.calls(on: day), 0)
    },
    Clause("an unknown search client is not found, not revoked and has no calls") { ports in
      let id = try sample(1).id
      try holdEqual(try await ports.searchClients.find(id), nil)
      try holdEqual(try await ports.searchClients.revoke(id, at: .latest), nil)
      try holdEqual(try await ports.searchClients.take(calls: 1, of: id, on: day), 0)
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
    Clause("a search client is revoked once and for all, and has no calls then") { ports in
      let client = try sample(1)
      try await ports.searchClients.add(client)
      let first = try await ports.searchClients.revoke(client.id, at: try hour(2))
      let second = try await ports.searchClients.revoke(client.id, at: try hour(3))
      try holdEqual(first?.revokedAt, try hour(2))
      try holdEqual(second, first)
      try holdEqual(try await ports.searchClients.find(client.id), first)
      try holdEqual(try await ports.searchClients.take(calls: 1, of: client.id, on: day), 0)
    },
    Clause("calls are taken up to the quota of a day, the last ones too") { ports in
      let client = try sample(1, quota: 7)
      try await ports.searchClients.add(client)
      for (wanted, taken) in [(5, 5), (5, 2), (5, 0)] {
        try holdEqual(
          try await ports.searchClients.take(calls: wanted, of: client.id, on: day), taken)
      }
      let stored = try await ports.searchClients.find(client.id)
      try holdEqual(stored?.calls(on: day), 7)
      try holdEqual(stored?.calls(on: nextDay), 0)
    },
    Clause("a new day has all calls again, and a clock that is behind brings none") { ports in
      let client = try sample(1, quota: 7)
      try await ports.searchClients.add(client)
      for (day, wanted, taken) in [(day, 7, 7), (nextDay, 4, 4), (day, 9, 3), (nextDay, 1, 0)] {
        try holdEqual(
          try await ports.searchClients.take(calls: wanted, of: client.id, on: day), taken)
      }
    },
    Clause("of many takings at once no more are given than the quota") { ports in
      let client = try sample(1, quota: 50)
      try await ports.searchClients.add(client)
      let taken = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<16 {
          group.addTask {
            try await ports.searchClients.take(calls: 4, of: client.id, on: day)
          }
        }
        return try await group.reduce(0, +)
      }
      try holdEqual(taken, 50)
    },
  ]

  private static func sample(_ number: Int, quota: Int = 25_000) throws(Failure) -> SearchClient {
    guard let id = SearchClientID("jN9vHX1nYpgvQxvGhL_\(number)"),
      let name = try? Title("쇼핑 목록 ' \\ 😀")
    else { throw .bug("\(number) makes no client") }
    return SearchClient(
      id: id, name: name, secretDigest: (0..<32).map { UInt8($0) &* 8 }, dailyQuota: quota,
      createdAt: try hour(number))
  }

  private static func hour(_ hour: Int) throws(Failure) -> Timestamp {
    guard let instant = Timestamp(rfc3339: "2026-01-01T0\(hour):00:00.000001Z") else {
      throw .bug("there is no such hour")
    }
    return instant
  }
}
