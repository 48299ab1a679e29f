import Domain

/// A short text that changes with octets, for entity tags.
///
/// Part of a digest that nobody can steer: with a mere checksum a vendor could word two states of a
/// product so that a page has one tag with both, and whoever had the first would never see the
/// second.
struct ContentTag: Sendable {
  /// Half of SHA-256: two texts with one tag are as hard to find as two with one 128-bit number.
  private static let octetsShown = 16
  /// SHA-256.
  let digest: @Sendable ([UInt8]) -> [UInt8]

  /// 32 hexadecimal digits.
  func text(_ octets: [UInt8]) -> String {
    Hexadecimal.text(Array(digest(octets).prefix(Self.octetsShown)))
  }

  func text(_ text: String) -> String { self.text(Array(text.utf8)) }
}
