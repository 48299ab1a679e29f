package import Domain
import Text

/// Makes a new token.
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

  /// - Parameter vendorID: the vendor that it speaks for, by the store's id, which the scope vendor
  ///   needs; nil for none.
  /// - Returns: the text, which is nowhere else and cannot be shown again.
  package func callAsFunction(
    name: Title, scopes: Set<Scope>, vendorID: Int64? = nil
  ) async throws(Failure) -> CreatedToken {
    guard !scopes.isEmpty else {
      let flaw = ValidationError("empty", "A token needs a scope.", hint: "Name admin or vendor.")
      throw .rejected([FieldError("/scopes", flaw)])
    }
    guard vendorID == nil || scopes.contains(.vendor) else {
      let flaw = ValidationError(
        "vendor_without_scope", "A token that speaks for a vendor needs the scope vendor.",
        hint: "Add the scope, or leave the vendor out.")
      throw .rejected([FieldError("/vendor", flaw)])
    }
    guard vendorID != nil || !scopes.contains(.vendor) else {
      let flaw = ValidationError(
        "scope_without_vendor", "A token with the scope vendor speaks for nobody.",
        hint: "Name the vendor, or leave the scope out.")
      throw .rejected([FieldError("/vendor", flaw)])
    }
    let secret = randomBytes(TokenText.secretBytes)
    guard let id = AccessTokenID(Hexadecimal.text(randomBytes(AccessTokenID.bytes))),
      secret.count == TokenText.secretBytes
    else { throw .bug("the source of random bytes gave another count than was asked for") }
    let text = TokenText(id: id, secret: secret)
    let token = AccessToken(
      id: id, name: name, scopes: scopes, secretDigest: secretDigest.digest(Array(text.text.utf8)),
      createdAt: now(), vendorID: vendorID)
    try await repository.add(token)
    return CreatedToken(text: text.text, token: token)
  }
}

/// A token just made, with the text that is shown once.
package struct CreatedToken: Sendable {
  /// For the one who asked. It must not be logged or stored.
  package let text: String
  package let token: AccessToken
}
