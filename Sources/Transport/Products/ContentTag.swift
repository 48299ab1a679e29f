/// A short text that changes with octets, for entity tags; made in about a microsecond for a page.
///
/// Not a digest: whoever tries can find octets with an equal tag, and then sees an old page of their
/// own making.
enum ContentTag {
  /// Odd, with bits of no pattern. Source: the golden ratio's, and those of MurmurHash3's finaliser.
  private static let (first, second): (UInt64, UInt64) = (
    0x9E37_79B9_7F4A_7C15, 0xC4CE_B9FE_1A85_EC53
  )

  /// 16 hexadecimal digits.
  static func text(_ octets: [UInt8]) -> String {
    let tag = octets.withUnsafeBytes { number(of: $0) }
    let digits = String(tag, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  static func text(_ text: String) -> String { self.text(Array(text.utf8)) }

  private static func number(of octets: UnsafeRawBufferPointer) -> UInt64 {
    var tag = UInt64(octets.count) ^ first
    var at = 0
    while octets.count - at >= 8 {
      tag = mixed(
        tag, UInt64(littleEndian: octets.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
      at += 8
    }
    var rest: UInt64 = 0
    for octet in octets[at...] { rest = rest << 8 | UInt64(octet) }
    return mixed(mixed(tag, rest), second)
  }

  private static func mixed(_ tag: UInt64, _ word: UInt64) -> UInt64 {
    let product = (tag ^ word ^ second).multipliedFullWidth(by: first)
    return product.high ^ product.low &+ tag.byteSwapped
  }
}
