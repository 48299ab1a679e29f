internal import HTTP

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ClientAddress {
  /// The address that the system gave with a connection; anything but IP counts as a Unix socket.
  init(_ storage: sockaddr_storage) {
    self = withUnsafeBytes(of: storage) { raw in
      switch Int32(storage.ss_family) {
      case AF_INET:
        ClientAddress(
          ipv4: UInt32(bigEndian: raw.load(as: sockaddr_in.self).sin_addr.s_addr))
      case AF_INET6:
        // The address begins at the eighth byte of sockaddr_in6.
        ClientAddress(
          ipv6: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
          UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
      default: .unix
      }
    }
  }
}
