#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum SocketPeek {
  /// Whether bytes, the end of the stream or an error wait on a socket. Takes nothing.
  ///
  /// Readiness is reported when it begins, and libpq does not say whether it read everything:
  /// this tells.
  static func hasInput(_ descriptor: Int32) -> Bool {
    let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
    var byte: UInt8 = 0
    while true {
      let count = recv(descriptor, &byte, 1, flags)
      guard count < 0 else { return true }
      if errno == EINTR { continue }
      return errno != EAGAIN && errno != EWOULDBLOCK
    }
  }
}
