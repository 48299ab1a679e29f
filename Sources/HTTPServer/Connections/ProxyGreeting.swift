internal import EventLoop
internal import HTTP

/// A connection whose PROXY header is not complete. Owned by its loop.
///
/// The header is looked at in the socket and taken out to the byte, so that whatever follows it,
/// HTTP or the handshake of TLS, begins as on any other connection.
final class ProxyGreeting: ReadinessHandler, @unchecked Sendable {
  private let descriptor: Int32
  private let peer: ClientAddress
  private let service: LoopService
  private var header: [UInt8] = []
  private var registration: Registration?
  private var timer: LoopTimer?
  private var isOver = false

  static func begin(_ descriptor: Int32, _ peer: ClientAddress, _ service: LoopService) {
    let greeting = ProxyGreeting(descriptor, peer, service)
    do {
      greeting.registration = try service.loop.register(descriptor, handler: greeting)
    } catch {
      return systemClose(descriptor)
    }
    service.greetings[ObjectIdentifier(greeting)] = greeting
    let timer = service.loop.makeTimer { [unowned greeting] in greeting.expire() }
    timer.arm(
      at: service.loop.now.advanced(byNanoseconds: service.nanoseconds.proxyHeader))
    greeting.timer = timer
  }

  private init(_ descriptor: Int32, _ peer: ClientAddress, _ service: LoopService) {
    self.descriptor = descriptor
    self.peer = peer
    self.service = service
  }

  func ready(_ readiness: Readiness) {
    if readiness.contains(.readable) { look() }
  }

  /// A loop that was held up may find a header that came in time.
  private func expire() {
    look()
    refuse(.lateProxyHeader)
  }

  private func look() {
    while !isOver {
      let room = UnsafeMutableRawBufferPointer(
        rebasing: service.scratch[..<(ProxyHeader.bytesMax - header.count)])
      switch Socket.peek(descriptor, into: room) {
      case .bytes(let count): read(UnsafeRawBufferPointer(rebasing: room[..<count]))
      case .wouldBlock: return
      case .failed: close()
      // Who only looks whether a port is open has done nothing wrong.
      case .end: header.isEmpty ? close() : refuse(.malformedProxyHeader)
      }
    }
  }

  /// Takes out of the socket what belongs to the header.
  private func read(_ bytes: UnsafeRawBufferPointer) {
    let before = header.count
    header.append(contentsOf: bytes)
    let outcome = header.withUnsafeBytes { bytes in
      Result { () throws(ProxyHeaderError) in try ProxyHeader.read(bytes) }
    }
    switch outcome {
    case .success(.needMore): if !take(bytes.count) { close() }
    case .success(.complete(let header, let consumed)): accept(header, consumed - before)
    case .failure: refuse(.malformedProxyHeader)
    }
  }

  /// The bytes are there, so less than all of them means that the connection broke.
  private func take(_ count: Int) -> Bool {
    let room = UnsafeMutableRawBufferPointer(rebasing: service.scratch[..<count])
    return Socket.read(descriptor, into: room) == .bytes(count)
  }

  private func accept(_ header: ProxyHeader, _ count: Int) {
    guard take(count) else { return close() }
    end(closing: false)
    service.admit(descriptor, AcceptedSocket(peer, header, service))
  }

  private func refuse(_ reason: ConnectionRefusal) {
    guard !isOver else { return }
    end(closing: true)
    service.refuse(descriptor, peer, reason)
  }

  func close() {
    guard !isOver else { return }
    end(closing: true)
    systemClose(descriptor)
  }

  private func end(closing: Bool) {
    isOver = true
    registration?.cancel(closing: closing)
    timer?.cancel()
    service.greetings[ObjectIdentifier(self)] = nil
    service.showCount()
  }
}
