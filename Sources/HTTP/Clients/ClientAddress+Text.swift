/// Addresses as they stand in configurations and in the fields of proxies.
///
/// One grammar, the strict one: a second way to write an address is a way to write one that the
/// proxy in front has read differently. So no octal or shortened IPv4, and no zone identifiers,
/// which mean something on one machine only.
/// Source: RFC 4291 §2.2; RFC 3986 §3.2.2.
extension ClientAddress {
  /// Reads `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`; nil for anything else.
  public init?(_ text: String) {
    guard let address = text.withOctets(Self.read) else { return nil }
    self = address
  }

  static func read(_ octets: UnsafeRawBufferPointer) -> ClientAddress? {
    octets.contains(Octet.colon) ? readIPv6(octets) : readIPv4(octets)
  }

  static func readIPv4(_ octets: UnsafeRawBufferPointer) -> ClientAddress? {
    ipv4Bits(octets).map { ClientAddress(ipv4: $0) }
  }

  /// Four decimal numbers up to 255 without leading zeros, which some read as octal.
  private static func ipv4Bits(_ octets: UnsafeRawBufferPointer) -> UInt32? {
    var bits: UInt32 = 0
    var number: UInt32 = 0
    var (digits, dots) = (0, 0)
    for octet in octets {
      if octet == Octet.dot {
        guard digits > 0, dots < 3 else { return nil }
        bits = bits << 8 | number
        dots += 1
        (number, digits) = (0, 0)
      } else {
        guard Octet.isDigit(octet), digits == 0 || number > 0 else { return nil }
        number = number * 10 + UInt32(octet - Octet.zero)
        digits += 1
        guard number <= 255 else { return nil }
      }
    }
    return digits > 0 && dots == 3 ? bits << 8 | number : nil
  }

  /// Eight groups of one to four hexadecimal digits, the last two perhaps as IPv4, and at most one
  /// `::` in place of one or more of them.
  static func readIPv6(_ octets: UnsafeRawBufferPointer) -> ClientAddress? {
    var groups = Groups()
    var at = 0
    if octets.first == Octet.colon {
      guard octets.count > 1, octets[1] == Octet.colon else { return nil }
      groups.gap = 0
      at = 2
    }
    while at < octets.count {
      guard let end = groups.readGroup(octets, from: at) else { return nil }
      guard end < octets.count else { break }
      // A colon, and something behind it.
      guard octets[end] == Octet.colon, end + 1 < octets.count else { return nil }
      at = end + 1
      guard octets[at] == Octet.colon else { continue }
      guard groups.gap == nil else { return nil }
      groups.gap = groups.count
      at += 1
    }
    return groups.address
  }

  /// The groups of an IPv6 address so far.
  private struct Groups {
    private var values = SIMD8<UInt16>()
    private(set) var count = 0
    /// How many groups stand before the `::`.
    var gap: Int?

    /// Reads one group, or an IPv4 address in place of the last two, and says where it ends.
    mutating func readGroup(_ octets: UnsafeRawBufferPointer, from start: Int) -> Int? {
      var at = start
      var value: UInt16 = 0
      while at < octets.count, at - start < 4, let digit = Octet.hexValue(octets[at]) {
        value = value << 4 | UInt16(digit)
        at += 1
      }
      guard at > start else { return nil }
      if at < octets.count, octets[at] == Octet.dot {
        guard count <= 6, let bits = ClientAddress.ipv4Bits(octets.slice(start, octets.count))
        else { return nil }
        append(UInt16(truncatingIfNeeded: bits >> 16))
        append(UInt16(truncatingIfNeeded: bits))
        return octets.count
      }
      guard count < 8 else { return nil }
      append(value)
      return at
    }

    private mutating func append(_ value: UInt16) {
      values[count] = value
      count += 1
    }

    var address: ClientAddress? {
      guard gap == nil ? count == 8 : count < 8 else { return nil }
      let (before, missing) = (gap ?? 8, 8 - count)
      var halves: (UInt64, UInt64) = (0, 0)
      for index in 0..<8 {
        let inGap = index >= before && index < before + missing
        let group = inGap ? 0 : UInt64(values[index < before ? index : index - missing])
        if index < 4 {
          halves.0 = halves.0 << 16 | group
        } else {
          halves.1 = halves.1 << 16 | group
        }
      }
      return ClientAddress(ipv6: halves.0, halves.1)
    }
  }
}
