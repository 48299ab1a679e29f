/// Octets written in the alphabet that needs no escaping in URLs, header fields and file names.
///
/// Written without padding: the length of a token is known, and `=` would need escaping again.
/// Source: RFC 4648 §5.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns the text without padding: 43 characters for 32 octets.
  package static func encode(_ octets: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var pending: UInt32 = 0
    var bits: UInt32 = 0
    for octet in octets {
      pending = pending << 8 | UInt32(octet)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(pending >> bits & 63)])
      }
      // Only the bits not yet written are kept, so the shift above can never overflow.
      pending &= (1 << bits) - 1
    }
    if bits > 0 { text.append(alphabet[Int(pending << (6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the octets, or nil when `text` has a foreign character or does not end canonically.
  ///
  /// Left-over bits must be zero, so that each secret has exactly one text.
  package static func decode(_ text: String) -> [UInt8]? {
    var octets: [UInt8] = []
    var pending: UInt32 = 0
    var bits: UInt32 = 0
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      pending = pending << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      octets.append(UInt8(truncatingIfNeeded: pending >> bits))
      pending &= (1 << bits) - 1
    }
    return bits < 6 && pending == 0 ? octets : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
