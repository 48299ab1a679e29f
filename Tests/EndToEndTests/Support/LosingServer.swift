import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port on loopback. Each of its connections is served on a thread of its own, and then closed.
final class LoopbackListener: Sendable {
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
        bind(socket, general, length) + listen(socket, 64) + getsockname(socket, general, &length)
      }
    }
    guard status == 0 else { throw EndToEndError.unreadable("nothing can listen on loopback") }
    port = UInt16(bigEndian: address.sin_port)
  }

  func serve(_ each: @escaping @Sendable (_ client: Int32) -> Void) {
    Thread.detachNewThread { [descriptor] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return closeDescriptor(descriptor) }
        Thread.detachNewThread {
          each(client)
          closeDescriptor(client)
        }
      }
    }
  }

  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// close(2), named apart from the method.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// PostgreSQL 13 as far as its greeting: it does not know a setting that ours has.
final class OldPostgres: Sendable {
  private let listener: LoopbackListener
  var url: String { "postgresql://moa@127.0.0.1:\(listener.port)/shop" }

  init() throws {
    listener = try LoopbackListener()
    listener.serve(Self.greet)
  }

  func close() { listener.close() }

  /// Source: PostgreSQL 13, Frontend/Backend Protocol, Message Formats.
  @Sendable private static func greet(_ client: Int32) {
    var message = [UInt8](repeating: 0, count: 8_192)
    while case let count = read(client, &message, message.count), count >= 8 {
      // A wish for encryption is eight bytes long.
      guard count > 8 else {
        guard write(client, "N", 1) == 1 else { return }
        continue
      }
      let hasSetting = String(decoding: message, as: UTF8.self).contains("idle_session_timeout")
      let reason =
        hasSetting
        ? "unrecognized configuration parameter \"idle_session_timeout\""
        : "database \"shop\" does not exist"
      let fields = "SFATAL\0VFATAL\0C42704\0M\(reason)\0\0".utf8
      let length = withUnsafeBytes(of: UInt32(fields.count + 4).bigEndian) { Array($0) }
      let answer = [UInt8(ascii: "E")] + length + fields
      _ = write(client, answer, answer.count)
      return
    }
  }
}

/// A server that says it is ready, and then loses every request: it dies of it, as far as a proxy
/// can see, or keeps silent.
final class LosingServer: Sendable {
  enum Loss: Sendable {
    case hangsUp
    case keepsSilent
  }

  private let listener: LoopbackListener
  private let loss: Loss
  private let requests = Mutex<[String]>([])
  var url: String { "http://127.0.0.1:\(listener.port)" }

  init(_ loss: Loss) throws {
    self.loss = loss
    listener = try LoopbackListener()
    listener.serve { [weak self] client in self?.lose(client) }
  }

  /// Of all requests that have come but those of health checks.
  var methods: [String] { requests.withLock { $0 } }

  func close() { listener.close() }

  private func lose(_ client: Int32) {
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(client, &piece, piece.count)
      guard count > 0 else { return }
      received += piece[..<count]
      let text = String(decoding: received, as: UTF8.self)
      guard text.contains("\r\n\r\n") else { continue }
      if text.hasPrefix("GET /readyz ") {
        return say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", to: client)
      }
      requests.withLock { $0.append(String(text.prefix { $0 != " " })) }
      guard loss == .keepsSilent else { return }
      // Until the other side gives up.
      while read(client, &piece, piece.count) > 0 {}
      return
    }
  }

  private func say(_ text: String, to client: Int32) {
    _ = text.withCString { write(client, $0, strlen($0)) }
  }
}
