/// The part of a URL that names a host and perhaps a port; credentials are never allowed.
///
/// Source: RFC 3986 §3.2, without `userinfo` and without percent-encoded names, which resolvers
/// read differently.
enum Authority {
  /// 255 bytes of a host name (RFC 1035 §3.1) and a port.
  static let bytesMax = 261

  static func isValid(_ text: Substring) -> Bool { isValid(text.utf8) }

  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    guard (1...bytesMax).contains(bytes.count) else { return false }
    if bytes.first == UInt8(ascii: "[") { return isBracketed(bytes) }
    let host = bytes.prefix { $0 != UInt8(ascii: ":") }
    return !host.isEmpty && host.allSatisfy(isHostByte)
      && isPortSuffix(bytes.dropFirst(host.count))
  }

  /// `[2001:db8::1]:8080`. The address itself is checked when connecting; here it must only not
  /// hold anything that ends the authority.
  private static func isBracketed(_ bytes: some Collection<UInt8>) -> Bool {
    guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let address = bytes[bytes.index(after: bytes.startIndex)..<close]
    return !address.isEmpty && address.contains(UInt8(ascii: ":"))
      && address.allSatisfy { $0.isASCIIHexDigit || $0 == 0x3A || $0 == 0x2E }
      && isPortSuffix(bytes[bytes.index(after: close)...])
  }

  private static func isPortSuffix(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: ":") else { return bytes.isEmpty }
    let digits = bytes.dropFirst()
    guard (1...5).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return false }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } <= 65_535
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == 0x2D || byte == 0x2E || byte == 0x5F
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  var isASCIIHexDigit: Bool { isASCIIDigit || (0x61...0x66).contains(self | 0x20) }

  var isASCIIAlphanumeric: Bool { isASCIIDigit || (0x61...0x7A).contains(self | 0x20) }
}
