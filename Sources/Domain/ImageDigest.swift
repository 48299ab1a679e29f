import Text

/// The SHA-256 of an image's bytes: its identity, and the unguessable part of its URL.
package struct ImageDigest: Sendable, Hashable, CustomStringConvertible {
  private let first: SixteenOctets
  private let second: SixteenOctets

  /// Nil unless it is 64 lower-case hexadecimal digits: one spelling, so that one image has one URL.
  package init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      let octets = Hexadecimal.bytes(hex)
    else { return nil }
    self.init(octets: octets)
  }

  /// Nil unless there are 32 bytes.
  package init?(octets: some Collection<UInt8>) {
    guard octets.count == 32, let first = SixteenOctets(octets.prefix(16)),
      let second = SixteenOctets(octets.dropFirst(16))
    else { return nil }
    self.first = first
    self.second = second
  }

  /// The 32 bytes.
  package var octets: [UInt8] { first.octets + second.octets }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { Hexadecimal.text(octets) }

  package var description: String { hex }
}
