import Domain
import UseCases

extension StoreContract {
  static let accessTokenClauses = [
    Clause("a token comes back as it went in") { ports in
      let token = try sample("00112233445566aa", at: 1)
      try await ports.accessTokens.add(token)
      try holdEqual(try await ports.accessTokens.find(token.id), token)
    },
    Clause("an unknown token is not found and cannot be revoked") { ports in
      let id = try sample("00112233445566aa", at: 1).id
      try holdEqual(try await ports.accessTokens.find(id), nil)
      try holdEqual(try await ports.accessTokens.revoke(id, at: .latest), nil)
    },
    Clause("the id of a token is given once") { ports in
      let token = try sample("00112233445566aa", at: 1)
      try await ports.accessTokens.add(token)
      do throws(Failure) {
        try await ports.accessTokens.add(token)
        throw .bug("two tokens have one id")
      } catch {
        guard case .conflict = error else { throw error }
      }
    },
    Clause("tokens are listed newest first, up to the limit") { ports in
      let ids = ["00000000000000aa", "00000000000000bb", "00000000000000cc"]
      for (hour, id) in ids.enumerated() {
        try await ports.accessTokens.add(try sample(id, at: hour))
      }
      let listed = try await ports.accessTokens.all(limit: 2)
      try holdEqual(listed.map(\.id.text), ["00000000000000cc", "00000000000000bb"])
    },
    Clause("a token is revoked once and for all") { ports in
      let token = try sample("00112233445566aa", at: 1)
      try await ports.accessTokens.add(token)
      let first = try await ports.accessTokens.revoke(token.id, at: try hour(2))
      let second = try await ports.accessTokens.revoke(token.id, at: try hour(3))
      try holdEqual(first?.revokedAt, try hour(2))
      try holdEqual(second, first)
      try holdEqual(try await ports.accessTokens.find(token.id), first)
    },
    Clause("the sweep removes tokens a day after they have expired, and no others") { ports in
      let token = try sample("00112233445566aa", at: 1)
      let lasting = try sample("00112233445566bb", at: 1, expires: false)
      for each in [token, lasting] { try await ports.accessTokens.add(each) }
      let day = Timestamp(clamping: try hour(5).microseconds + 86_400_000_000)
      try holdEqual(try await ports.housekeeping.sweep(at: day).tokens, 0)
      let later = Timestamp(clamping: day.microseconds + 1)
      try holdEqual(try await ports.housekeeping.sweep(at: later).tokens, 1)
      try holdEqual(try await ports.accessTokens.all(limit: 9), [lasting])
    },
  ]

  private static func sample(
    _ id: String, at hour: Int, expires: Bool = true
  ) throws -> AccessToken {
    guard let id = AccessTokenID(id) else { throw ContractBreach("\(id) is no id") }
    return AccessToken(
      id: id, name: try Title("편집팀 ' \\ 😀"), scopes: [.admin, .vendor],
      secretDigest: (0..<32).map { UInt8($0) &* 8 }, createdAt: try self.hour(hour),
      expiresAt: expires ? try self.hour(hour + 4) : nil)
  }

  private static func hour(_ hour: Int) throws -> Timestamp {
    guard let instant = Timestamp(rfc3339: "2026-01-01T0\(hour):00:00.000001Z") else {
      throw ContractBreach("there is no such hour")
    }
    return instant
  }
}

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
      let (client, same) = (try sample(1), try sample(1))
      try await ports.searchClients.add(client)
      do throws(Failure) {
        try await ports.searchClients.add(same)
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

  private static func sample(_ number: Int) throws -> SearchClient {
    guard let id = SearchClientID("jN9vHX1nYpgvQxvGhL_\(number)"),
      let name = try? Title("쇼핑 목록 ' \\ 😀")
    else { throw ContractBreach("\(number) makes no client") }
    return SearchClient(
      id: id, name: name, secretDigest: (0..<32).map { UInt8($0) &* 8 },
      createdAt: try hour(number))
  }
}

extension StoreContract {
  static let readOnlyClauses: [Clause] = [
    Clause("writes are stopped since they were stopped first, until they are let in") { ports in
      let first = Timestamp(clamping: 1_700_000_000_000_000)
      let second = Timestamp(clamping: first.microseconds + 1)
      try holdEqual(try await ports.readOnly.readOnlySince(), nil)
      try await ports.readOnly.beginReadOnly(at: first)
      try await ports.readOnly.beginReadOnly(at: second)
      try holdEqual(try await ports.readOnly.readOnlySince(), first)
      try await ports.readOnly.endReadOnly()
      try holdEqual(try await ports.readOnly.readOnlySince(), nil)
      try await ports.readOnly.endReadOnly()
    }
  ]
}
