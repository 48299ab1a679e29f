internal import HTTP

#if os(Linux)
  internal import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls on sockets, each without blocking.
enum Socket {
  enum Read: Equatable {
    case bytes(Int)
    case end
    case wouldBlock
    case failed
  }

  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Read {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
    }
  }

  /// Returns how many bytes the system took (0 when it would block), or nil when the peer is gone.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
    while true {
      #if os(Linux)
        let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      #else
        let count = send(descriptor, bytes.baseAddress, bytes.count, 0)
      #endif
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }
  }

  enum Accept {
    case accepted(Int32, ClientAddress)
    case none
    /// No descriptor or no memory is left.
    case exhausted
  }

  /// Accepts one connection, ready for use: non-blocking, closed on exec, without Nagle's delay.
  static func accept(_ listener: Int32, isTCP: Bool) -> Accept {
    while true {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          acceptNonBlocking(listener, $0, &length)
        }
      }
      if descriptor >= 0 {
        if isTCP { set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1) }
        return .accepted(descriptor, ClientAddress(storage))
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .none
      }
    }
  }

  private static func acceptNonBlocking(
    _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> Int32 {
    #if os(Linux)
      return moa_accept4(listener, address, &length)
    #else
      let descriptor = Darwin.accept(listener, address, &length)
      if descriptor >= 0 {
        makeNonBlocking(descriptor)
        set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
      }
      return descriptor
    #endif
  }

  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Lets the system take no more of an answer than it can soon send, on all connections that this
  /// listener will accept.
  ///
  /// By itself it takes up to 4 MB for each, and two thousand readers that hardly read use up what
  /// TCP may have at all (`tcp_mem`): then no client gets an answer. The rate of a connection is
  /// not limited by it, because bytes on their way do not count. 320 KiB hold our largest images
  /// whole.
  static func limitUnsent(ofThoseFrom listener: Int32) {
    set(listener, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 320 * 1024)
  }

  /// Bytes that the system has taken but the peer has not acknowledged; nil when unknown.
  static func unacknowledged(_ descriptor: Int32) -> Int? {
    #if os(Linux)
      let count = moa_unacknowledged(descriptor)
      return count >= 0 ? Int(count) : nil
    #else
      var count: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : nil
    #endif
  }

  /// Lets the next close reset the connection.
  static func resetOnClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Tells the peer that nothing more will come; it can still be read.
  static func endWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }
}

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
