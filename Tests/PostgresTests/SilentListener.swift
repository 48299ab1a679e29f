#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP port on loopback whose connections are never answered.
struct SilentListener {
  struct Failure: Error {}

  let port: UInt16
  private let descriptor: Int32

  init() throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = descriptor
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        bind(socket, general, length) + listen(socket, 8) + getsockname(socket, general, &length)
      }
    }
    guard status == 0 else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// How many connections have come, of those that nobody has counted yet.
  func accepted() -> Int {
    var count = 0
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return count }
      count += 1
      #if canImport(Glibc)
        _ = Glibc.close(connection)
      #else
        _ = Darwin.close(connection)
      #endif
    }
  }

  func close() {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }
}
