import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to a Unix-domain socket that takes one order.
final class LocalSocket {
  private let descriptor: Int32

  /// Nil when nobody listens.
  init?(_ path: String) {
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends a line, and returns all that is said until the other side hangs up.
  func ask(_ line: String) -> String {
    _ = (line + "\n").withCString { write(descriptor, $0, strlen($0)) }
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      received += piece[..<count]
    }
    return String(decoding: received, as: UTF8.self)
  }
}
