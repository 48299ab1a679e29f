import Text

/// The SHA-256 of an image's bytes: its identity, and the unguessable part of its URL.
package struct ImageDigest: Sendable, Hashable, CustomStringConvertible {
  /// The 32 bytes.
  package let octets: [UInt8]

  /// Nil unless it is 64 lower-case hexadecimal digits: one spelling, so that one image has one URL.
  package init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      let octets = Hexadecimal.bytes(hex)
    else { return nil }
    self.init(octets: octets)
  }

  /// Nil unless there are 32 bytes.
  package init?(octets: [UInt8]) {
    guard octets.count == 32 else { return nil }
    self.octets = octets
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { Hexadecimal.text(octets) }

  package var description: String { hex }
}
