import Text

/// The SHA-256 of an image's bytes: its identity, and the unguessable part of its URL.
package struct ImageDigest: Sendable, Hashable, CustomStringConvertible {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Nil unless it is 64 lower-case hexadecimal digits: one spelling, so that one image has one
  /// URL.
  package init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      let bytes = Hexadecimal.bytes(hex)
    else { return nil }
    self.init(bytes: bytes)
  }

  /// Nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { Hexadecimal.text(bytes) }

  package var description: String { hex }
}
