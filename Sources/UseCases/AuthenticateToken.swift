package import Domain

/// Finds out who is asking, from the token that they show.
package struct AuthenticateToken: Sendable {
  /// Bytes; our own tokens have 64. Bounds the work for somebody whom we do not know.
  package static let bytesMax = 512
  private let repository: any AccessTokenRepository
  private let secretDigest: any SecretDigest
  private let bootstrapDigest: [UInt8]?

  /// - Parameter bootstrapDigest: the digest of a token that is valid without a row in the store
  ///   and has the scope `admin`, so that a new server can be set up; nil for none.
  package init(
    repository: any AccessTokenRepository, secretDigest: any SecretDigest,
    bootstrapDigest: [UInt8]?
  ) {
    self.repository = repository
    self.secretDigest = secretDigest
    self.bootstrapDigest = bootstrapDigest
  }

  /// - Throws: `unauthenticated` whatever is wrong with the token: the answer must not tell an
  ///   id that exists from one that does not.
  package func callAsFunction(_ text: String) async throws(Failure) -> Principal {
    guard !text.isEmpty, text.utf8.count <= Self.bytesMax else { throw .unauthenticated }
    let digest = secretDigest.digest(Array(text.utf8))
    if let bootstrapDigest, secretDigest.areEqual(digest, bootstrapDigest) {
      return Principal(id: "bootstrap", scopes: [.admin])
    }
    guard let shown = TokenText(text), let token = try await repository.find(shown.id),
      secretDigest.areEqual(digest, token.secretDigest), token.revokedAt == nil
    else { throw .unauthenticated }
    return Principal(id: token.id.text, scopes: token.scopes, vendorID: token.vendorID)
  }
}

/// Who is asking, and what they may do.
package struct Principal: Sendable, Hashable {
  /// The id of a token, or `bootstrap`; fit for a log.
  package let id: String
  /// What the token allows; nothing follows from its name.
  package let scopes: Set<Scope>
  /// The vendor that the token speaks for; nil for nobody.
  package let vendorID: Int64?

  package init(id: String, scopes: Set<Scope>, vendorID: Int64? = nil) {
    self.id = id
    self.scopes = scopes
    self.vendorID = vendorID
  }

  /// For ``IdempotencyKey``.
  package var keyOwner: String { "token:\(id)" }

  /// - Throws: `forbidden` without this scope.
  package func require(_ scope: Scope) throws(Failure) {
    guard scopes.contains(scope) else { throw .forbidden(requires: scope) }
  }
}
