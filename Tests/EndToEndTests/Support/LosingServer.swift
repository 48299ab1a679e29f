import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server that says it is ready, and then loses every request: it dies of it, as far as a proxy
/// can see, or keeps silent.
final class LosingServer: Sendable {
  enum Loss: Sendable {
    case hangsUp
    case keepsSilent
  }

  let url: String
  private let listener: Int32
  private let loss: Loss
  private let requests = Mutex<[String]>([])

  init(_ loss: Loss) throws {
    let port = try EndToEnd.DeployTests.freePort()
    self.loss = loss
    url = "http://127.0.0.1:\(port)"
    #if canImport(Glibc)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listen(listener, 64) == 0 else {
      throw EndToEndError.unreadable("nothing can listen on \(url)")
    }
    Thread.detachNewThread { self.accept() }
  }

  /// Of all requests that have come but those of health checks.
  var methods: [String] { requests.withLock { $0 } }

  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func accept() {
    while true {
      let client = acceptConnection(listener)
      guard client >= 0 else { return closeDescriptor(listener) }
      Thread.detachNewThread {
        self.lose(client)
        closeDescriptor(client)
      }
    }
  }

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

/// accept(2) and close(2), named apart from the methods.
private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
