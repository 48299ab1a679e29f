import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Clients that ask without a pause, each on a kept connection of its own and then on the next,
/// until nobody listens any more.
///
/// Sockets by hand, because curl silently asks again where a kept connection was cut; threads of
/// its own, because the tests' few threads must not wait for sockets.
final class AskingCrowd: Sendable {
  /// What one connection saw.
  struct Connection: Sendable {
    var asked = 0
    var answered = 0
    /// The five characters by which a worker's identifiers of requests begin; empty before an
    /// answer.
    var worker = ""
    /// Opened when the shutdown had begun already.
    var isAfterShutdown = false
    /// Opened when the listener may have been closing: perhaps never accepted.
    var isLate = false
    /// Bytes of an answer that was cut, or nil.
    var torn: Int?
    var reason = ""

    /// A connection that the listener left behind, in the system's queue, was never accepted.
    var hasLostARequest: Bool {
      let wasNeverAccepted = isLate && answered == 0 && torn == 0
      return asked != answered && !wasNeverAccepted
    }
  }

  private struct State {
    var connections: [Connection] = []
    var begun: Set<Int> = []
    /// By client, the worker that has answered on its open connection.
    var workers: [Int: String] = [:]
    /// Connections that were refused before the shutdown began.
    var refusedEarly = 0
    /// When the listener may close; nil until the shutdown begins.
    var closing: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let done = DispatchSemaphore(value: 0)
  private let count: Int
  private let port: UInt16
  private let request: [UInt8]

  /// - Parameter url: such as `http://127.0.0.1:8080`.
  init(of count: Int, at url: String, path: String) throws {
    guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw EndToEndError.unreadable(url)
    }
    self.count = count
    self.port = port
    request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
    for number in 0..<count {
      let thread = Thread { [self] in
        ask(number)
        done.signal()
      }
      thread.start()
    }
  }

  var answeredByEach: Bool { state.withLock { $0.begun.count == count } }

  /// The workers of all open connections, once each client has one with an answer; else nil.
  var workersOfAll: [String]? {
    state.withLock { $0.workers.count == count ? Array($0.workers.values) : nil }
  }

  /// Connections that have ended without an answer to their last request.
  var lost: [Connection] { state.withLock { $0.connections.filter(\.hasLostARequest) } }

  /// How many have met a refusal although nobody had said that the server would stop.
  var refusedEarly: Int { state.withLock { $0.refusedEarly } }

  /// Say this before the signal.
  ///
  /// - Parameter delay: for so long the server goes on accepting.
  func shutdownBegins(delay: Duration) {
    state.withLock { $0.closing = .now + delay }
  }

  /// Waits until every client has met a refusal.
  func join() -> [Connection] {
    for _ in 0..<count { done.wait() }
    return state.withLock { $0.connections }
  }

  private func ask(_ number: Int) {
    while true {
      let isAfterShutdown = state.withLock { $0.closing != nil }
      guard let socket = LoopbackSocket(port: port) else {
        return state.withLock { $0.refusedEarly += $0.closing == nil ? 1 : 0 }
      }
      var connection = Connection(isAfterShutdown: isAfterShutdown)
      connection.isLate = state.withLock { $0.closing.map { .now >= $0 } ?? false }
      while exchange(on: socket, &connection) {
        guard connection.answered == 1 else { continue }
        state.withLock {
          $0.begun.insert(number)
          $0.workers[number] = connection.worker
        }
      }
      if connection.answered > 0 { state.withLock { _ = $0.begun.insert(number) } }
      state.withLock {
        $0.connections.append(connection)
        $0.workers[number] = nil
      }
    }
  }

  /// One request and its answer; false when that was the last one here.
  private func exchange(on socket: LoopbackSocket, _ connection: inout Connection) -> Bool {
    connection.asked += 1
    let isSent = socket.send(request)
    let answer = socket.receiveAnswer()
    guard answer.isWhole else {
      connection.torn = answer.bytes
      connection.reason = isSent ? answer.reason : "not sent; " + answer.reason
      return false
    }
    connection.answered += 1
    connection.worker = String(answer.requestID.prefix(5))
    return !answer.isLast
  }
}

/// A blocking TCP connection within this machine; closed when it is let go.
final class LoopbackSocket: Sendable {
  struct AnswerSeen: Sendable {
    var isWhole: Bool
    /// `Connection: close` was said.
    var isLast = false
    var requestID = ""
    var bytes = 0
    var reason = ""
  }

  private let descriptor: Int32

  /// Nil when nobody listens.
  init?(port: UInt16) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // Far longer than any answer takes: it only keeps a broken server from holding the tests.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    return sendBytes(descriptor, bytes, flags) == bytes.count
  }

  /// What has come next; empty at the end.
  func receive() -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &piece, piece.count)
    return Array(piece.prefix(max(0, count)))
  }

  /// Reads one answer, whose length must be told by `Content-Length`.
  func receiveAnswer() -> AnswerSeen {
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while true {
      if let answer = Self.whole(received) { return answer }
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else {
        let reason = count == 0 ? "end" : String(cString: strerror(errno))
        return AnswerSeen(isWhole: false, bytes: received.count, reason: reason)
      }
      received += piece[..<count]
    }
  }

  private static func whole(_ received: [UInt8]) -> AnswerSeen? {
    guard let end = Data(received).range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self).lowercased()
    let lines = head.components(separatedBy: "\r\n")
    func value(of name: String) -> String? {
      lines.first { $0.hasPrefix(name + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
    guard let length = value(of: "content-length").flatMap({ Int($0) }),
      received.count >= end.upperBound + length
    else { return nil }
    return AnswerSeen(
      isWhole: true, isLast: lines.contains("connection: close"),
      requestID: value(of: "x-request-id") ?? "")
  }
}

/// send(2), named apart from the socket's own method.
private func sendBytes(_ descriptor: Int32, _ bytes: [UInt8], _ flags: Int32) -> Int {
  send(descriptor, bytes, bytes.count, flags)
}
