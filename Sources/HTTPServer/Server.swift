public import EventLoop
public import HTTP

/// An HTTP/1.1 server: one listener and one event loop, which every connection belongs to for life.
///
/// Several processes may share the listener; see ``ConnectionCounts``.
/// Source: RFC 9112.
public final class Server: Sendable {
  private let socket: ListeningSocket
  let service: LoopService
  let acceptor: Acceptor
  private let observe: @Sendable (ServerEvent) -> Void
  /// The files and the secret of TLS; nil when connections are not encrypted.
  private let tls: TLSPolicy?

  /// Binds and listens; connections are accepted after `start`.
  ///
  /// - Parameters:
  ///   - inherited: a socket that listens already, instead of the configured address.
  ///   - refusal: renders the refusals of the engine itself.
  ///   - observe: told of every event, mostly on the loop; it must not block.
  /// - Throws: `ServerError` when the address is taken, not ours, or malformed, a TLS file is
  ///   wrong, or a limit makes no sense.
  public init(
    _ configuration: ServerConfiguration, inherited: ListeningSocket? = nil, on loop: EventLoop,
    handler: @escaping Handler,
    refusal: @escaping Refusal,
    observe: @escaping @Sendable (ServerEvent) -> Void
  ) throws(ServerError) {
    try configuration.check()
    tls = try TLSPolicy.load(configuration.tls)
    let handshakeQueue = try tls?.makeHandshakeQueue()
    // The socket comes last: nothing would close it if a later step failed.
    socket = if let inherited { inherited } else { try ListeningSocket(configuration.address) }
    self.observe = observe
    service = LoopService(
      loop: loop, configuration: configuration, handler: handler, refusal: refusal,
      observe: observe)
    service.handshakeQueue = handshakeQueue
    acceptor = Acceptor(service: service, socket: socket)
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
    try await service.loop.run { [acceptor] in try acceptor.start() }
  }

  /// The number of open connections, with those that are shaking hands.
  public var openConnections: Int { get async { await onLoop { $0.openCount } } }

  /// Bytes held for all clients: bodies that handlers keep, and answers that wait for readers.
  public var heldBytes: Int { get async { await onLoop { $0.budget.held } } }

  /// The counts so far, and the state of the connections now.
  public var counters: Counters { get async { await onLoop { $0.counters } } }

  /// Reads something of the loop's state from anywhere.
  func onLoop<Value: Sendable>(_ body: @escaping @Sendable (LoopService) -> Value) async -> Value {
    let service = service
    return await withUnsafeContinuation { continuation in
      service.loop.execute { continuation.resume(returning: body(service)) }
    }
  }

  /// Reads the certificate, key and authority files again; new handshakes use them, open
  /// connections stay as they are.
  ///
  /// Files that are wrong change nothing. The result is reported as an event. Returns whether
  /// the files are in use; false too for a server without TLS.
  @discardableResult
  public func reloadTLS() async -> Bool {
    guard let policy = tls else { return false }
    do {
      let identity = try await EventLoop.offload { try TLSIdentity(policy.identity.configuration) }
      let context = try TLSContext(identity, secret: policy.secret)
      await onLoop { $0.handshakeQueue?.context = context }
      observe(.certificateLoaded(daysLeft: identity.daysLeft))
      return true
    } catch {
      observe(.certificateNotLoaded(reason: "\(error)"))
      return false
    }
  }
}

// MARK: - Stopping

extension Server {
  /// Stops without losing a request that was accepted.
  ///
  /// For `delay` it still accepts, so that a load balancer can notice, but every answer says
  /// `Connection: close`; then the listener closes, idle connections get a second of grace, and
  /// requests at work may take until `deadline`. A client that has its last answer and does not
  /// close is waited for as ever (`Deadlines.lingering`). Returns the number of connections that
  /// had to be cut then, before they were answered or closed.
  ///
  /// - Parameter endsListening: asked after the delay; false when another process goes on
  ///   listening on the same socket. Otherwise, on Linux, all processes stop accepting new clients
  ///   before the last connections are taken, so that the system completes none that no process
  ///   takes.
  public func drain(
    delay: Duration, deadline: Duration, endsListening: @escaping @Sendable () -> Bool = { true }
  ) async -> Int {
    // On the loop, so that a process whose other threads are all busy still ends in time.
    let cut = try? await service.loop.run {
      await self.drainOnLoop(delay, deadline, endsListening)
    }
    return cut ?? 0
  }

  private func drainOnLoop(
    _ delay: Duration, _ deadline: Duration, _ endsListening: @Sendable () -> Bool
  ) async -> Int {
    service.beginDraining()
    await service.loop.pause(for: delay)
    let start = MonotonicTime.now()
    let end = start.advanced(by: deadline)
    let isLast = endsListening()
    if isLast, acceptor.refuseHandshakes() { await letHandshakesEnd(by: end) }
    acceptor.stop()
    acceptor.closeListener(isLast: isLast)
    while service.openCount > 0, MonotonicTime.now() < end {
      if MonotonicTime.now() - start >= Self.idleGrace { service.closeIdle() }
      await service.loop.pause(for: .milliseconds(10))
    }
    let cut = service.unfinishedCount
    service.closeAll()
    service.runners.retire()
    return cut
  }

  /// How long an idle client may still send the request that is on its way.
  private static let idleGrace = Duration.seconds(1)

  /// Goes on accepting until no client has come for a while.
  private func letHandshakesEnd(by end: MonotonicTime) async {
    let last = min(end, MonotonicTime.now().advanced(by: Self.handshakesMax))
    var before = -1
    while before != acceptor.arrivals, MonotonicTime.now() < last {
      before = acceptor.arrivals
      await service.loop.pause(for: min(Self.quiet, last - MonotonicTime.now()))
    }
  }

  /// Longer than a packet needs to nearly any client and back.
  private static let quiet = Duration.milliseconds(200)
  /// Less than the grace of idle connections, so that the last client to come can still ask.
  private static let handshakesMax = Duration.milliseconds(500)
}
