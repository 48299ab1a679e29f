internal import EventLoop
internal import HTTP

/// Takes connections from the shared listener into one loop. Owned by that loop.
final class Acceptor: ReadinessHandler, @unchecked Sendable {
  private let service: LoopService
  private let socket: ListeningSocket
  private let connectionsMax: Int
  private var registration: Registration?
  private var resumption: LoopTimer?
  private(set) var isClosed = false
  /// The descriptor's number may belong to somebody else afterwards.
  private var hasClosedListener = false
  /// Connections taken so far.
  private(set) var arrivals = 0
  /// Connections taken at one readiness, so that the loop's other work comes in between.
  private static let batchMax = 8
  private let connectionCounts: ConnectionCounts?
  /// How long newcomers are left to the others: too short for anybody to notice.
  private static let yieldNanoseconds: Int64 = 1_000_000
  /// So many are taken afterwards in any case: the others may be busy or gone.
  private var takesAnyway = 0

  /// - Parameter connectionCounts: of the loops that share the listener; nil for the only one.
  init(
    service: LoopService, socket: ListeningSocket, connectionsMax: Int,
    connectionCounts: ConnectionCounts?
  ) {
    self.service = service
    self.socket = socket
    self.connectionsMax = connectionsMax
    self.connectionCounts = connectionCounts
    service.connectionCounts = connectionCounts
  }

  func start() throws(EventLoopError) {
    service.showCount()
    registration = try service.loop.register(socket.descriptor, .listener, handler: self)
  }

  /// Takes no more connections.
  func stop() {
    isClosed = true
    service.connectionCounts = nil
    connectionCounts?.leave()
    resumption?.cancel()
    registration?.cancel()
    registration = nil
  }

  /// Lets nobody begin a handshake any more, and says whether some may be under way.
  func refuseHandshakes() -> Bool { !hasClosedListener && socket.refuseHandshakes() }

  /// Takes what the kernel has completed already and closes the listener, with nothing in between:
  /// whoever connects later is refused. Only without descriptors is anybody reset.
  ///
  /// - Parameter isLast: nobody listens on it afterwards.
  func closeListener(isLast: Bool) {
    guard !hasClosedListener else { return }
    hasClosedListener = true
    if isLast { socket.endQueue() }
    while accept(above: true) {}
    socket.close()
  }

  func ready(_ readiness: Readiness) {
    for _ in 0..<Self.batchMax {
      if takesAnyway == 0, let connectionCounts, connectionCounts.isAhead(service.openCount),
        !readiness.contains(.closed)
      {
        takesAnyway = Self.batchMax
        return leaveAlone(forNanoseconds: Self.yieldNanoseconds)
      }
      guard accept() else {
        // Another process has ended it for all: it is ready for ever, and nobody comes any more.
        if readiness.contains(.closed) { stop() }
        return
      }
      takesAnyway = max(0, takesAnyway - 1)
    }
  }

  /// Takes one connection, also above the limit when it is the last chance, and says whether there
  /// may be more.
  private func accept(above limit: Bool = false) -> Bool {
    guard limit || service.hasRoom(for: connectionsMax) else {
      pause()
      return false
    }
    let isTCP = socket.address.port != nil
    switch Socket.accept(socket.descriptor, isTCP: isTCP) {
    case .accepted(let descriptor, let client):
      arrivals += 1
      service.welcome(descriptor, client)
      service.showCount()
      return true
    case .none: return false
    case .exhausted:
      pause()
      return false
    }
  }

  private func pause() {
    guard !isClosed, registration != nil else { return }
    service.observe(.acceptPaused(open: service.openCount))
    leaveAlone(forNanoseconds: service.nanoseconds.acceptPause)
  }

  /// A level-triggered listener that is not served would keep the loop spinning.
  private func leaveAlone(forNanoseconds pause: Int64) {
    guard !isClosed, let registration else { return }
    registration.cancel()
    self.registration = nil
    let timer = resumption ?? service.loop.makeTimer { [weak self] in self?.resume() }
    resumption = timer
    timer.arm(at: service.loop.now.advanced(byNanoseconds: pause))
  }

  private func resume() {
    guard !isClosed, registration == nil else { return }
    do {
      try start()
    } catch {
      resumption?.arm(
        at: service.loop.now.advanced(byNanoseconds: service.nanoseconds.acceptPause))
    }
  }
}
