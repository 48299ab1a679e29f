public import EventLoop
public import HTTP

/// An HTTP/1.1 server: one listener, shared by the loops it is given.
///
/// Source: RFC 9112.
public final class Server: Sendable {
  private let socket: ListeningSocket
  let serverLoops: [ServerLoop]
  let observe: @Sendable (ServerEvent) -> Void
  /// What TLS began with; nil when bytes travel as they are.
  let tls: TLSPolicy?

  /// One loop's part of the server.
  struct ServerLoop: Sendable {
    let service: LoopService
    let acceptor: Acceptor
  }

  /// Binds and listens; connections are accepted after `start`.
  ///
  /// - Parameters:
  ///   - inherited: a socket that listens already, instead of the configured address.
  ///   - handler: makes the handler of each loop, so that loops share nothing.
  ///   - refusal: renders what the engine refuses by itself.
  ///   - observe: told of every event, on the loop where it happens; it must not block.
  ///   - measure: makes what is told of the events of one loop only, so that loops share nothing;
  ///     nil for nothing.
  /// - Throws: `ServerError` when the address is taken, not ours, or malformed, a TLS file is
  ///   wrong, or a limit cannot be meant.
  public init(
    _ configuration: ServerConfiguration, inherited: ListeningSocket? = nil, loops: [EventLoop],
    handler: (EventLoop) -> Handler,
    refusal: @escaping Refusal,
    observe: @escaping @Sendable (ServerEvent) -> Void,
    measure: (EventLoop) -> (@Sendable (ServerEvent) -> Void)? = { _ in nil }
  ) throws(ServerError) {
    precondition(!loops.isEmpty, "a server needs a loop")
    try configuration.check()
    let tls = try TLSPolicy.load(configuration.tls)
    // Last comes what nobody would close if a later step failed.
    let handshakeQueues = try loops.map { _ throws(ServerError) in try tls?.makeHandshakeQueue() }
    let socket = if let inherited { inherited } else { try ListeningSocket(configuration.address) }
    let share = max(1, configuration.connectionsMax / loops.count)
    self.socket = socket
    self.observe = observe
    self.tls = tls
    let counts = Self.connectionCounts(configuration.connectionCounts, loops: loops.count)
    serverLoops = zip(zip(loops, handshakeQueues), counts).map { pair, connectionCounts in
      let (loop, handshakeQueue) = pair
      let service = LoopService(
        loop: loop, loopCount: loops.count, configuration: configuration,
        handler: handler(loop), refusal: refusal, observe: observe, measure: measure(loop))
      service.handshakeQueue = handshakeQueue
      return ServerLoop(
        service: service,
        acceptor: Acceptor(
          service: service, socket: socket, connectionsMax: share,
          connectionCounts: connectionCounts))
    }
  }

  /// The place of each loop in the counts: of this process's own one, when nobody else listens.
  private static func connectionCounts(
    _ given: ConnectionCounts?, loops: Int
  ) -> [ConnectionCounts?] {
    precondition(given == nil || loops == 1, "a place in the counts is one loop's")
    if loops == 1 { return [given] }
    return ConnectionCounts.ofOneProcess(places: loops)
  }

  /// Where the server listens, with the port that the system chose.
  public var address: ListenAddress { socket.address }

  /// The same as a URL: `https://` when the server speaks TLS; `unix:` and the path as they are.
  public var url: String { address.url(isSecure: tls != nil) }

  /// Begins to accept.
  ///
  /// - Throws: `EventLoopError` when the listener cannot be watched.
  public func start() async throws {
    if let identity = tls?.identity { observe(.certificateLoaded(daysLeft: identity.daysLeft)) }
    for serverLoop in serverLoops {
      try await serverLoop.service.loop.run { try serverLoop.acceptor.start() }
    }
  }

  /// The number of open connections, with those that are shaking hands.
  public var openConnections: Int { get async { await total { $0.openCount } } }

  /// Bytes held for all clients: bodies that handlers keep, and answers that wait for readers.
  public var heldBytes: Int { get async { await total { $0.budget.held } } }

  private func total(_ count: @escaping @Sendable (LoopService) -> Int) async -> Int {
    var total = 0
    for serverLoop in serverLoops {
      total += (try? await serverLoop.service.loop.run { count(serverLoop.service) }) ?? 0
    }
    return total
  }

  /// Stops without losing a request that was accepted.
  ///
  /// For `delay` it still accepts, so that a load balancer can notice, but every answer says
  /// `Connection: close`; then the listener closes, idle connections get a second of grace, and
  /// requests at work may take until `deadline`. Whoever has the last answer and does not close is
  /// waited for as ever (`Deadlines.lingering`). Returns the number of connections that had to be
  /// cut then, before they were answered or closed.
  ///
  /// - Parameter endsListening: asked after the delay, and false when somebody else goes on
  ///   listening on the same socket. Otherwise, on Linux, it is closed to newcomers in all
  ///   processes before the last connections are taken, so that none is completed that nobody
  ///   takes.
  public func drain(
    delay: Duration, deadline: Duration, endsListening: @escaping @Sendable () -> Bool = { true }
  ) async -> Int {
    // On a loop, so that a process whose other threads are all busy still ends in time.
    let cut = try? await serverLoops[0].service.loop.run {
      await self.drainOnLoop(delay, deadline, endsListening)
    }
    return cut ?? 0
  }

  private func drainOnLoop(
    _ delay: Duration, _ deadline: Duration, _ endsListening: @Sendable () -> Bool
  ) async -> Int {
    await onEachLoop { $0.service.beginDraining() }
    await pause(delay)
    let start = MonotonicTime.now()
    let end = start.advanced(by: deadline)
    await closeListener(isLast: endsListening(), by: end)
    while await openConnections > 0, MonotonicTime.now() < end {
      if MonotonicTime.now() - start >= Self.idleGrace { await closeIdle() }
      await pause(.milliseconds(10))
    }
    let cut = await total { $0.unfinishedCount }
    await onEachLoop { serverLoop in
      serverLoop.service.closeAll()
      serverLoop.service.runners.retire()
    }
    return cut
  }

  /// Waits also in a task that was cancelled, where `Task.sleep` returns at once: whoever loses
  /// patience with a drain must not turn it into a busy loop.
  func pause(_ duration: Duration) async {
    guard duration > .zero else { return }
    let loop = serverLoops[0].service.loop
    try? await loop.run {
      await withUnsafeContinuation { continuation in
        let timer = loop.makeTimer { continuation.resume() }
        timer.arm(at: loop.now.advanced(by: duration))
      }
    }
  }

  /// How long an idle client may still send the request that is on its way.
  private static let idleGrace = Duration.seconds(1)

  private func closeIdle() async {
    await onEachLoop { serverLoop in
      serverLoop.service.handshakeQueue?.abandonAll()
      for connection in serverLoop.service.connections.values where connection.isIdle {
        connection.closeIfStillIdle()
      }
    }
  }

  func onEachLoop(_ body: @escaping @Sendable (ServerLoop) -> Void) async {
    for serverLoop in serverLoops { try? await serverLoop.service.loop.run { body(serverLoop) } }
  }
}
