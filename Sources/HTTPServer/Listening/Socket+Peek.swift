#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Socket {
  /// Like `read`, but leaves the bytes where they are.
  static func peek(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Read {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_PEEK))
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
    }
  }
}
