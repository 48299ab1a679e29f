import Foundation

/// A client that sends bytes as they are, on a connection that it keeps while the server does.
///
/// Belongs to one thread at a time.
final class KeptClient {
  struct Reply: Sendable {
    var status: Int
    var head: String
    var body: [UInt8]
    var isLast: Bool
    var text: String { head + "\r\n\r\n" + String(decoding: body, as: UTF8.self) }
  }

  private let port: UInt16
  private var socket: LoopbackSocket?
  /// How often a kept connection had ended before its next answer.
  private(set) var replacements = 0

  /// - Parameter url: such as `http://127.0.0.1:8080`.
  init(_ url: String) throws {
    guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw EndToEndError.unreadable(url)
    }
    self.port = port
  }

  /// One request and its answer. A kept connection that has ended is replaced, once.
  ///
  /// - Throws: when there is no answer.
  func send(_ request: [UInt8]) throws -> Reply {
    let isHead = request.starts(with: Array("HEAD ".utf8))
    let kept = socket
    socket = nil
    if let kept, let reply = exchange(request, isHead, on: kept) { return reply }
    if kept != nil { replacements += 1 }
    guard let fresh = LoopbackSocket(port: port), let reply = exchange(request, isHead, on: fresh)
    else {
      throw EndToEndError.unreadable(
        "no answer to " + String(decoding: request.prefix(300), as: UTF8.self))
    }
    return reply
  }

  private func exchange(_ request: [UInt8], _ isHead: Bool, on socket: LoopbackSocket) -> Reply? {
    // What is refused early is answered before it is sent to its end.
    _ = socket.send(request)
    var received: [UInt8] = []
    while true {
      if let reply = Self.reply(in: received, isHead) {
        if !reply.isLast { self.socket = socket }
        return reply
      }
      let piece = socket.receive()
      guard !piece.isEmpty else { return nil }
      received += piece
    }
  }

  private static let end = Data("\r\n\r\n".utf8)

  /// Nil while some of it is missing.
  private static func reply(in received: [UInt8], _ isHead: Bool) -> Reply? {
    guard let end = Data(received).range(of: Self.end) else { return nil }
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
    let lines = head.lowercased().components(separatedBy: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let length = lines.first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
    let isEmpty = isHead || status == 204 || status == 304
    let body = Array(received[end.upperBound...])
    guard isEmpty || body.count >= length ?? 0 else { return nil }
    return Reply(
      status: status, head: head, body: body, isLast: lines.contains("connection: close"))
  }
}
