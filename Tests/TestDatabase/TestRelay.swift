import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP port of loopback in front of a test server, on which the network fails as it is told to.
///
/// It knows the wire as far as `commit` and `insert` go: what is lost around them is what nobody
/// can know. It may stand before a pooler, or between a pooler and its server.
package final class TestRelay: Sendable {
  /// What goes wrong.
  package enum Fault: Sendable {
    /// Packets vanish both ways; the connections stay.
    case silence
    /// What says that the server is ready for the next query comes a moment after the answer.
    case lateReadiness
    /// Nothing of a new connection gets through for 0.8 s, longer than clients of a pool wait.
    case lateConnections
    /// The server says what a setting is, over and over, and nothing else; once, on one connection.
    case chatter
    /// The next `commit` is lost, and its connection with it.
    case loseCommit
    /// The next `commit` is carried out, and its connection cut before anybody hears of it.
    case loseAcknowledgement
    /// As `loseAcknowledgement`, of the next `insert` of a row.
    case loseInsertion
  }

  private struct State {
    var fault: Fault?
    var cuts = 0
    var sendsBeforeReadiness = 0
    var isClosed = false
  }

  package let port: UInt16
  private let listener: Int32
  private let serverSocket: String
  private let state = Mutex(State())

  /// Begins to listen, in front of the server of this connection string.
  package init(before conninfo: String) throws {
    let host = conninfo.split(separator: " ").first { $0.hasPrefix("host=") }
    let port = conninfo.split(separator: " ").first { $0.hasPrefix("port=") }?.dropFirst(5)
    serverSocket =
      (host?.dropFirst(5).trimmingCharacters(in: ["'"]) ?? "") + "/.s.PGSQL.\(port ?? "5432")"
    (listener, self.port) = try Self.listen()
    Thread.detachNewThread { self.accept() }
  }

  /// How often a connection was cut at a `commit` or an `insert`.
  package var cuts: Int { state.withLock { $0.cuts } }

  /// How often more came from a client while it was not told that the server is ready.
  package var sendsBeforeReadiness: Int { state.withLock { $0.sendsBeforeReadiness } }

  /// From now on; what is lost is lost once.
  package func fail(_ fault: Fault?) { state.withLock { $0.fault = fault } }

  /// The connection string of the same database through it.
  package func conninfo(of direct: String) -> String {
    let database = direct.split(separator: " ").first { $0.hasPrefix("dbname=") }
    return "host=127.0.0.1 port=\(port) user=moa sslmode=disable \(database ?? "dbname=moa")"
  }

  /// Cuts everything.
  package func close() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func accept() {
    defer { closeSocket(listener) }
    while case let client = acceptSocket(listener), client >= 0 {
      guard let server = Self.connect(to: serverSocket) else {
        closeSocket(client)
        continue
      }
      Thread.detachNewThread { self.carry(client, server) }
    }
  }

  /// A `Parse` of `commit` without a name: type, length, name, text, no parameters.
  private static let commit = Data([0x50, 0, 0, 0, 14, 0] + Array("commit".utf8) + [0, 0, 0])
  /// The beginning of a text that is parsed, or that is a query of its own.
  private static let insert = Data("insert into ".utf8)

  /// What is not to arrive of the answer to this, if that is to be lost.
  private func lossOfAnswer(to bytes: Data) -> Data? {
    if bytes.range(of: Self.commit) != nil, take(.loseAcknowledgement) {
      return Data("COMMIT\0".utf8)
    }
    if bytes.range(of: Self.insert) != nil, take(.loseInsertion) {
      return Data("INSERT 0 1\0".utf8)
    }
    return nil
  }

  private func carry(_ client: Int32, _ server: Int32) {
    defer {
      closeSocket(client)
      closeSocket(server)
    }
    if case .lateConnections = state.withLock({ $0.fault }) { usleep(800_000) }
    var (hidden, lost) = (Data(), Data?.none)
    while !state.withLock({ $0.isClosed }) {
      guard !isSilent else {
        usleep(2_000)
        continue
      }
      var ready = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ready, 2, 20) >= 0, !isSilent else { continue }
      if take(.chatter) { return Self.chatter(to: client) }
      if ready[0].revents != 0 {
        guard let bytes = Self.receive(client) else { return }
        if bytes.range(of: Self.commit) != nil, take(.loseCommit) { return }
        lost = lost ?? lossOfAnswer(to: bytes)
        guard Self.send(bytes, to: server) else { return }
      }
      if ready[1].revents != 0 {
        guard let bytes = Self.receive(server) else { return }
        if let lost {
          hidden.append(bytes)
          if hidden.range(of: lost) != nil { return }
        } else if !pass(bytes, to: client) {
          return
        }
      }
    }
  }

  private func pass(_ bytes: Data, to client: Int32) -> Bool {
    let ready = bytes.suffix(Self.readyBytes)
    guard case .lateReadiness = state.withLock({ $0.fault }), ready.first == UInt8(ascii: "Z"),
      Self.send(bytes.dropLast(Self.readyBytes), to: client)
    else { return Self.send(bytes, to: client) }
    var more = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
    if poll(&more, 1, 20) > 0 {
      state.withLock { $0.sendsBeforeReadiness += 1 }
      usleep(20_000)
    }
    return Self.send(ready, to: client)
  }

  /// For how long, if nobody hangs up.
  package static let chatterLasts = Duration.seconds(8)

  /// `ParameterStatus`: type, length, name, value. To read many takes longer than to send them.
  private static func chatter(to client: Int32) {
    let one = Data([0x53, 0, 0, 0, 8] + Array("a\0b\0".utf8))
    let many = Data(repeatElement(one, count: 8_192).joined())
    let end = ContinuousClock.now + chatterLasts
    while ContinuousClock.now < end, send(many, to: client) {}
  }

  /// `ReadyForQuery`: type, length, state of the transaction.
  private static let readyBytes = 6

  private var isSilent: Bool {
    state.withLock { state in
      if case .silence = state.fault { return !state.isClosed }
      return false
    }
  }

  /// Whether this fault was ordered; it happens once.
  private func take(_ fault: Fault) -> Bool {
    state.withLock { state in
      guard state.fault == fault else { return false }
      state.fault = nil
      state.cuts += 1
      return true
    }
  }
}

// MARK: - Sockets

extension TestRelay {
  private static var stream: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  private static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        bind(descriptor, general, length) + listenSocket(descriptor, 64)
          + getsockname(descriptor, general, &length)
      }
    }
    guard status == 0 else { throw TestDatabaseError.notRunning }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Whether somebody takes connections at this socket: there is one before anybody listens at it.
  static func isListening(at path: String) -> Bool {
    guard let descriptor = connect(to: path) else { return false }
    closeSocket(descriptor)
    return true
  }

  private static func connect(to path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, stream, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: path.utf8.prefix(place.count - 1))
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connectSocket(descriptor, $0, length) == 0
      }
    }
    guard isConnected else {
      closeSocket(descriptor)
      return nil
    }
    return descriptor
  }

  /// Nil at the end.
  private static func receive(_ descriptor: Int32) -> Data? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Data(bytes.prefix(count)) : nil
  }

  private static func send(_ bytes: Data, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendBytes(descriptor, $0) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

// The C functions, by names that no method here has.
private func closeSocket(_ descriptor: Int32) { close(descriptor) }
private func acceptSocket(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
private func listenSocket(_ descriptor: Int32, _ count: Int32) -> Int32 {
  listen(descriptor, count)
}
private func connectSocket(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Glibc)
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #endif
}
