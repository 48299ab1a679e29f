/// Version 2: a signature, four bytes that describe the rest, addresses, and extensions.
///
/// Source: "The PROXY protocol" §2.2.
enum ProxyHeaderBlock {
  private static let signature: StaticString = "\r\n\r\n\0\r\nQUIT\n"
  /// Signature, version and command, family and protocol, and the length of the rest.
  private static let fixedBytes = 16
  /// The extension about the client's TLS (PP2_TYPE_SSL), and its bit for TLS.
  private static let tlsExtension: UInt8 = 0x20
  private static let tlsWasUsed: UInt8 = 0x01

  static func read(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ProxyHeaderError) -> ProxyHeader.Progress {
    guard try bytes.agrees(with: signature) else { return .needMore }
    if bytes.count > 12 {
      guard bytes[12] == 0x20 || bytes[12] == 0x21 else { throw .malformed(at: 12) }
    }
    guard bytes.count >= fixedBytes else { return .needMore }
    let end = fixedBytes + number(bytes, at: 14)
    guard end <= ProxyHeader.bytesMax else { throw .tooLong(limit: ProxyHeader.bytesMax) }
    // The proxy's own connections need no addresses, and whatever is there does not count.
    let isLocal = bytes[12] == 0x20
    let family = isLocal ? Family.none : try Family(bytes[13])
    guard end - fixedBytes >= family.bytes else { throw .malformed(at: 14) }
    guard bytes.count >= end else { return .needMore }
    guard !isLocal else {
      return .complete(ProxyHeader(source: .proxy, isEncrypted: false), consumed: end)
    }
    let isEncrypted =
      try family == .none ? false : tellsTLS(bytes, fixedBytes + family.bytes, end)
    let header = ProxyHeader(source: source(family, bytes), isEncrypted: isEncrypted)
    return .complete(header, consumed: end)
  }

  /// The families over a stream; datagrams cannot carry HTTP/1.1.
  private enum Family {
    case none, ipv4, ipv6, unix

    init(_ byte: UInt8) throws(ProxyHeaderError) {
      switch byte {
      case 0x00: self = .none
      case 0x11: self = .ipv4
      case 0x21: self = .ipv6
      case 0x31: self = .unix
      default: throw .malformed(at: 13)
      }
    }

    /// Two addresses, and two ports where there are any.
    var bytes: Int {
      switch self {
      case .none: 0
      case .ipv4: 12
      case .ipv6: 36
      case .unix: 216
      }
    }
  }

  private static func source(
    _ family: Family, _ bytes: UnsafeRawBufferPointer
  ) -> ProxyHeader.Source {
    func bits(_ start: Int) -> UInt64 {
      bytes.slice(start, start + 8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    return switch family {
    // A Unix-domain socket on the proxy's machine says nothing about its client.
    case .none, .unix: .hiddenClient
    case .ipv4:
      .client(ClientAddress(ipv4: UInt32(truncatingIfNeeded: bits(fixedBytes) >> 32)))
    case .ipv6: .client(ClientAddress(ipv6: bits(fixedBytes), bits(fixedBytes + 8)))
    }
  }

  /// Reads the extensions, which must fill the rest exactly, and returns whether one of them
  /// reports TLS. Source: §2.2.5.
  private static func tellsTLS(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) throws(ProxyHeaderError) -> Bool {
    var at = start
    var isEncrypted = false
    while at < end {
      guard end - at >= 3 else { throw .malformed(at: at) }
      let length = number(bytes, at: at + 1)
      guard length <= end - at - 3 else { throw .malformed(at: at) }
      if bytes[at] == tlsExtension {
        // The client's bits, four bytes about its certificate, and details.
        guard length >= 5 else { throw .malformed(at: at) }
        isEncrypted = bytes[at + 3] & tlsWasUsed != 0
      }
      at += 3 + length
    }
    return isEncrypted
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    Int(bytes[index]) << 8 | Int(bytes[index + 1])
  }
}
