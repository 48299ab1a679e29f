public import EventLoop

/// The database connections of one loop.
///
/// Single reads share a few connections in pipeline mode, so that many requests share one round
/// trip; writes, transactions and long reads have a connection of their own. Both are opened on
/// demand and replaced when they break or grow old. Use it on its loop only: inside
/// `EventLoop.run`, or in a task begun with `Task(executorPreference:)`, and not from an actor.
/// `close` it.
///
/// Mutable state is touched on the loop only, which `@unchecked Sendable` promises.
public final class Pool: @unchecked Sendable {
  typealias Caller = UnsafeContinuation<Result<Connection, PostgresError>, Never>

  /// The loop that everything of this pool lives on.
  public let loop: EventLoop
  let configuration: PoolConfiguration
  private let observe: @Sendable (PostgresEvent) -> Void
  /// Everything is decided there. Unchecked: touched at each statement, on the loop only, and never
  /// while it is being changed.
  @exclusivity(unchecked) private(set) var state: PoolStateMachine<Connection, Caller>
  private var retries: RetryBudget
  private let memory = ServerMemory()
  private var attempts: [ConnectionKind: ConnectionAttempt] = [:]
  private var refusals: [ConnectionKind: LoopTimer] = [:]
  private var probe: LoopTimer?
  private var closers: [UnsafeContinuation<Void, Never>] = []
  private var isPerforming = false

  /// Opens nothing yet: connections are opened when they are needed.
  public init(
    on loop: EventLoop, _ configuration: PoolConfiguration,
    observe: @escaping @Sendable (PostgresEvent) -> Void = { _ in }
  ) {
    self.loop = loop
    self.configuration = configuration
    self.observe = observe
    retries = RetryBudget(
      most: configuration.pipelineDepth * configuration.sharedConnectionsMax)
    state = PoolStateMachine(configuration, now: loop.now)
    probe = loop.makeTimer { [weak self] in
      guard let self else { return }
      decide { $0.probe(at: loop.now) }
    }
    for kind in ConnectionKind.allCases {
      refusals[kind] = loop.makeTimer { [weak self] in
        guard let self else { return }
        decide { $0.refuseLate(kind, at: loop.now) }
      }
    }
  }

  /// Whether the server was there when it was last needed. Costs nothing and sends nothing.
  public var isAvailable: Bool { !state.health.isAway }

  /// A read that fails sooner has met no deadline.
  public var patience: Duration {
    min(configuration.waitingDeadline, configuration.statements.readDeadline)
  }

  /// The server is no longer what the connection string asks for: another one that it names
  /// is sought, with growing pauses, and the connections serve until it is found.
  func leaveForAnother() {
    if configuration.connectionString.namesSeveral { decide { $0.demoted(at: loop.now) } }
  }

  /// Rejects new work, waits for running work, and closes all connections.
  public func close() async {
    loop.preconditionCurrent()
    await withUnsafeContinuation { continuation in
      closers.append(continuation)
      decide { $0.close(at: loop.now) }
    }
  }
}

// MARK: - Connections

extension Pool {
  /// Takes a slot, waiting for one within the waiting deadline and `deadline`. It is given back by
  /// `release`.
  ///
  /// - Throws: `.poolExhausted` when all stayed busy or too many wait; `.connection` when the
  ///   server is away.
  private func acquire(
    _ kind: ConnectionKind, before deadline: MonotonicTime, for text: SQL? = nil
  ) async throws(PostgresError) -> Connection {
    loop.preconditionCurrent()
    if let connection = decide({ $0.acquire(kind, for: text, at: loop.now) }) {
      configuration.statements.meter?.waited(nanoseconds: 0, isShared: kind == .shared)
      return connection
    }
    let since = loop.now
    // Everything is looked at again inside: others may run before a suspension is complete.
    let outcome = await withUnsafeContinuation { (caller: Caller) in
      let waiter = PoolStateMachine<Connection, Caller>.Waiter(
        caller: caller, text: text, since: since, deadline: deadline)
      decide { $0.wait(waiter, for: kind, at: loop.now) }
    }
    return try outcome.get()
  }

  private func release(_ connection: Connection, _ kind: ConnectionKind) {
    decide { $0.release(connection, kind, at: loop.now) }
  }

  /// Tells of something that happened, and does what follows from it, and then what follows from
  /// that.
  private func decide<Value>(
    _ event: (inout PoolStateMachine<Connection, Caller>) -> Value
  ) -> Value {
    let value = event(&state)
    guard !isPerforming else { return value }
    isPerforming = true
    defer { isPerforming = false }
    while case let actions = state.takeActions(), !actions.isEmpty {
      for action in actions { perform(action) }
    }
    return value
  }

