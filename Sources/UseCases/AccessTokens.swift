package import Domain
import Text

package struct CreateToken: Sendable {
  private let repository: any AccessTokenRepository
  private let secretDigest: any SecretDigest
  private let randomBytes: RandomBytes
  private let now: WallClock

  package init(
    repository: any AccessTokenRepository, secretDigest: any SecretDigest,
    randomBytes: @escaping RandomBytes, now: @escaping WallClock
  ) {
    self.repository = repository
    self.secretDigest = secretDigest
    self.randomBytes = randomBytes
    self.now = now
  }

  /// - Parameter vendorID: the vendor that the token acts for, by the store's id; required by the
  ///   scope `vendor`, else nil.
  /// - Parameter lifetime: nil for a token that does not expire.
  /// - Returns: the text of the token, which is stored nowhere and cannot be shown again.
  package func callAsFunction(
    name: Title, scopes: Set<Scope>, vendorID: Int64? = nil, lifetime: Duration? = nil
  ) async throws(Failure) -> CreatedToken {
    guard !scopes.isEmpty else {
      let flaw = ValidationError(
        "empty", "A token needs a scope.", hint: "Name admin, merchandise or vendor.")
      throw .rejected([FieldError("/scopes", flaw)])
    }
    guard vendorID == nil || scopes.contains(.vendor) else {
      let flaw = ValidationError(
        "vendor_without_scope", "A vendor's token needs the scope vendor.",
        hint: "Add the scope, or leave the vendor out.")
      throw .rejected([FieldError("/vendor", flaw)])
    }
    guard vendorID != nil || !scopes.contains(.vendor) else {
      let flaw = ValidationError(
        "scope_without_vendor", "A token with the scope vendor needs a vendor.",
        hint: "Name the vendor, or leave the scope out.")
      throw .rejected([FieldError("/vendor", flaw)])
    }
    let secret = randomBytes(TokenText.secretBytes)
    guard let id = AccessTokenID(Hexadecimal.text(randomBytes(AccessTokenID.bytes))),
      secret.count == TokenText.secretBytes
    else { throw .bug("the source of random bytes returned a wrong count") }
    let text = TokenText(id: id, secret: secret)
    let createdAt = now()
    let token = AccessToken(
      id: id, name: name, scopes: scopes, secretDigest: secretDigest.digest(Array(text.text.utf8)),
      createdAt: createdAt,
      expiresAt: lifetime.map {
        Timestamp(clamping: createdAt.microseconds + $0.components.seconds * 1_000_000)
      }, vendorID: vendorID)
    try await repository.add(token)
    return CreatedToken(text: text.text, token: token)
  }
}

/// A new token, with its text, which is shown once.
package struct CreatedToken: Sendable {
  /// Only for the person who created it. It must not be logged or stored.
  package let text: String
  package let token: AccessToken
}

