/// Decides what may stand in Host, and before the path of an absolute-form target.
///
/// `uri-host [ ":" port ]`, where the host is not empty and the port at most 65535. Addresses in
/// brackets are checked in full, because a proxy may read a broken one as another host; zone
/// identifiers, which mean nothing outside the client's machine, are refused.
/// Source: RFC 9110 §7.2; RFC 3986 §3.2.2.
enum HostRule {
  static func accepts(_ octets: UnsafeRawBufferPointer) -> Bool {
    guard !octets.isEmpty else { return false }
    return octets[0] == Octet.leftBracket ? acceptsAddress(octets) : acceptsName(octets)
  }

  private static func acceptsName(_ octets: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while at < octets.count, octets[at] != Octet.colon {
      if octets[at] == Octet.percent {
        guard octets.count - at > 2, Octet.hexValue(octets[at + 1]) != nil,
          Octet.hexValue(octets[at + 2]) != nil
        else { return false }
        at += 3
      } else {
        guard Octet.isRegisteredName(octets[at]) else { return false }
        at += 1
      }
    }
    return at > 0 && acceptsPort(octets.slice(at, octets.count))
  }

  private static func acceptsAddress(_ octets: UnsafeRawBufferPointer) -> Bool {
    guard let end = octets.firstIndex(of: Octet.rightBracket) else { return false }
    let address = octets.slice(1, end)
    return (ClientAddress.readIPv6(address) != nil || isFutureAddress(address))
      && acceptsPort(octets.slice(end + 1, octets.count))
  }

  /// `v`, a version in hexadecimal, a dot, and at least one octet of a name, or a colon.
  private static func isFutureAddress(_ octets: UnsafeRawBufferPointer) -> Bool {
    guard let first = octets.first, first | 0x20 == 0x76,
      let dot = octets.firstIndex(of: Octet.dot)
    else { return false }
    let version = octets.slice(1, dot)
    let address = octets.slice(dot + 1, octets.count)
    return !version.isEmpty && version.allSatisfy { Octet.hexValue($0) != nil }
      && !address.isEmpty
      && address.allSatisfy { Octet.isRegisteredName($0) || $0 == Octet.colon }
  }

  /// Nothing, or a colon and a port; the grammar allows none after the colon.
  private static func acceptsPort(_ octets: UnsafeRawBufferPointer) -> Bool {
    guard let first = octets.first else { return true }
    guard first == Octet.colon else { return false }
    return octets.count == 1 || PortRule.accepts(octets.slice(1, octets.count))
  }
}
