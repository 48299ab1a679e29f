#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One POST to a collector: its own connection, and one deadline for everything. It blocks its
/// thread.
struct CollectorCall {
  private let collector: Collector
  private let deadline: ContinuousClock.Instant
  /// Bytes of an answer that are read.
  private static let answerBytesMax = 64 * 1024

  /// Why there was no answer.
  struct Trouble: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// - Parameter what: the call that failed with `errno`.
    static func system(_ what: String) -> Trouble {
      Trouble("\(what): \(String(cString: strerror(errno)))")
    }
  }

  init(to collector: Collector, by deadline: ContinuousClock.Instant) {
    self.collector = collector
    self.deadline = deadline
  }

  /// Sends a body of JSON.
  func post(_ body: [UInt8]) -> CollectorAnswer {
    do throws(Trouble) {
      let descriptor = try connected()
      defer { close(descriptor) }
      let head = """
        POST \(collector.path) HTTP/1.1\r
        Host: \(collector.authority)\r
        User-Agent: moa\r
        Content-Type: application/json\r
        Content-Length: \(body.count)\r
        Connection: close\r
        \r

        """
      try send(Array(head.utf8) + body, to: descriptor)
      return CollectorAnswer(try received(from: descriptor))
    } catch {
      return .later(error.reason, seconds: nil)
    }
  }

  // MARK: Connecting

  private func connected() throws(Trouble) -> Int32 {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Self.streamType
    hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(collector.host, collector.port, &hints, &found)
    guard code == 0 else { throw Trouble("no such host: \(String(cString: gai_strerror(code)))") }
    defer { freeaddrinfo(found) }
    var trouble = Trouble("no such host")
    var next = found
    while let address = next?.pointee {
      do throws(Trouble) { return try connected(to: address) } catch { trouble = error }
      next = address.ai_next
    }
    throw trouble
  }

  private func connected(to address: addrinfo) throws(Trouble) -> Int32 {
    let descriptor = socket(address.ai_family, Self.streamType, 0)
    guard descriptor >= 0 else { throw .system("cannot make a socket") }
    var isConnected = false
    defer { if !isConnected { close(descriptor) } }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    if connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
      guard errno == EINPROGRESS else { throw .system("cannot connect") }
      try wait(for: POLLOUT, of: descriptor)
      var failure: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
      errno = failure
      guard failure == 0 else { throw .system("cannot connect") }
    }
    isConnected = true
    return descriptor
  }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #else
    private static let streamType = SOCK_STREAM
    private static let sendFlags: Int32 = 0
  #endif

  // MARK: Bytes

  private func send(_ bytes: [UInt8], to descriptor: Int32) throws(Trouble) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        systemSend(descriptor, $0.baseAddress, $0.count, Self.sendFlags)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, of: descriptor)
      } else if errno != EINTR {
        throw .system("cannot send")
      }
    }
  }

  /// Until the answer is complete, or the collector closes, as we asked it to.
  private func received(from descriptor: Int32) throws(Trouble) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < Self.answerBytesMax {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes += piece.prefix(count)
        if CollectorAnswer.isWhole(bytes) { break }
      } else if count == 0 {
        break
      } else if errno == EAGAIN {
        try wait(for: POLLIN, of: descriptor)
      } else if errno != EINTR {
        throw .system("no answer")
      }
    }
    return bytes
  }

  private func wait(for events: Int32, of descriptor: Int32) throws(Trouble) {
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { throw Trouble("it takes too long") }
      var readiness = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&readiness, 1, Int32(min(left.rounded(.up), 60_000)))
      if count > 0 { return }
      guard count == 0 || errno == EINTR else { throw .system("cannot wait") }
    }
  }
}

/// send(2), named apart from the call's own method.
private func systemSend(
  _ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(descriptor, start, count, flags)
}
