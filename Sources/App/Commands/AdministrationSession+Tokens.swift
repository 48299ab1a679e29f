import Cryptography
import Domain
import Repositories
import UseCases

extension AdministrationSession {
  /// Makes a token and returns its text, which is nowhere else.
  ///
  /// - Parameter vendor: the identifier of the vendor that it speaks for, which the scope vendor
  ///   needs; nil for none.
  /// - Throws: `.usage` for a name, a scope or an identifier that cannot be, `.data` for an unknown
  ///   vendor.
  package func createToken(
    name: String, scopes: [String], vendor: String? = nil
  ) async throws(Refusal) -> String {
    try Self.refuse(Self.mistakesOfToken(name: name, scopes: scopes, vendor: vendor))
    let title = try Self.title(name)
    let known = Set(scopes.compactMap(Scope.init(rawValue:)))
    return try await withPool { pool in
      var vendorID: Int64?
      if let vendor { vendorID = try await Self.vendor(vendor, in: pool).id }
      let create = CreateToken(
        repository: PostgresAccessTokens(pool), secretDigest: LibcryptoDigest(),
        randomOctets: randomOctets, now: { .now })
      return try await create(name: title, scopes: known, vendorID: vendorID).text
    }
  }

  /// One line for each token, the newest first, revoked or not.
  package func listTokens() async throws(Refusal) -> [String] {
    try await withPool { pool in
      try await ListTokens(repository: PostgresAccessTokens(pool))().map(Self.line)
    }
  }

  /// Makes a token worthless from now on, and returns its line.
  ///
  /// - Throws: `.usage` when the id is malformed, `.data` when there is no such token.
  package func revokeToken(_ id: String) async throws(Refusal) -> String {
    try Self.refuse(Self.mistakes(ofTokenID: id))
    guard let tokenID = AccessTokenID(id) else { throw Refusal(.usage, "a malformed id") }
    let revoked = try await withPool { pool in
      let revoke = RevokeToken(repository: PostgresAccessTokens(pool), now: { .now })
      do throws(Failure) {
        return AccessToken?.some(try await revoke(tokenID))
      } catch .notFound {
        return nil
      }
    }
    guard let revoked else { throw Refusal(.data, "there is no token \(tokenID).") }
    return Self.line(revoked)
  }

  private static func line(_ token: AccessToken) -> String {
    let scopes = token.scopes.map(\.rawValue).sorted().joined(separator: ",")
    let state = token.revokedAt.map { "revoked \($0.rfc3339)" } ?? "valid"
    return "\(token.id)  \(scopes)  created \(token.createdAt.rfc3339)  \(state)  \(token.name)"
  }
}
