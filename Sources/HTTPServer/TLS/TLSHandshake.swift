internal import EventLoop
internal import HTTP

/// A client on its way to become a connection. Owned by its loop.
final class TLSHandshake: ReadinessHandler, @unchecked Sendable {
  private enum Phase { case shaking, lingering, over }

  private let session: TLSSession
  private let accepted: AcceptedSocket
  private let service: LoopService
  private unowned let handshakeQueue: TLSHandshakeQueue
  /// When the client's last bytes came.
  private(set) var heardAt: MonotonicTime
  private var phase = Phase.shaking
  private var registration: Registration?
  private var timer: LoopTimer?
  private var lingered = 0

  /// - Throws: `EventLoopError` when the descriptor cannot be watched; it is still the caller's.
  init(
    _ session: TLSSession, _ accepted: AcceptedSocket, _ service: LoopService,
    _ handshakeQueue: TLSHandshakeQueue
  ) throws(EventLoopError) {
    self.session = session
    self.accepted = accepted
    self.service = service
    self.handshakeQueue = handshakeQueue
    heardAt = service.loop.now
    registration = try service.loop.register(session.descriptor, handler: self)
    let timer = service.loop.makeTimer { [unowned self] in expire() }
    self.timer = timer
    timer.arm(at: heardAt.advanced(byNanoseconds: service.nanoseconds.handshake))
  }

  func ready(_ readiness: Readiness) {
    if readiness.contains(.ended) || readiness.contains(.closed) { session.endIsComing = true }
    switch phase {
    case .shaking: step()
    case .lingering: linger()
    case .over: break
    }
  }

  private func step() {
    let before = session.received
    let step = session.shakeHands()
    if session.received > before { heardAt = service.loop.now }
    switch step {
    case .done: becomeConnection()
    case .plain: refusePlain()
    case .failed(let reason): fail(reason)
    case .waits:
      registration?.setInterest(
        readable: session.needsReadable, writable: session.needsWritable)
    }
  }

  /// The deadline is for the whole handshake, however it drips.
  private func expire() {
    phase == .shaking ? abandon("too slow") : close()
  }

  /// Ends at once.
  func abandon(_ reason: String) {
    guard phase != .over else { return }
    if phase == .shaking { report(reason) }
    close()
  }

  // MARK: Endings

  /// The first request may have come with the last bytes of the handshake, without another event.
  private func becomeConnection() {
    leave(closing: false)
    let secured = accepted.secured(session.clientFingerprint)
    Connection.open(session.descriptor, secured, service, channel: .tls(session))?
      .ready(.readable)
  }

  private func refusePlain() {
    leave(closing: false)
    report("plain HTTP on a TLS port")
    Connection.open(session.descriptor, accepted, service)?.refusePlain()
  }

  /// OpenSSL has sent its alert. A close while bytes of the client are unread could destroy it,
  /// so the write side ends first, and the rest is read and dropped.
  private func fail(_ reason: String) {
    report(reason)
    guard !session.hasEnded else { return close() }
    phase = .lingering
    registration?.setInterest(readable: true, writable: false)
    Socket.endWriting(session.descriptor)
    timer?.arm(at: service.loop.now.advanced(byNanoseconds: service.nanoseconds.lingering))
    linger()
  }

  private func linger() {
    while lingered < service.configuration.lingeringBytesMax {
      switch Socket.read(session.descriptor, into: service.scratch) {
      case .bytes(let count): lingered += count
      case .wouldBlock: return
      case .end, .failed: return close()
      }
    }
    close()
  }

  private func report(_ reason: String) {
    service.observe(.handshakeFailed(reason: reason, client: accepted.client))
  }

  private func close() {
    guard phase != .over else { return }
    leave(closing: true)
    systemClose(session.descriptor)
  }

  private func leave(closing: Bool) {
    phase = .over
    registration?.cancel(closing: closing)
    timer?.cancel()
    handshakeQueue.remove(self, accepted, service)
  }
}

extension Connection {
  /// Answers plain HTTP on a TLS port with a plain refusal.
  ///
  /// Precedent: nginx's "The plain HTTP request was sent to HTTPS port".
  func refusePlain() {
    var response = Response(
      .badRequest, contentType: "text/plain; charset=utf-8",
      content: .bytes(Array("this port speaks TLS\n".utf8)))
    response.closesConnection = true
    answerAndEnd(response, service.nextRequestID())
  }
}
