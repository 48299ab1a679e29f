internal import EventLoop
internal import HTTP

/// Takes connections from the listener into the loop. Owned by the loop.
final class Acceptor: ReadinessHandler, @unchecked Sendable {
  private let service: LoopService
  private let socket: ListeningSocket
  private var registration: Registration?
  private var resumption: LoopTimer?
  private(set) var isClosed = false
  /// The descriptor's number may have another owner afterwards.
  private var hasClosedListener = false
  /// Connections taken so far.
  private(set) var arrivals = 0
  /// Connections taken at one readiness, so that the loop's other work comes in between.
  private static let batchMax = 8
  /// How long newcomers are left to other processes: too short for a client to notice.
  private static let yieldNanoseconds: Int64 = 1_000_000
  /// Connections that are taken afterwards in any case: the others may be busy or gone.
  private var takesAnyway = 0
  /// When a pause was news last.
  private var pauseTold: MonotonicTime?
  private static let pauseSilence = Duration.seconds(60)

  init(service: LoopService, socket: ListeningSocket) {
    self.service = service
    self.socket = socket
  }

  func start() throws(EventLoopError) {
    service.showCount()
    registration = try service.loop.register(socket.descriptor, .listener, handler: self)
  }

  /// Stops accepting connections.
  func stop() {
    isClosed = true
    service.leaveCounts()
    resumption?.cancel()
    registration?.cancel()
    registration = nil
  }

  /// Refuses new TCP handshakes, and says whether some may be under way.
  func refuseHandshakes() -> Bool { !hasClosedListener && socket.refuseHandshakes() }

  /// Takes the connections that the kernel has completed and closes the listener, with nothing in
  /// between: later clients are refused. Clients are reset only when no descriptor is left.
  ///
  /// - Parameter isLast: no process listens on it afterwards.
  func closeListener(isLast: Bool) {
    guard !hasClosedListener else { return }
    hasClosedListener = true
    if isLast { socket.endQueue() }
    while accept(above: true) {}
    socket.close()
  }

  func ready(_ readiness: Readiness) {
    for _ in 0..<Self.batchMax {
      if takesAnyway == 0, let counts = service.connectionCounts,
        counts.isAhead(service.openCount), !readiness.contains(.closed)
      {
        takesAnyway = Self.batchMax
        return leaveAlone(forNanoseconds: Self.yieldNanoseconds)
      }
      guard accept() else {
        // Another process has ended it for all: it stays ready, and no client comes any more.
        if readiness.contains(.closed) { stop() }
        return
      }
      takesAnyway = max(0, takesAnyway - 1)
    }
  }

  /// Takes one connection, also above the limit when it is the last chance, and says whether there
  /// may be more.
  private func accept(above limit: Bool = false) -> Bool {
    guard limit || service.hasRoom else {
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
    let isNews = pauseTold.map { service.loop.now - $0 >= Self.pauseSilence } ?? true
    if isNews { pauseTold = service.loop.now }
    service.observe(.acceptPaused(open: service.openCount, isNews: isNews))
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
