/// How proxies name the other end of a connection: an address, perhaps with a port.
///
/// Source: RFC 7239 §6.
enum ForwardedNode {
  /// The address of `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]` or `[2001:db8::1]:4711`; without
  /// brackets too where `bareIPv6` allows it, as X-Forwarded-For has it.
  ///
  /// Nil for `unknown`, `_hidden`, and whatever is no address: to us they tell the same.
  static func address(
    _ octets: UnsafeRawBufferPointer, bareIPv6: Bool = false
  ) -> ClientAddress? {
    if octets.first == Octet.leftBracket {
      guard let end = octets.firstIndex(of: Octet.rightBracket),
        isPort(octets.slice(end + 1, octets.count))
      else { return nil }
      return ClientAddress.readIPv6(octets.slice(1, end))
    }
    guard let colon = octets.firstIndex(of: Octet.colon) else {
      return ClientAddress.readIPv4(octets)
    }
    let rest = octets.slice(colon, octets.count)
    if bareIPv6, rest.dropFirst().contains(Octet.colon) { return ClientAddress.readIPv6(octets) }
    return isPort(rest) ? ClientAddress.readIPv4(octets.slice(0, colon)) : nil
  }

  /// Nothing, a colon and a port number, or a colon and an invented name such as `_a.b`.
  private static func isPort(_ octets: UnsafeRawBufferPointer) -> Bool {
    guard let first = octets.first else { return true }
    guard first == Octet.colon, octets.count > 1 else { return false }
    let port = octets.slice(1, octets.count)
    if port[0] == Octet.underscore {
      return port.count > 1 && port.allSatisfy(Octet.isNameOctet)
    }
    return PortRule.accepts(port)
  }
}

extension Octet {
  static let underscore: UInt8 = 0x5F

  /// Letters, digits, `.`, `_` and `-`: what identifiers are made of that mean nothing anywhere.
  static func isNameOctet(_ octet: UInt8) -> Bool {
    isDigit(octet) || lowercased(octet) &- 0x61 < 26 || octet == dot || octet == underscore
      || octet == hyphen
  }
}
