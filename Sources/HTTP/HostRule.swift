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
    return (isAddress6(address) || isFutureAddress(address))
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

  /// Nothing, or a colon and digits; the grammar allows none after the colon.
  private static func acceptsPort(_ octets: UnsafeRawBufferPointer) -> Bool {
    guard !octets.isEmpty else { return true }
    guard octets[0] == Octet.colon, octets.count <= 6 else { return false }
    var port = 0
    for index in 1..<octets.count {
      guard Octet.isDigit(octets[index]) else { return false }
      port = port * 10 + Int(octets[index] - Octet.zero)
    }
    return port <= 65535
  }

  /// Eight groups of 1 to 4 hexadecimal digits, the last two perhaps as an IPv4 address, and one `::`
  /// in place of one or more of them.
  private static func isAddress6(_ octets: UnsafeRawBufferPointer) -> Bool {
    var groups = 0
    var digits = 0
    var isCompressed = false
    var at = 0
    while at < octets.count {
      if octets[at] == Octet.colon {
        let isDouble = at + 1 < octets.count && octets[at + 1] == Octet.colon
        guard isDouble ? !isCompressed : digits > 0 && at + 1 < octets.count else { return false }
        isCompressed = isCompressed || isDouble
        at += isDouble ? 2 : 1
        digits = 0
      } else if octets[at] == Octet.dot {
        guard digits > 0, isAddress4(octets.slice(at - digits, octets.count)) else { return false }
        groups += 1
        at = octets.count
      } else {
        guard Octet.hexValue(octets[at]) != nil, digits < 4 else { return false }
        groups += digits == 0 ? 1 : 0
        digits += 1
        at += 1
      }
    }
    return isCompressed ? groups < 8 : groups == 8
  }

  /// Four decimal numbers up to 255 without leading zeros.
  private static func isAddress4(_ octets: UnsafeRawBufferPointer) -> Bool {
    let parts = octets.split(separator: Octet.dot, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return false }
    return parts.allSatisfy { part in
      guard (1...3).contains(part.count), part.allSatisfy(Octet.isDigit) else { return false }
      let number = part.reduce(0) { $0 * 10 + Int($1 - Octet.zero) }
      return number <= 255 && (part.count == 1 || part.first != Octet.zero)
    }
  }
}
