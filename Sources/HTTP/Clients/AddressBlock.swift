/// A range of addresses with a common prefix, such as `10.0.0.0/8`, or the peers of Unix-domain
/// sockets.
///
/// Source: RFC 4632 §3.1; RFC 4291 §2.3.
public struct AddressBlock: Sendable, Hashable, CustomStringConvertible {
  /// The first address of the block.
  public let first: ClientAddress
  /// Leading bits that all addresses of the block share: up to 32, or 128.
  public let prefixLength: Int
  private let highMask: UInt64
  private let lowMask: UInt64

  /// The peers of Unix-domain sockets.
  public static let unix = AddressBlock(first: .unix, prefixLength: 0)

  /// This machine, over IPv4 and IPv6.
  public static let loopback = [
    AddressBlock(first: ClientAddress(ipv4: 0x7F00_0000), prefixLength: 8),
    AddressBlock(first: ClientAddress(ipv6: 0, 1), prefixLength: 128),
  ]

  private init(first: ClientAddress, prefixLength: Int) {
    self.first = first
    self.prefixLength = prefixLength
    switch first.family {
    case .unix: (highMask, lowMask) = (0, 0)
    // The prefix of an IPv4 address begins in the middle of the lower half.
    case .ipv4: (highMask, lowMask) = (0, Self.mask(prefixLength) >> 32)
    case .ipv6: (highMask, lowMask) = (Self.mask(prefixLength), Self.mask(prefixLength - 64))
    }
  }

  /// Reads `192.0.2.0/24`, `2001:db8::/32`, an address alone, or `unix`.
  ///
  /// Nil for anything else, and for a block with bits after its prefix: the author of `10.1.2.3/8`
  /// probably meant fewer addresses.
  public init?(_ text: String) {
    guard text != "unix" else {
      self = .unix
      return
    }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = ClientAddress(String(parts[0])) else { return nil }
    let bits = address.family == .ipv4 ? 32 : 128
    // In the text of a mapped address the prefix counts from the 96 bits before the IPv4 address.
    let ignored = bits == 32 && text.contains(":") ? 96 : 0
    var length = bits
    if parts.count > 1 {
      guard let written = Self.decimal(parts[1]), (ignored...bits + ignored).contains(written)
      else { return nil }
      length = written - ignored
    }
    self.init(first: address, prefixLength: length)
    guard address.high & ~highMask == 0, address.low & ~lowMask & Self.width(bits) == 0 else {
      return nil
    }
  }

  /// Whether `address` lies in the block.
  public func contains(_ address: ClientAddress) -> Bool {
    address.family == first.family && address.high & highMask == first.high
      && address.low & lowMask == first.low
  }

  /// `10.0.0.0/8`, `2001:db8::/32` or `unix`.
  public var description: String {
    first.family == .unix ? "unix" : "\(first)/\(prefixLength)"
  }

  /// So many ones from the top; Swift's shifts give 0 or all ones beyond the ends.
  private static func mask(_ ones: Int) -> UInt64 { ones <= 0 ? 0 : ~0 << (64 - min(ones, 64)) }

  private static func width(_ bits: Int) -> UInt64 { bits == 32 ? 0xFFFF_FFFF : .max }

  /// One to three digits, without leading zeros.
  private static func decimal(_ text: Substring) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(Octet.isDigit) else { return nil }
    return text.utf8.count > 1 && text.hasPrefix("0") ? nil : Int(text)
  }
}
