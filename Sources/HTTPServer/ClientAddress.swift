#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The peer of a connection, kept in binary and made text only when somebody asks.
public struct ClientAddress: Sendable, Hashable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64
  private let family: Int32

  init(_ storage: sockaddr_storage) {
    var storage = storage
    family = Int32(storage.ss_family)
    (high, low) = withUnsafeBytes(of: &storage) { raw in
      switch Int32(raw.load(as: sockaddr.self).sa_family) {
      case AF_INET:
        (0, UInt64(raw.load(as: sockaddr_in.self).sin_addr.s_addr))
      case AF_INET6:
        (
          raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
          raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        )
      default: (0, 0)
      }
    }
  }

  /// A numeric address, or `unix`.
  public var description: String {
    guard family == AF_INET || family == AF_INET6 else { return "unix" }
    var octets = [UInt8]()
    if family == AF_INET6 { withUnsafeBytes(of: high) { octets += $0 } }
    withUnsafeBytes(of: low) { octets += family == AF_INET ? $0.prefix(4) : $0.prefix(8) }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, octets, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
