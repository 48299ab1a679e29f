import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Hears what a service tells systemd: the other end of `NOTIFY_SOCKET`.
package final class FakeSystemd: Sendable {
  package let path: String
  private let descriptor: Int32

  /// - Parameter path: where its socket is to be; it is removed at the end.
  package init(at path: String) throws {
    self.path = path
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// What was told and not taken yet, in order.
  package func told() -> [String] {
    var all: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return all }
      all.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }
}
