internal import EventLoop

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A client that sends exactly the bytes it is told, and gives up after five seconds.
///
/// Waiting happens on a helper thread, never on the threads that run the tests.
final class RawClient: Sendable {
  private let descriptor: Int32
  let isConnected: Bool

  init(port: Int) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    isConnected = Self.connect(descriptor, address)
  }

  init(path: String) {
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    isConnected = Self.connect(descriptor, address)
  }

  deinit { close(descriptor) }

  private static func connect<Address>(_ descriptor: Int32, _ address: Address) -> Bool {
    var address = address
    var wait = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    let size = socklen_t(MemoryLayout<Address>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemConnect(descriptor, $0, size)
      }
    }
    return code == 0
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemSend(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  func shrinkReceiveBuffer() {
    var size: Int32 = 4096
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads once, at most so many bytes; nil at the end, or when nothing came for five seconds.
  func readSome(_ count: Int) async throws -> Int? {
    try await EventLoop.offload { self.readOnce(upTo: count)?.count }
  }

  /// Reads until `text` has come, the server closes, or time is up.
  func read(until text: String) async throws -> String {
    try await EventLoop.offload { self.readNow(until: text) }
  }

  /// Reads until the server closes; nil when it does not within five seconds.
  func readToEnd() async throws -> String? {
    try await EventLoop.offload { self.readNowToEnd() }
  }

  /// Reads to the end, and says whether it was a reset.
  func readToReset() async -> Bool {
    let isReset = try? await EventLoop.offload {
      while self.readOnce() != nil {}
      return errno == ECONNRESET
    }
    return isReset == true
  }

  /// Resets the connection and keeps the number of the descriptor from the next one to come.
  func leave() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    let nothing = open("/dev/null", O_RDONLY)
    dup2(nothing, descriptor)
    close(nothing)
  }

  private func readNow(until text: String) -> String {
    var bytes: [UInt8] = []
    let end = Array(text.utf8)
    while !bytes.hasSuffix(end), let piece = readOnce() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same, on this very thread.
  func readNowToEnd() -> String? {
    var bytes: [UInt8] = []
    while let piece = readOnce() { bytes += piece }
    guard errno != EAGAIN else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func readOnce(upTo bytes: Int = 65_536) -> [UInt8]? {
    errno = 0
    var buffer = [UInt8](repeating: 0, count: bytes)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(descriptor, address, size) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #else
    send(descriptor, bytes, count, 0)
  #endif
}

extension [UInt8] {
  func hasSuffix(_ end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