  private func perform(_ action: PoolStateMachine<Connection, Caller>.Action) {
    switch action {
    case .give(let connection, let kind, to: let waiter):
      measure(waiter, kind)
      waiter.caller.resume(returning: .success(connection))
    case .refuse(let waiter, let kind, let error, let hasWaited):
      if hasWaited { measure(waiter, kind) }
      waiter.caller.resume(returning: .failure(error))
    case .connect(let kind): connect(kind)
    case .abandonAttempts:
      for attempt in attempts.values { attempt.cancel() }
      attempts = [:]
    case .close(let connection): connection.close()
    case .refuseLate(let kind, let time): refusals[kind]?.arm(at: time)
    case .probe(let time): probe?.arm(at: time)
    case .report(let event): observe(event)
    case .finished: finish()
    }
  }

  private func measure(
    _ waiter: PoolStateMachine<Connection, Caller>.Waiter, _ kind: ConnectionKind
  ) {
    configuration.statements.meter?.waited(
      nanoseconds: loop.now.nanoseconds - waiter.since.nanoseconds, isShared: kind == .shared)
  }

  private func connect(_ kind: ConnectionKind) {
    let attempt = ConnectionAttempt(
      to: configuration.connectionString, on: loop, configuration.statements,
      remembering: memory, observe: observe
    ) { [weak self] outcome in self?.connected(kind, outcome) }
    attempts[kind] = attempt
    attempt.start(deadline: configuration.connectDeadline)
  }

  private func connected(_ kind: ConnectionKind, _ outcome: ConnectionAttempt.Outcome) {
    attempts[kind] = nil
    switch outcome {
    case .failure(let error):
      let jitter = Double.random(in: ServerHealth.jitters)
      decide { $0.connectFailed(kind, error, at: loop.now, jitter: jitter) }
    case .success(let connection):
      watch(connection, kind)
      let lifetime = configuration.lifetime * Double.random(in: 0.9...1.1)
      let end = loop.now.advanced(by: lifetime)
      decide { $0.connected(connection, kind, expiresAt: end, at: loop.now) }
    }
  }

  private func watch(_ connection: Connection, _ kind: ConnectionKind) {
    connection.closed = { [weak self, weak connection] reason in
      guard let self, let connection else { return }
      decide {
        $0.ended(
          connection, kind, reason, unanswered: connection.unanswered, at: loop.now)
      }
    }
    connection.demoted = { [weak self, weak connection] in
      guard let self, let connection, !connection.isDemoted else { return }
      observe(.readOnly(process: connection.process))
      decide { $0.demoted(at: loop.now) }
    }
  }

  private func finish() {
    probe?.cancel()
    for timer in refusals.values { timer.cancel() }
    let closers = closers
    self.closers = []
    for closer in closers { closer.resume() }
  }
}

extension Connection: PooledConnection {
  func isAnswering(_ text: SQL) -> Bool { pipeline.isAnswering(text) }
}

// MARK: - Single statements

extension Pool: StatementExecutor {
  /// Runs a read on a shared connection, or a long one on its own, and again when that breaks; a
  /// write on its own, because a neighbour that misses its deadline would leave the write's outcome
  /// unknown.
  ///
  /// One deadline covers waiting, all tries and the answer.
  public func perform(_ call: StatementCall) async throws(PostgresError) -> StatementOutcome {
    guard !Task.isCancelled else { throw PostgresError(.cancelled) }
    let tally = configuration.statements.tally
    tally?.begin()
    defer { tally?.end() }
    let deadline = loop.now.advanced(by: configuration.statements.deadline(of: call.effect))
    let isWrite = call.effect == .write
    let kind = isWrite || call.isLong ? ConnectionKind.exclusive : .shared
    guard kind == .shared || configuration.exclusiveConnectionsMax > 0 else {
      throw PostgresError(.poolExhausted)
    }
    var tries = 1
    while true {
      let connection = try await acquire(kind, before: deadline, for: call.text)
      // An exclusive connection is given back without an open batch.
      let outcome = await connection.run(
        replanning: call, deadline: deadline, mayShare: kind == .shared)
      note(outcome, on: connection)
      if kind == .exclusive { endIfUnclean(connection) }
      release(connection, kind)
      guard case .failure(let error) = outcome, tries < triesMax(kind), deservesRetry(error),
        tries == 1 || retries.take()
      else { return try outcome.get() }
      tries += 1
      observe(.retried(error))
      // When all sessions end, it takes a moment until the last has ended.
      if tries > 2 { await Repetition.pause(on: loop) }
    }
  }

