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
  ]

  private static func sample(_ id: String, at hour: Int) throws -> AccessToken {
    guard let id = AccessTokenID(id) else { throw ContractBreach("\(id) is no id") }
    return AccessToken(
      id: id, name: try Title("편집팀 ' \\ 😀"), scopes: [.admin, .vendor],
      secretDigest: (0..<32).map { UInt8($0) &* 8 }, createdAt: try self.hour(hour))
  }

  private static func hour(_ hour: Int) throws -> Timestamp {
    guard let instant = Timestamp(rfc3339: "2026-01-01T0\(hour):00:00.000001Z") else {
      throw ContractBreach("there is no such hour")
    }
    return instant
  }
}
