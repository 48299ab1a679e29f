/// A token that somebody was given, as the store knows it: never its secret, only a digest.
package struct AccessToken: Sendable, Hashable {
  package let id: AccessTokenID
  /// Whom or what it was made for.
  package let name: Title
  package let scopes: Set<Scope>
  /// The vendor it speaks for, by the store's id; nil for nobody. Only the scope `vendor` uses it.
  package let vendorID: Int64?
  /// SHA-256 of the whole text of the token, 32 bytes. A plain digest is enough, because the
  /// secret has 256 random bits: there is nothing to guess.
  package let secretDigest: [UInt8]
  package let createdAt: Timestamp
  /// Nil while it is valid.
  package let revokedAt: Timestamp?

  package init(
    id: AccessTokenID, name: Title, scopes: Set<Scope>, secretDigest: [UInt8],
    createdAt: Timestamp, revokedAt: Timestamp? = nil, vendorID: Int64? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.secretDigest = secretDigest
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.vendorID = vendorID
  }
}
