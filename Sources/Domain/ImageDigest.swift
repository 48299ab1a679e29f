/// The SHA-256 of an image's octets: its identity, and the unguessable part of its URL.
///
/// Kept as numbers: every cell of every list has one, and an array or a text would be memory of
/// its own each time.
package struct ImageDigest: TextSource, Hashable {
  private let first: SixteenOctets
  private let second: SixteenOctets

  /// Nil unless it is 64 lower-case hexadecimal digits: one spelling, so that caches keep one copy.
  package init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      let octets = Hexadecimal.octets(hex)
    else { return nil }
    self.init(octets: octets)
  }

  /// Nil unless there are 32 octets.
  package init?(octets: [UInt8]) {
    guard let digest = octets.withUnsafeBytes({ ImageDigest(octets: $0) }) else { return nil }
    self = digest
  }

  /// Nil unless there are 32 octets.
  package init?(octets: UnsafeRawBufferPointer) {
    guard octets.count == 32, let first = SixteenOctets(.init(rebasing: octets[..<16])),
      let second = SixteenOctets(.init(rebasing: octets[16...]))
    else { return nil }
    self.first = first
    self.second = second
  }

  /// The 32 octets.
  package var octets: [UInt8] { first.octets + second.octets }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { text }

  static let hexOctets = 64

  package var octetsMax: Int { Self.hexOctets }

  package func write(to writer: inout TextWriter) {
    writer.put(hexadecimal: first.high)
    writer.put(hexadecimal: first.low)
    writer.put(hexadecimal: second.high)
    writer.put(hexadecimal: second.low)
  }
}
