import EventLoop

/// Decides what a pool does: which caller gets which connection, waits or is refused, when to
/// connect, and which connections are closed.
///
/// It knows no socket, clock or task. It gets events with their times, and keeps the resulting
/// actions until they are taken; its pool carries them out in their order. Its only question to a
/// connection is how busy it is.
struct PoolStateMachine<Connection: PooledConnection, Caller> {
  /// A caller waiting for a connection.
  struct Waiter {
    let caller: Caller
    /// The statement that it is for, if it is known.
    let text: SQL?
    let since: MonotonicTime
    let deadline: MonotonicTime

    fileprivate func limit(_ patience: Duration) -> MonotonicTime {
      min(deadline, since.advanced(by: patience))
    }
  }

  enum Action {
    /// A slot on this connection is the waiter's, until `release`.
    case give(Connection, ConnectionKind, to: Waiter)
    case refuse(Waiter, ConnectionKind, PostgresError, hasWaited: Bool)
    /// Begin an attempt, and report its end once by `connected` or `connectFailed`.
    case connect(ConnectionKind)
    /// Tell nothing more of the attempts that were begun.
    case abandonAttempts
    /// It is not in use, and the state machine has forgotten it.
    case close(Connection)
    /// Call `refuseLate` at this time instead of the one set before.
    case refuseLate(ConnectionKind, at: MonotonicTime)
    /// Call `probe` at this time instead of the one set before.
    case probe(at: MonotonicTime)
    case report(PostgresEvent)
    /// Everything is closed.
    case finished
  }

  /// The connections of one kind, and the callers waiting for one.
  private struct Line {
    var connections: ConnectionSet<Connection>
    var waiters = Deque<Waiter>()
    var isConnecting = false
    var refusesAt: MonotonicTime?
  }

  private enum Stage { case open, closing, closed }

  private let waitingFactor: Int
  private var shared: Line
  private var exclusive: Line
  private(set) var health: ServerHealth
  private var stage = Stage.open
  private var actions: [Action] = []

  init(_ configuration: PoolConfiguration, now: MonotonicTime) {
    waitingFactor = configuration.waitingFactor
    health = ServerHealth(configuration, now: now)
    let batch = configuration.statements.batchStatementsMax
    shared = Line(
      connections: ConnectionSet(
        slots: configuration.pipelineDepth, membersMax: configuration.sharedConnectionsMax,
        batchStatementsMax: batch))
    exclusive = Line(
      connections: ConnectionSet(
        slots: 1, membersMax: configuration.exclusiveConnectionsMax, batchStatementsMax: batch))
  }

  /// Takes out the pending actions.
  mutating func takeActions() -> [Action] {
    guard !actions.isEmpty else { return [] }
    defer { actions = [] }
    return actions
  }

  private subscript(kind: ConnectionKind) -> Line {
    _read { if kind == .shared { yield shared } else { yield exclusive } }
    _modify { if kind == .shared { yield &shared } else { yield &exclusive } }
  }

  // MARK: State

  func connections(_ kind: ConnectionKind) -> ConnectionSet<Connection> { self[kind].connections }

  /// Callers who wait.
  func waitingCount(_ kind: ConnectionKind) -> Int { self[kind].waiters.count }

  private var hasConnections: Bool {
    !shared.connections.isEmpty || !exclusive.connections.isEmpty
  }

  // MARK: Callers

  /// Takes a slot, to be given back by `release`; nil when the caller has to `wait`.
  mutating func acquire(
    _ kind: ConnectionKind, for text: SQL?, at now: MonotonicTime
  ) -> Connection? {
    guard stage == .open, self[kind].waiters.isEmpty else { return nil }
    return take(kind, for: text, now)
  }

