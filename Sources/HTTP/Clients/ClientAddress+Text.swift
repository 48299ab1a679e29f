/// Addresses as written in configurations and in the fields of proxies.
///
/// One grammar, the strict one: a second way to write an address is a way to write one that the
/// proxy in front has read differently. So no octal or shortened IPv4, and no zone identifiers,
/// which mean something on one machine only.
/// Source: RFC 4291 §2.2; RFC 3986 §3.2.2.
extension ClientAddress {
  /// Reads `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`; nil for anything else.
  public init?(_ text: String) {
    guard let address = text.withBytes(Self.read) else { return nil }
    self = address
  }

  static func read(_ bytes: UnsafeRawBufferPointer) -> ClientAddress? {
    bytes.contains(Octet.colon) ? readIPv6(bytes) : readIPv4(bytes)
  }

  static func readIPv4(_ bytes: UnsafeRawBufferPointer) -> ClientAddress? {
    ipv4Bits(bytes).map { ClientAddress(ipv4: $0) }
  }

  /// Four decimal numbers up to 255 without leading zeros, which some read as octal.
  private static func ipv4Bits(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
    var bits: UInt32 = 0
    var number: UInt32 = 0
    var (digits, dots) = (0, 0)
    for byte in bytes {
      if byte == Octet.dot {
        guard digits > 0, dots < 3 else { return nil }
        bits = bits << 8 | number
        dots += 1
        (number, digits) = (0, 0)
      } else {
        guard Octet.isDigit(byte), digits == 0 || number > 0 else { return nil }
        number = number * 10 + UInt32(byte - Octet.zero)
        digits += 1
        guard number <= 255 else { return nil }
      }
    }
    return digits > 0 && dots == 3 ? bits << 8 | number : nil
  }

  /// Eight groups of one to four hexadecimal digits, the last two perhaps as IPv4, and at most one
  /// `::` in place of one or more of them.
  static func readIPv6(_ bytes: UnsafeRawBufferPointer) -> ClientAddress? {
    var groups = Groups()
    var at = 0
    if bytes.first == Octet.colon {
      guard bytes.count > 1, bytes[1] == Octet.colon else { return nil }
      groups.gap = 0
      at = 2
    }
    while at < bytes.count {
      guard let end = groups.readGroup(bytes, from: at) else { return nil }
      guard end < bytes.count else { break }
      // A colon, and something behind it.
      guard bytes[end] == Octet.colon, end + 1 < bytes.count else { return nil }
      at = end + 1
      guard bytes[at] == Octet.colon else { continue }
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
    /// How many groups are before the `::`.
    var gap: Int?

    /// Reads one group, or an IPv4 address in place of the last two, and says where it ends.
    mutating func readGroup(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
      var at = start
      var value: UInt16 = 0
      while at < bytes.count, at - start < 4, let digit = Octet.hexValue(bytes[at]) {
        value = value << 4 | UInt16(digit)
        at += 1
      }
      guard at > start else { return nil }
      if at < bytes.count, bytes[at] == Octet.dot {
        guard count <= 6, let bits = ClientAddress.ipv4Bits(bytes.slice(start, bytes.count))
        else { return nil }
        append(UInt16(truncatingIfNeeded: bits >> 16))
        append(UInt16(truncatingIfNeeded: bits))
        return bytes.count
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
