/// A numeric network address, kept in binary and converted to text on demand.
///
/// Source: RFC 4291 §2.2; RFC 5952 for the text.
public struct ClientAddress: Sendable, Hashable, CustomStringConvertible {
  /// Which kind of address it is.
  public enum Family: Sendable, Hashable {
    case ipv4
    case ipv6
    /// The peer of a Unix-domain socket, which has no address.
    case unix
  }

  /// Which kind of address it is.
  public let family: Family
  /// The upper 64 bits of an IPv6 address; otherwise 0.
  public let high: UInt64
  /// The lower 64 bits of an IPv6 address, or the 32 bits of an IPv4 one; otherwise 0.
  public let low: UInt64

  private init(_ family: Family, high: UInt64, low: UInt64) {
    self.family = family
    self.high = high
    self.low = low
  }

  /// The peer of a Unix-domain socket.
  public static let unix = ClientAddress(.unix, high: 0, low: 0)

  /// An IPv4 address, its first byte the most significant.
  public init(ipv4 bits: UInt32) { self.init(.ipv4, high: 0, low: UInt64(bits)) }

  /// An IPv6 address. One that maps an IPv4 address (`::ffff:192.0.2.1`) becomes that address, so
  /// that one client has one address whichever way the listener is bound.
  ///
  /// Source: RFC 4291 §2.5.5.2.
  public init(ipv6 high: UInt64, _ low: UInt64) {
    if high == 0, low >> 32 == 0xFFFF {
      self.init(ipv4: UInt32(truncatingIfNeeded: low))
    } else {
      self.init(.ipv6, high: high, low: low)
    }
  }

  /// The part that one host cannot choose, as a number: an IPv4 address, or the 64 bits of the
  /// network in an IPv6 one. Source: RFC 6177 §2.
  package var network: UInt64 { family == .ipv6 ? high : low }

  /// `192.0.2.1`, `2001:db8::1`, or `unix`.
  public var description: String {
    switch family {
    case .unix: "unix"
    case .ipv4: dotted
    case .ipv6: compressed
    }
  }

  /// Written byte by byte: every line of the log has one.
  private var dotted: String {
    String(unsafeUninitializedCapacity: 15) { text in
      var count = 0
      func put(_ byte: UInt8) {
        text[count] = byte
        count += 1
      }
      for place in (0..<4).reversed() {
        let number = UInt8(truncatingIfNeeded: low >> (8 * place))
        if number >= 100 { put(0x30 + number / 100) }
        if number >= 10 { put(0x30 + number / 10 % 10) }
        put(0x30 + number % 10)
        if place > 0 { put(Octet.dot) }
      }
      return count
    }
  }

  /// The longest run of zero groups, of at least two, becomes `::`. Source: RFC 5952 §4.2.
  private var compressed: String {
    let groups = [high, low].flatMap { half in
      (0..<4).reversed().map { half >> (16 * $0) & 0xFFFF }
    }
    var longest = 0..<0
    var start = 0
    while start < groups.count {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
      if end - start > longest.count { longest = start..<end }
      start = max(end, start) + 1
    }
    func text(_ part: some Sequence<UInt64>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard longest.count > 1 else { return text(groups) }
    return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
  }
}
