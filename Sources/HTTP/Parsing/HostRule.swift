/// Decides which hosts are allowed in Host, and before the path of an absolute-form target.
///
/// `uri-host [ ":" port ]`, where the host is not empty and the port at most 65535. Addresses in
/// brackets are checked in full, because a proxy may read a broken one as another host; zone
/// identifiers, which mean nothing outside the client's machine, are refused.
/// Source: RFC 9110 §7.2; RFC 3986 §3.2.2.
enum HostRule {
  static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !bytes.isEmpty else { return false }
    return bytes[0] == Octet.leftBracket ? acceptsAddress(bytes) : acceptsName(bytes)
  }

  private static func acceptsName(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while at < bytes.count, bytes[at] != Octet.colon {
      if bytes[at] == Octet.percent {
        guard bytes.count - at > 2, Octet.hexValue(bytes[at + 1]) != nil,
          Octet.hexValue(bytes[at + 2]) != nil
        else { return false }
        at += 3
      } else {
        guard Octet.isRegisteredName(bytes[at]) else { return false }
        at += 1
      }
    }
    return at > 0 && acceptsPort(bytes.slice(at, bytes.count))
  }

  private static func acceptsAddress(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let end = bytes.firstIndex(of: Octet.rightBracket) else { return false }
    let address = bytes.slice(1, end)
    return (ClientAddress.readIPv6(address) != nil || isFutureAddress(address))
      && acceptsPort(bytes.slice(end + 1, bytes.count))
  }

  /// `v`, a version in hexadecimal, a dot, and at least one byte of a name, or a colon.
  private static func isFutureAddress(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first, first | 0x20 == 0x76,
      let dot = bytes.firstIndex(of: Octet.dot)
    else { return false }
    let version = bytes.slice(1, dot)
    let address = bytes.slice(dot + 1, bytes.count)
    return !version.isEmpty && version.allSatisfy { Octet.hexValue($0) != nil }
      && !address.isEmpty
      && address.allSatisfy { Octet.isRegisteredName($0) || $0 == Octet.colon }
  }

  /// Nothing, or a colon and a port; the grammar allows none after the colon.
  private static func acceptsPort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return true }
    guard first == Octet.colon else { return false }
    return bytes.count == 1 || PortRule.accepts(bytes.slice(1, bytes.count))
  }
}

/// Decides whether digits are a port number, in Host, in the fields of proxies and in PROXY
/// headers.
///
/// Source: RFC 3986 §3.2.3; RFC 9293 §3.1 for the width.
enum PortRule {
  /// One to five digits, up to 65535; zeros may lead.
  static func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (1...5).contains(bytes.count), bytes.allSatisfy(Octet.isDigit) else { return false }
    return bytes.reduce(0) { $0 * 10 + Int($1 - Octet.zero) } <= 65_535
  }
}
