/// The bytes and byte classes of the HTTP grammar.
///
/// A class is two 64-bit masks rather than a table: no memory is read and nothing is initialised
/// lazily. Source: RFC 9110 §5.6.2 (token), §5.5 (field value); RFC 3986 §3 (target, reg-name).
enum Octet {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let percent: UInt8 = 0x25
  static let ampersand: UInt8 = 0x26
  static let asterisk: UInt8 = 0x2A
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let hyphen: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let question: UInt8 = 0x3F
  static let leftBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let rightBracket: UInt8 = 0x5D
  static let delete: UInt8 = 0x7F

  @inline(__always)
  private static func isMember(_ byte: UInt8, _ low: UInt64, _ high: UInt64) -> Bool {
    let mask = byte < 64 ? low : high
    return byte < 128 && (mask >> UInt64(byte & 63)) & 1 == 1
  }

  /// `tchar`: letters, digits and `!#$%&'*+-.^_|~` and the grave accent.
  @inline(__always)
  static func isToken(_ byte: UInt8) -> Bool {
    isMember(byte, 0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
  }

  /// 0x21 to 0x7E without `#`: browsers send more than the URI grammar allows, never these others.
  @inline(__always)
  static func isTarget(_ byte: UInt8) -> Bool {
    isMember(byte, 0xFFFF_FFF6_0000_0000, 0x7FFF_FFFF_FFFF_FFFF)
  }

  /// `unreserved` or `sub-delims`.
  @inline(__always)
  static func isRegisteredName(_ byte: UInt8) -> Bool {
    isMember(byte, 0x2BFF_7FD2_0000_0000, 0x47FF_FFFE_87FF_FFFE)
  }

  /// VCHAR, SP, HTAB or obs-text.
  @inline(__always)
  static func isFieldText(_ byte: UInt8) -> Bool {
    byte >= space ? byte != delete : byte == tab
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// The value of a HEXDIG, or nil.
  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- zero }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// A to Z as a to z, all others as they are.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
