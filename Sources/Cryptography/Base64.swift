/// Octets as text, without padding.
///
/// Source: RFC 4648 §4; without padding as in the PHC string format.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ octets: [UInt8]) -> String {
    var digits: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for octet in octets {
      // At most 4 bits are left over from the octet before, so that 12 bits are the most.
      bits = (bits << 8 | UInt32(octet)) & 0xFFF
      count += 8
      while count >= 6 {
        count -= 6
        digits.append(alphabet[Int(bits >> UInt32(count) & 0x3F)])
      }
    }
    if count > 0 { digits.append(alphabet[Int(bits << UInt32(6 - count) & 0x3F)]) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Nil for anything that `text` would not have written: padding, spaces, bits that mean nothing.
  static func octets(_ text: Substring) -> [UInt8]? {
    var octets: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for digit in text.utf8 {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = (bits << 6 | UInt32(value)) & 0xFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      octets.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    // One digit alone makes no octet, and what is left over of the last one has to be zero.
    guard count < 6, bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
    return octets
  }
}
