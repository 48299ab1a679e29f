#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a case is sent over. All calls block, so they belong on a thread of their own.
protocol Wire: AnyObject {
  func send(_ octets: [UInt8])
  func endWriting()
  func receive() -> Received
}

/// What a read brought.
enum Received: Equatable {
  case octets([UInt8])
  case end
  /// The connection was reset.
  case broken
  /// Nothing within the time that a client waits.
  case nothing
}

/// A TCP connection to a port of this machine.
final class PlainWire: Wire {
  let descriptor: Int32

  init(port: Int, seconds: Double = 10) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let whole = Int(seconds)
    var wait = timeval(tv_sec: whole, tv_usec: .init((seconds - Double(whole)) * 1_000_000))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { close(descriptor) }

  /// A peer that has refused already may have closed: then the rest goes nowhere.
  func send(_ octets: [UInt8]) {
    var sent = 0
    while sent < octets.count {
      let count = octets[sent...].withUnsafeBytes { systemSend(descriptor, $0) }
      guard count > 0 else { return }
      sent += count
    }
  }

  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  func receive() -> Received {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count <= 0 else { return .octets(Array(buffer[..<count])) }
    guard count < 0 else { return .end }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .broken
  }
}

private func systemSend(_ descriptor: Int32, _ octets: UnsafeRawBufferPointer) -> Int {
  #if canImport(Glibc)
    send(descriptor, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
  #else
    send(descriptor, octets.baseAddress, octets.count, 0)
  #endif
}