  /// First come, first served: the caller is given a connection or refused, once, now or later.
  mutating func wait(_ waiter: Waiter, for kind: ConnectionKind, at now: MonotonicTime) {
    let connections = self[kind].connections
    let waitingMax = waitingFactor * connections.slots * connections.membersMax
    guard stage == .open, self[kind].waiters.count < waitingMax else {
      if stage == .open { reportExhaustion(kind, of: 1) }
      return actions.append(.refuse(waiter, kind, refusal(kind), hasWaited: false))
    }
    self[kind].waiters.append(waiter)
    serveWaiters(kind, now)
    if !self[kind].waiters.isEmpty { refuse(kind, at: waiter.limit(health.patience)) }
  }

  /// Its caller gives the connection back.
  mutating func release(_ connection: Connection, _ kind: ConnectionKind, at now: MonotonicTime) {
    self[kind].connections.release(connection)
    closeUnused(kind, now)
    serveWaiters(kind, now)
    finish()
  }

  /// Refuses callers that have waited too long.
  mutating func refuseLate(_ kind: ConnectionKind, at now: MonotonicTime) {
    self[kind].refusesAt = nil
    let patience = health.patience
    let late = self[kind].waiters.removeAll { $0.limit(patience) <= now }
    if !late.isEmpty { reportExhaustion(kind, of: late.count) }
    for waiter in late {
      actions.append(.refuse(waiter, kind, refusal(kind), hasWaited: true))
    }
    let next = self[kind].waiters.remaining.map { $0.limit(patience) }.min()
    if let next { refuse(kind, at: next) }
  }

  private mutating func take(
    _ kind: ConnectionKind, for text: SQL?, _ now: MonotonicTime
  ) -> Connection? {
    guard let taken = self[kind].connections.take(for: text, at: now) else { return nil }
    if taken.isShort { grow(kind, now) }
    return taken.connection
  }

  private mutating func serveWaiters(_ kind: ConnectionKind, _ now: MonotonicTime) {
    while let waiter = self[kind].waiters.first, let connection = take(kind, for: waiter.text, now)
    {
      _ = self[kind].waiters.popFirst()
      actions.append(.give(connection, kind, to: waiter))
    }
    growForWaiters(kind, now)
  }

  private mutating func refuse(_ kind: ConnectionKind, at time: MonotonicTime) {
    if let refusesAt = self[kind].refusesAt, refusesAt <= time { return }
    self[kind].refusesAt = time
    actions.append(.refuseLate(kind, at: time))
  }

  /// Nothing was sent, so every refusal is safe to retry.
  private func refusal(_ kind: ConnectionKind) -> PostgresError {
    var error = PostgresError(causeOfRefusal(kind), isSafeToRetry: true)
    error.isOfAcquiring = true
    return error
  }

  private func causeOfRefusal(_ kind: ConnectionKind) -> PostgresError.Kind {
    guard stage == .open else { return .connection(reason: "the pool is closed") }
    guard health.isAway || self[kind].connections.isEmpty else { return .poolExhausted }
    return .connection(
      reason: health.lastFailure?.kind.description ?? "connecting takes too long")
  }

  /// A server that is down is reported otherwise.
  private mutating func reportExhaustion(_ kind: ConnectionKind, of callers: Int) {
    guard case .poolExhausted = causeOfRefusal(kind) else { return }
    actions.append(
      .report(.exhausted(refused: callers, waiting: self[kind].waiters.count)))
  }
}

// MARK: - Connections

extension PoolStateMachine {
  /// An attempt succeeded.
  mutating func connected(
    _ connection: Connection, _ kind: ConnectionKind, expiresAt: MonotonicTime,
    at now: MonotonicTime
  ) {
    self[kind].isConnecting = false
    self[kind].connections.add(connection, expiresAt: expiresAt)
    follow(health.connected(at: now), now)
    closeUnused(kind, now)
    serveWaiters(kind, now)
  }

  /// An attempt failed. The jitter is that of `ServerHealth.connectFailed`.
  mutating func connectFailed(
    _ kind: ConnectionKind, _ error: PostgresError, at now: MonotonicTime, jitter: Double
  ) {
    self[kind].isConnecting = false
    follow(
      health.connectFailed(error, hasConnections: hasConnections, at: now, jitter: jitter), now)
  }

