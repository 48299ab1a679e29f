/// A program that may search. Apps of Naver's shopping search identify themselves by it.
package struct SearchClient: Sendable, Hashable {
  package let id: SearchClientID
  /// The app or person that uses it.
  package let name: Title
  /// SHA-256, 32 bytes. The secret itself is never stored.
  package let secretDigest: [UInt8]
  package let createdAt: Timestamp
  /// Nil while it is valid.
  package let revokedAt: Timestamp?

  package init(
    id: SearchClientID, name: Title, secretDigest: [UInt8], createdAt: Timestamp,
    revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.secretDigest = secretDigest
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}

/// The public name of a ``SearchClient``: 20 ASCII letters, digits or underscores, as at Naver. It
/// proves nothing.
package struct SearchClientID: Sendable, Hashable, CustomStringConvertible {
  package static let count = 20
  package let text: String

  /// Nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count == Self.count, text.utf8.allSatisfy(Self.symbols.contains) else {
      return nil
    }
    self.text = text
  }

  /// Nil unless there are ``count`` bytes.
  package init?(random bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    text = String(decoding: bytes.map { Self.symbols[Int($0) % Self.symbols.count] }, as: UTF8.self)
  }

  package var description: String { text }

  private static let symbols = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
}
