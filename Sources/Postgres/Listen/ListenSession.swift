import EventLoop

/// One iteration of a `Listen`: a connection, its successors, and the events that wait.
///
/// Mutable state is touched on the loop only, which `@unchecked Sendable` promises.
final class ListenSession: @unchecked Sendable {
  private enum State {
    case new
    /// Until the health says that it is time to try.
    case waiting
    case connecting(ConnectionAttempt)
    /// Connected, and the server has not agreed yet to tell us anything.
    case agreeing(Connection)
    case listening(Connection, since: MonotonicTime)
    case closed
  }

  let loop: EventLoop
  private let channels: [String]
  private let script: String
  private let configuration: PoolConfiguration
  private let pingInterval: Duration
  private let observe: @Sendable (PostgresEvent) -> Void
  private var health: ServerHealth
  private var probe: LoopTimer?
  private var state = State.new
  private var buffer: EventBuffer
  private var waiter: UnsafeContinuation<Listen.Event?, Never>?
  private var timer: LoopTimer?
  private var lastHeard = MonotonicTime.now()

  init(
    on loop: EventLoop, to channels: [String], by script: String,
    _ configuration: ListenConfiguration, observe: @escaping @Sendable (PostgresEvent) -> Void
  ) {
    self.loop = loop
    self.channels = channels
    self.script = script
    self.configuration = configuration.pool
    self.observe = observe
    pingInterval = configuration.pingInterval
    buffer = EventBuffer(notificationsMax: configuration.notificationsMax)
    health = ServerHealth(self.configuration, now: loop.now)
  }

  /// The next event, or nil when it is closed. One task at a time.
  func next() async -> Listen.Event? {
    loop.preconditionCurrent()
    guard !Task.isCancelled else {
      close()
      return nil
    }
    if case .new = state { start() }
    // Looked at inside the continuation: others may run before a suspension is complete.
    return await withUnsafeContinuation { continuation in
      precondition(waiter == nil, "two tasks wait for the next event of one iterator")
      waiter = continuation
      wake()
    }
  }

  /// Ends the session and the sequence.
  func close() {
    loop.preconditionCurrent()
    let last = state
    state = .closed
    timer?.cancel()
    probe?.cancel()
    switch last {
    case .connecting(let attempt): attempt.cancel()
    case .agreeing(let connection), .listening(let connection, _): discard(connection)
    case .new, .waiting, .closed: break
    }
    wake()
  }

  private var isClosed: Bool { if case .closed = state { true } else { false } }

  private func wake() {
    guard let waiter else { return }
    let event = isClosed ? nil : buffer.popFirst()
    guard isClosed || event != nil else { return }
    self.waiter = nil
    waiter.resume(returning: event)
  }
}

// MARK: - Connecting

extension ListenSession {
  private func start() {
    probe = loop.makeTimer { [unowned self] in
      health.probeIsDue()
      connect()
    }
    state = .waiting
    connect()
  }

  private func follow(_ actions: [ServerHealth.Action]) {
    for action in actions {
      switch action {
      case .report(let event): observe(event)
      case .probe(let time): probe?.arm(at: time)
      // Nobody waits here for a connection, and it has one at most.
      case .changed, .succeeded: break
      }
    }
  }

  private func connect() {
    guard case .waiting = state else { return }
    let attempt = ConnectionAttempt(
      to: configuration.connectionString, on: loop, configuration.statements, observe: observe
    ) { [weak self] outcome in self?.connected(outcome) }
    state = .connecting(attempt)
    attempt.start(deadline: configuration.connectDeadline)
  }

  private func connected(_ outcome: ConnectionAttempt.Outcome) {
    switch outcome {
    case .success(let connection):
      state = .agreeing(connection)
      connection.closed = { [weak self] reason in self?.lost(reason) }
      connection.notified = { [weak self] notification in self?.notified(notification) }
      connection.demoted = { [weak self, weak connection] in
        guard let self, let connection else { return }
        leave(connection)
      }
      Task(executorPreference: loop) { [self] in await listen(on: connection) }
    case .failure(let error): retry(after: error)
    }
  }

  private func listen(on connection: Connection) async {
    let deadline = loop.now.advanced(by: configuration.statements.writeDeadline)
    let outcome = await connection.run(script: script, deadline: deadline, isRepeatable: true)
    guard case .agreeing(let current) = state, current === connection else { return }
    switch outcome {
    case .success:
      state = .listening(connection, since: loop.now)
      follow(health.connected(at: loop.now))
      heard()
      buffer.appendGap()
      wake()
      // A pooler may have given the session away with that.
      if connection.isPooled { await ping(connection) }
    case .failure(let error):
      discard(connection)
      retry(after: error)
    }
  }

  /// The connection broke by itself.
  private func lost(_ reason: PostgresError) {
    switch state {
    case .agreeing: retry(after: reason)
    case .listening(let connection, let since):
      // One that is cut again and again must not be made again and again without a pause.
      guard loop.now - since >= configuration.backoff.upperBound else {
        return retry(after: reason)
      }
      state = .waiting
      follow(
        health.lost(
          reason, unanswered: connection.unanswered, hasConnections: false, at: loop.now))
    case .new, .waiting, .connecting, .closed: break
    }
  }

  /// Whoever writes does so elsewhere from now on, and what is told there is not told here. That it
  /// is read only is seen by the answer to a ping at the latest.
  private func leave(_ connection: Connection) {
    observe(.readOnly(process: connection.process))
    connection.end(PostgresError(.connection(reason: "the server takes no writes any more")))
  }

  private func retry(after error: PostgresError) {
    state = .waiting
    follow(
      health.connectFailed(
        error, hasConnections: false, at: loop.now, jitter: .random(in: ServerHealth.jitters)))
  }

  private func discard(_ connection: Connection) {
    connection.closed = { _ in }
    connection.notified = nil
    connection.close()
  }
}

// MARK: - Hearing

extension ListenSession {
  private static let ping = Statement<[String], Bool>(
    "select $1::text[] <@ array(select pg_listening_channels())", effect: .read,
    bind: { $1.textArray($0) }, decode: { row throws(PostgresError) in try row.bool() })

  private func notified(_ notification: Listen.Notification) {
    // What comes before the gap is covered by it.
    guard case .listening = state else { return }
    heard()
    buffer.append(notification)
    wake()
  }

  private func heard() {
    lastHeard = loop.now
    guard timer?.deadline == nil else { return }
    let timer = timer ?? loop.makeTimer { [weak self] in self?.checkSilence() }
    self.timer = timer
    timer.arm(at: lastHeard.advanced(by: pingInterval))
  }

  private func checkSilence() {
    guard case .listening(let connection, _) = state else { return }
    let due = lastHeard.advanced(by: pingInterval)
    guard due <= loop.now else {
      timer?.arm(at: due)
      return
    }
    Task(executorPreference: loop) { [self] in await ping(connection) }
  }

  private static let unheard = PostgresError(
    .connection(
      reason: "the session does not listen any more; listening needs PostgreSQL's own address, and"
        + " no pooler in between"))

  /// Asks whether the server is there and still tells us what we listen to. A deadline that passes
  /// ends the connection by itself.
  private func ping(_ connection: Connection) async {
    do throws(PostgresError) {
      let listens = try await connection.first(Self.ping, channels)
      guard case .listening(let current, _) = state, current === connection else { return }
      if listens == true { heard() } else { connection.end(Self.unheard) }
    } catch {
      guard case .listening(let current, _) = state, current === connection else { return }
      connection.end(error)
    }
  }
}
