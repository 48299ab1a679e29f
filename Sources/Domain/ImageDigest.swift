/// The SHA-256 of an image's octets: its identity, and the unguessable part of its URL.
package struct ImageDigest: Sendable, Hashable, CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  package let hex: String

  /// Nil unless it is 64 lower-case hexadecimal digits: one spelling, so that caches keep one copy.
  package init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) })
    else { return nil }
    self.hex = hex
  }

  /// Nil unless there are 32 octets.
  package init?(octets: [UInt8]) {
    guard octets.count == 32 else { return nil }
    self.hex = Hexadecimal.text(octets)
  }

  /// The 32 octets.
  package var octets: [UInt8] { Hexadecimal.octets(hex) ?? [] }

  package var description: String { hex }
}
