/// The part of a URL that names a host and perhaps a port; credentials are never allowed.
///
/// Source: RFC 3986 §3.2, without `userinfo` and without percent-encoded names, which resolvers
/// read differently.
enum Authority {
  /// 255 octets of a host name (RFC 1035 §3.1) and a port.
  static let octetsMax = 261

  static func isValid(_ text: Substring) -> Bool { isValid(text.utf8) }

  static func isValid(_ octets: some Collection<UInt8>) -> Bool {
    guard (1...octetsMax).contains(octets.count) else { return false }
    if octets.first == UInt8(ascii: "[") { return isBracketed(octets) }
    let host = octets.prefix { $0 != UInt8(ascii: ":") }
    return !host.isEmpty && host.allSatisfy(isHostOctet)
      && isPortSuffix(octets.dropFirst(host.count))
  }

  /// `[2001:db8::1]:8080`. The address itself is left to whoever connects: here it only must not
  /// hold anything that ends the authority.
  private static func isBracketed(_ octets: some Collection<UInt8>) -> Bool {
    guard let close = octets.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let address = octets[octets.index(after: octets.startIndex)..<close]
    return !address.isEmpty && address.contains(UInt8(ascii: ":"))
      && address.allSatisfy { $0.isASCIIHexDigit || $0 == 0x3A || $0 == 0x2E }
      && isPortSuffix(octets[octets.index(after: close)...])
  }

  private static func isPortSuffix(_ octets: some Collection<UInt8>) -> Bool {
    guard octets.first == UInt8(ascii: ":") else { return octets.isEmpty }
    let digits = octets.dropFirst()
    guard (1...5).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return false }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } <= 65_535
  }

  private static func isHostOctet(_ octet: UInt8) -> Bool {
    octet.isASCIIAlphanumeric || octet == 0x2D || octet == 0x2E || octet == 0x5F
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  var isASCIIHexDigit: Bool { isASCIIDigit || (0x61...0x66).contains(self | 0x20) }

  var isASCIIAlphanumeric: Bool { isASCIIDigit || (0x61...0x7A).contains(self | 0x20) }
}
