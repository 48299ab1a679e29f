/// How proxies name the other end of a connection: an address, perhaps with a port.
///
/// Source: RFC 7239 §6.
enum ForwardedNode {
  /// The address of `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]` or `[2001:db8::1]:4711`; without
  /// brackets too if `bareIPv6` is true, as in X-Forwarded-For.
  ///
  /// Nil for `unknown`, `_hidden`, and everything else that is not an address.
  static func address(
    _ bytes: UnsafeRawBufferPointer, bareIPv6: Bool = false
  ) -> ClientAddress? {
    if bytes.first == Octet.leftBracket {
      guard let end = bytes.firstIndex(of: Octet.rightBracket),
        isPort(bytes.slice(end + 1, bytes.count))
      else { return nil }
      return ClientAddress.readIPv6(bytes.slice(1, end))
    }
    guard let colon = bytes.firstIndex(of: Octet.colon) else {
      return ClientAddress.readIPv4(bytes)
    }
    let rest = bytes.slice(colon, bytes.count)
    if bareIPv6, rest.dropFirst().contains(Octet.colon) { return ClientAddress.readIPv6(bytes) }
    return isPort(rest) ? ClientAddress.readIPv4(bytes.slice(0, colon)) : nil
  }

  /// Nothing, a colon and a port number, or a colon and an invented name such as `_a.b`.
  private static func isPort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return true }
    guard first == Octet.colon, bytes.count > 1 else { return false }
    let port = bytes.slice(1, bytes.count)
    if port[0] == Octet.underscore {
      return port.count > 1 && port.allSatisfy(Octet.isNameByte)
    }
    return PortRule.accepts(port)
  }
}

extension Octet {
  static let underscore: UInt8 = 0x5F

  /// Letters, digits, `.`, `_` and `-`: what identifiers are made of that mean nothing anywhere.
  static func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || lowercased(byte) &- 0x61 < 26 || byte == dot || byte == underscore
      || byte == hyphen
  }
}