/// Authenticates a request by its token.
package struct AuthenticateToken: Sendable {
  /// Bytes; our own tokens have 64. Bounds the work for unauthenticated clients.
  package static let bytesMax = 512
  private let repository: any AccessTokenRepository
  private let secretDigest: any SecretDigest
  private let bootstrapDigest: [UInt8]?
  private let failures: FailedSecrets
  private let now: WallClock

  /// - Parameter bootstrapDigest: the digest of a token that is valid without a row in the store
  ///   and has the scope `admin`, for setting up a new server; nil for none.
  package init(
    repository: any AccessTokenRepository, secretDigest: any SecretDigest,
    bootstrapDigest: [UInt8]?, failures: FailedSecrets, now: @escaping WallClock
  ) {
    self.repository = repository
    self.secretDigest = secretDigest
    self.bootstrapDigest = bootstrapDigest
    self.failures = failures
    self.now = now
  }

  /// - Throws: `unauthenticated` for any wrong token: the answer must not reveal which ids exist.
  ///   `tooManyFailures` after too many of them.
  package func callAsFunction(
    _ text: String, from network: ClientNetwork
  ) async throws(Failure) -> Principal {
    let shown = TokenText(text)
    let attempt = SecretAttempt(shown.map { .token($0.id) }, from: network)
    try failures.admit(attempt)
    guard let principal = try await principal(text, shown, attempt) else {
      try failures.note(attempt)
      throw .unauthenticated
    }
    return principal
  }

  /// Nil for a wrong token.
  private func principal(
    _ text: String, _ shown: TokenText?, _ attempt: SecretAttempt
  ) async throws(Failure) -> Principal? {
    guard !text.isEmpty, text.utf8.count <= Self.bytesMax else { return nil }
    let digest = secretDigest.digest(Array(text.utf8))
    if let bootstrapDigest, secretDigest.areEqual(digest, bootstrapDigest) {
      return Principal(id: "bootstrap", name: "bootstrap", scopes: [.admin])
    }
    guard let shown, let token = try await repository.find(shown.id) else { return nil }
    // Others may have been wrong meanwhile.
    try failures.admit(attempt)
    guard secretDigest.areEqual(digest, token.secretDigest), token.isValid(at: now()) else {
      return nil
    }
    return Principal(
      id: token.id.text, name: token.name.text, scopes: token.scopes, vendorID: token.vendorID,
      expiresAt: token.expiresAt)
  }
}

/// The authenticated sender of a request, with its permissions.
package struct Principal: Sendable, Hashable {
  /// The id of a token, or `bootstrap`; may be logged.
  package let id: String
  /// Of the token's owner.
  package let name: String
  /// The permissions of the token; its name permits nothing.
  package let scopes: Set<Scope>
  /// The vendor that the token acts for; nil for none.
  package let vendorID: Int64?
  /// When the token expires; nil for never.
  package let expiresAt: Timestamp?

  package init(
    id: String, name: String, scopes: Set<Scope>, vendorID: Int64? = nil,
    expiresAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.vendorID = vendorID
    self.expiresAt = expiresAt
  }

  package var author: Author { Author(.token, id: id, name: name, keyOwner: "token:\(id)") }

  /// Administrators may all that merchandisers may.
  package func may(_ scope: Scope) -> Bool {
    scopes.contains(scope) || scope == .merchandise && scopes.contains(.admin)
  }

  /// - Throws: `forbidden` without this scope.
  package func require(_ scope: Scope) throws(Failure) {
    guard may(scope) else {
      throw .forbidden(requires: scope)
    }
  }
}

package struct RevokeToken: Sendable {
  private let repository: any AccessTokenRepository
  private let now: WallClock

  package init(repository: any AccessTokenRepository, now: @escaping WallClock) {
    self.repository = repository
    self.now = now
  }

  /// - Returns: the token after the change; one that was revoked before keeps that time.
  /// - Throws: `notFound`.
  @discardableResult
  package func callAsFunction(_ id: AccessTokenID) async throws(Failure) -> AccessToken {
    guard let token = try await repository.revoke(id, at: now()) else {
      throw .notFound(.token(id.text))
    }
    return token
  }
}

/// The text of a token: `moa_<16 hexadecimal digits>_<43 of base64url>`.
///
/// The first part finds the row, the second is the secret. The prefix lets scanners find tokens
/// that were published by accident.
package struct TokenText: Sendable, Hashable {
  package static let prefix = "moa_"
  /// 256 bits.
  package static let secretBytes = 32
  /// The public part.
  package let id: AccessTokenID
  /// The whole text with the secret.
  package let text: String

  /// Nil unless the text has this form.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "moa", let id = AccessTokenID(String(parts[1])),
      parts[2].utf8.count == 43, parts[2].utf8.allSatisfy(Base64.urlSafe.contains)
    else { return nil }
    self.id = id
    self.text = text
  }

  init(id: AccessTokenID, secret: [UInt8]) {
    self.id = id
    self.text = "\(Self.prefix)\(id)_\(Base64.urlSafe.text(secret))"
  }
}
