/// A token as the store keeps it: a digest of the secret, never the secret itself.
package struct AccessToken: Sendable, Hashable {
  /// The length of a list of tokens: more than can be managed by hand.
  package static let listedMax = 1_000
  package let id: AccessTokenID
  /// Name of the token's owner.
  package let name: Title
  package let scopes: Set<Scope>
  /// The vendor that the token acts for, by the store's id; nil unless the scope is `vendor`.
  package let vendorID: Int64?
  /// SHA-256 of the token's whole text, 32 bytes. A plain digest is enough, because the secret has
  /// 256 random bits and cannot be guessed.
  package let secretDigest: [UInt8]
  package let createdAt: Timestamp
  /// Nil while it is valid.
  package let revokedAt: Timestamp?
  /// The first instant at which it is no longer valid; nil for never.
  package let expiresAt: Timestamp?

  package init(
    id: AccessTokenID, name: Title, scopes: Set<Scope>, secretDigest: [UInt8],
    createdAt: Timestamp, revokedAt: Timestamp? = nil, expiresAt: Timestamp? = nil,
    vendorID: Int64? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.secretDigest = secretDigest
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.expiresAt = expiresAt
    self.vendorID = vendorID
  }

  package func isValid(at instant: Timestamp) -> Bool {
    revokedAt == nil && expiresAt.map { instant < $0 } ?? true
  }
}

/// The public part of a token: 16 lower-case hexadecimal digits. It finds the row; it proves
/// nothing.
package struct AccessTokenID: Sendable, Hashable, CustomStringConvertible {
  package static let bytes = 8
  package let text: String

  /// Nil unless it is 16 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 2 * Self.bytes,
      text.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  package var description: String { text }
}

/// A permission of a token.
package enum Scope: String, Sendable, Hashable, CaseIterable {
  /// Everything under `/admin`.
  case admin
  /// Lists, products, pictures and history under `/admin`: all that arranging a shop takes.
  case merchandise
  /// A vendor's own products.
  case vendor
}
