import TLSPeer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a case is sent over. All calls block, so they belong on a thread of their own.
protocol Wire: AnyObject {
  func send(_ bytes: [UInt8])
  func endWriting()
  func receive() -> Received
}

/// What a read brought.
enum Received: Equatable {
  case bytes([UInt8])
  case end
  /// The connection was reset.
  case broken
  /// Nothing within the time that a client waits.
  case nothing
}

/// A connection to a port of this machine, or to a Unix-domain socket.
final class PlainWire: Wire {
  private let descriptor: Int32

  init(port: Int, seconds: Double = 10) {
    descriptor = Self.makeSocket(AF_INET)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    set(SOL_SOCKET, SO_RCVTIMEO, Self.wait(seconds))
    set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    connect(to: address)
  }

  init(path: String, seconds: Double = 10) {
    descriptor = Self.makeSocket(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    set(SOL_SOCKET, SO_RCVTIMEO, Self.wait(seconds))
    connect(to: address)
  }

  private static func makeSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(family, SOCK_STREAM, 0)
    #endif
  }

  private static func wait(_ seconds: Double) -> timeval {
    let whole = Int(seconds)
    return timeval(tv_sec: whole, tv_usec: .init((seconds - Double(whole)) * 1_000_000))
  }

  private func set<Value>(_ level: Int32, _ name: Int32, _ value: Value) {
    withUnsafePointer(to: value) {
      _ = setsockopt(descriptor, level, name, $0, socklen_t(MemoryLayout<Value>.size))
    }
  }

  private func connect<Address>(to address: Address) {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = systemConnect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  deinit { close(descriptor) }

  /// A peer that has refused already may have closed: then the rest goes nowhere.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { systemSend(descriptor, $0) }
      guard count > 0 else { return }
      sent += count
    }
  }

  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  func receive() -> Received {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count <= 0 else { return .bytes(Array(buffer[..<count])) }
    guard count < 0 else { return .end }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .broken
  }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Glibc)
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #endif
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(descriptor, address, size) }

/// A TLS session with a port of this machine.
final class TLSWire: Wire {
  private let client: TLSClient

  init(port: Int) { client = TLSClient.connectNow(port: port) }

  func send(_ bytes: [UInt8]) { client.send(bytes) }

  func endWriting() { client.endWriting() }

  func receive() -> Received {
    do throws(TLSClient.TimedOut) {
      if let bytes = try client.receiveNow() { return .bytes(bytes) }
      // Without close_notify an answer may have been cut off.
      return client.endedCleanly ? .end : .broken
    } catch {
      return .nothing
    }
  }
}