  /// A connection ended, with statements unanswered that were begun at these times. Nothing follows
  /// when that was done by `close`.
  mutating func ended(
    _ connection: Connection, _ kind: ConnectionKind, _ reason: PostgresError,
    unanswered: [MonotonicTime], at now: MonotonicTime
  ) {
    guard self[kind].connections.remove(connection), stage == .open else { return }
    let loss = health.lost(
      reason, unanswered: unanswered, hasConnections: hasConnections, at: now)
    follow(loss, now)
    growForWaiters(kind, now)
  }

  /// A statement got its answer, whatever it was.
  mutating func answered(at now: MonotonicTime) { health.answered(at: now) }

  /// The server takes no writes any more: another one is searched for, and the connections serve
  /// until it is found.
  mutating func demoted(at now: MonotonicTime) {
    health.demoted()
    for kind in ConnectionKind.allCases {
      self[kind].connections.demoteAll(at: now)
      if !self[kind].connections.isEmpty { grow(kind, now) }
    }
  }

  /// Tries whether the server is there. When it is known to be, only waiting callers need more, and
  /// an unneeded connection might take the last one that the server has left.
  mutating func probe(at now: MonotonicTime) {
    health.probeIsDue()
    if health.isAway || !hasConnections {
      // A shared connection is what most callers want, so it is the one to try with.
      connect(.shared, now)
    } else {
      growForWaiters(.shared, now)
    }
    growForWaiters(.exclusive, now)
  }

  /// Refuses new and waiting callers; the rest ends as it is released, and then comes
  /// `finished`.
  mutating func close(at now: MonotonicTime) {
    guard stage == .open else {
      if stage == .closed { actions.append(.finished) }
      return
    }
    stage = .closing
    actions.append(.abandonAttempts)
    for kind in ConnectionKind.allCases {
      for waiter in self[kind].waiters.removeAll() {
        actions.append(.refuse(waiter, kind, refusal(kind), hasWaited: false))
      }
      self[kind].connections.retireAll()
      closeUnused(kind, now)
    }
    finish()
  }

  private mutating func finish() {
    guard stage == .closing, !hasConnections else { return }
    stage = .closed
    actions.append(.finished)
  }

  private mutating func follow(_ healthActions: [ServerHealth.Action], _ now: MonotonicTime) {
    for action in healthActions {
      switch action {
      case .report(let event): actions.append(.report(event))
      case .probe(let time): actions.append(.probe(at: time))
      case .changed: healthChanged(now)
      case .succeeded:
        for kind in ConnectionKind.allCases {
          self[kind].connections.retireDemoted()
          closeUnused(kind, now)
        }
      }
    }
  }

  private mutating func healthChanged(_ now: MonotonicTime) {
    for kind in ConnectionKind.allCases {
      if health.isAway {
        self[kind].connections.retireAll()
        closeUnused(kind, now)
      }
      refuseLate(kind, at: now)
      growForWaiters(kind, now)
    }
  }

  private mutating func closeUnused(_ kind: ConnectionKind, _ now: MonotonicTime) {
    for connection in self[kind].connections.removeUnused(at: now) {
      actions.append(.close(connection))
    }
  }

  // MARK: Growing

  /// Opens one more connection if a caller could use it.
  private mutating func grow(_ kind: ConnectionKind, _ now: MonotonicTime) {
    if health.mayConnect(at: now) { connect(kind, now) }
  }

  private mutating func growForWaiters(_ kind: ConnectionKind, _ now: MonotonicTime) {
    if !self[kind].waiters.isEmpty { grow(kind, now) }
  }

  /// One at a time, so that a server that comes back is not met by a stampede.
  private mutating func connect(_ kind: ConnectionKind, _ now: MonotonicTime) {
    guard stage == .open, !self[kind].isConnecting, self[kind].connections.hasRoom(at: now) else {
      return
    }
    self[kind].isConnecting = true
    actions.append(.connect(kind))
  }
}
