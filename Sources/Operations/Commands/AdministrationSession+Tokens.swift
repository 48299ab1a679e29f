import Cryptography
import Domain
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Creates a token and reports its text, which is not stored.
  ///
  /// - Parameter vendor: the identifier of the token's vendor, which the scope vendor requires; nil
  ///   for none.
  /// - Parameter expires: the token's lifetime, such as `12h`; nil: a link's is 12 hours, other
  ///   tokens do not expire.
  /// - Parameter isLink: whether the address of the page `/admin` is reported, with the token in
  ///   its fragment, which browsers send nowhere.
  /// - Throws: `.usage` for an invalid name, scope or identifier, `.data` for an unknown vendor.
  package func createToken(
    name: String, scopes: [String], vendor: String? = nil, expires: String? = nil,
    isLink: Bool = false
  ) async throws(CommandError) -> CommandReport {
    try Self.refuse(
      Self.mistakesOfToken(
        name: name, scopes: scopes, vendor: vendor, expires: expires, isLink: isLink))
    guard !isLink || parts.siteURL.hasPrefix("http") else {
      throw CommandError(.usage, "a link needs --public-url.")
    }
    let title = try Self.title(name)
    let known = Set(scopes.compactMap(Scope.init(rawValue:)))
    return try await withPool { pool in
      var vendorID: Int64?
      if let vendor { vendorID = try await Self.vendor(vendor, in: pool).id }
      let create = CreateToken(
        repository: PostgresStore(pool), secretDigest: parts.secretDigest,
        randomBytes: randomBytes, now: { .now })
      let lifetime = (expires ?? (isLink ? "12h" : nil)).flatMap(Self.lifetime)
      let created = try await create(
        name: title, scopes: known, vendorID: vendorID, lifetime: lifetime)
      let link = isLink ? "\(parts.siteURL)/admin#token=\(created.text)" : nil
      return CommandReport([link ?? created.text]) {
        $0.key("token")
        $0.string(created.text)
        if let link { $0.string("link", link) }
        if let expiry = created.token.expiresAt { $0.string("expires_at", expiry.rfc3339) }
      }
    }
  }

  /// Each token, the newest first, revoked or not.
  package func listTokens() async throws(CommandError) -> CommandReport {
    try await withPool { pool in
      let tokens: [AccessToken] = try await PostgresStore(pool).all(limit: AccessToken.listedMax)
      return CommandReport(of: tokens, line: Self.line, Self.members)
    }
  }

  /// Revokes a token.
  ///
  /// - Throws: `.usage` when the id is malformed, `.data` when there is no such token.
  package func revokeToken(_ id: String) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakes(ofTokenID: id))
    guard let tokenID = AccessTokenID(id) else { throw CommandError(.usage, "a malformed id") }
    let revoked = try await withPool { pool in
      let revoke = RevokeToken(repository: PostgresStore(pool), now: { .now })
      do throws(Failure) {
        return AccessToken?.some(try await revoke(tokenID))
      } catch .notFound {
        return nil
      }
    }
    guard let revoked else { throw CommandError(.data, "there is no token \(tokenID).") }
    return CommandReport([Self.line(revoked)]) { Self.members(&$0, revoked) }
  }

  private static func line(_ token: AccessToken) -> String {
    let scopes = token.scopes.map(\.rawValue).sorted().joined(separator: ",")
    let state =
      token.revokedAt.map { "revoked \($0.rfc3339)" }
      ?? token.expiresAt.map { "expires \($0.rfc3339)" } ?? "valid"
    return "\(token.id)  \(scopes)  created \(token.createdAt.rfc3339)  \(state)  \(token.name)"
  }

  private static func members(_ writer: inout JSONWriter, _ token: AccessToken) {
    writer.key("id")
    writer.string("\(token.id)")
    writer.key("name")
    writer.string("\(token.name)")
    writer.key("scopes")
    writer.array(token.scopes.map(\.rawValue).sorted()) { $0.string($1) }
    writer.key("created_at")
    writer.string(token.createdAt.rfc3339)
    writer.key("revoked_at")
    writer.optional(token.revokedAt?.rfc3339)
    writer.key("expires_at")
    writer.optional(token.expiresAt?.rfc3339)
  }
}