  /// One try more would do, but that may land on the next connection that the same crash is about
  /// to take: each of them can break once under a read, and then comes a new one.
  private func triesMax(_ kind: ConnectionKind) -> Int { state.connections(kind).membersMax + 2 }

  /// The connection is to blame, not the statement and not its deadline.
  private func deservesRetry(_ error: PostgresError) -> Bool {
    if case .timeout = error.kind { return false }
    return error.endsConnection && error.isSafeToRetry
  }

  private func note(_ outcome: StatementOperation.Outcome, on connection: Connection) {
    guard case .failure(let error) = outcome else {
      retries.earn()
      return state.answered(at: loop.now)
    }
    note(error, on: connection)
  }

  private func note(
    _ error: PostgresError, on connection: Connection, isOfReader: Bool = false
  ) {
    guard case .server = error.kind else { return }
    state.answered(at: loop.now)
    // The other connections of this pool go to the same server, unless that is known already. A
    // transaction that was to read only says nothing of the server.
    let isNews =
      configuration.connectionString.needsWrites && !isOfReader && !connection.isDemoted
    if error.endsConnection { connection.end(error) }
    // The schema has changed for all of them. A single statement has been planned again by now; a
    // transaction is repeated as a whole, and not once for each of its plans.
    if error.isStalePlan {
      for connection in ConnectionKind.allCases.flatMap({ state.connections($0).connections }) {
        connection.pipeline.forgetPlans()
      }
    }
    if error.isOfReadOnlyServer, isNews { decide { $0.demoted(at: loop.now) } }
  }
}

// MARK: - Transactions

extension Pool {
  /// Runs `body` in one transaction on a connection of its own.
  ///
  /// The body's error rolls back and is thrown on. A cancelled task rolls back too, because its
  /// next statement is refused.
  /// - Throws: what the body throws; `PostgresError` `.commitOutcomeUnknown` when the connection
  ///   broke at COMMIT; `.misuse` inside another transaction.
  public func transaction<Value: Sendable>(
    _ mode: TransactionMode = .readWrite, _ body: (Transaction) async throws -> Value
  ) async throws -> Value {
    guard TransactionSession.current?.isOver != false else {
      throw PostgresError(.misuse(reason: "a transaction inside another"))
    }
    let patience = configuration.waitingDeadline
    let first = loop.now.advanced(by: patience)
    var isCut = false
    return try await Repetition.run(mode, on: loop) { session in
      // Whose connection was cut after a long silence takes another that is there, or nearly.
      let deadline =
        isCut
        ? max(first, loop.now.advanced(by: configuration.absentDeadline))
        : loop.now.advanced(by: patience)
      let connection = try await acquireAlone(before: deadline)
      let current = TransactionSession(connection, mode)
      session = current
      defer {
        isCut = current.failure?.endsConnection == true
        leave(connection, current.failure, mode)
      }
      return try await current.run(body)
    }
  }

  private func acquireAlone(
    before deadline: MonotonicTime
  ) async throws(PostgresError) -> Connection {
    let tally = configuration.statements.tally
    tally?.begin(statements: 0)
    defer { tally?.end() }
    return try await acquire(.exclusive, before: deadline)
  }

  /// Whether connections lead through a pooler, as far as there are any.
  var isPooled: Bool { state.connections(.shared).connections.contains(where: \.isPooled) }

  /// Only a connection without a trace of this transaction is handed on.
  private func leave(
    _ connection: Connection, _ failure: PostgresError?, _ mode: TransactionMode
  ) {
    if let failure {
      note(failure, on: connection, isOfReader: mode.isReadOnly)
    } else {
      state.answered(at: loop.now)
    }
    endIfUnclean(connection)
    release(connection, .exclusive)
  }

  /// A session that is not clean after its use is ended.
  private func endIfUnclean(_ connection: Connection) {
    guard connection.isOpen, !connection.isClean else { return }
    connection.end(PostgresError(.connection(reason: "left unclean")))
  }
}

extension Pool {
  /// Runs `body` on the loop with a pool that is there for it only, and is closed whatever comes of
  /// it.
  public static func forOnce<Value: Sendable>(
    on loop: EventLoop, _ configuration: PoolConfiguration,
    observe: @escaping @Sendable (PostgresEvent) -> Void = { _ in },
    _ body: @escaping @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    try await loop.run {
      let pool = Pool(on: loop, configuration, observe: observe)
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await body(pool)) } catch { outcome = .failure(error) }
      await pool.close()
      return try outcome.get()
    }
  }
}
