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
  /// The loop that everything of this pool lives on.
  public let loop: EventLoop
  let configuration: PoolConfiguration
  private let observe: @Sendable (PostgresEvent) -> Void
  private let health: ServerHealth
  let shared: ConnectionSet
  let exclusive: ConnectionSet
  private var retries: RetryBudget

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
    health = ServerHealth(on: loop, configuration, observe: observe)
    shared = ConnectionSet(
      on: loop, configuration, health, slots: configuration.pipelineDepth,
      membersMax: configuration.sharedConnectionsMax, observe: observe)
    exclusive = ConnectionSet(
      on: loop, configuration, health, slots: 1,
      membersMax: configuration.exclusiveConnectionsMax, observe: observe)
    connectParts()
  }

  private func connectParts() {
    health.hasConnections = { [unowned self] in
      !shared.members.isEmpty || !exclusive.members.isEmpty
    }
    health.changed = { [unowned self] in healthChanged() }
    health.demoted = { [unowned self] in
      shared.demoteAll()
      exclusive.demoteAll()
    }
    health.succeeded = { [unowned self] in
      shared.retireDemoted()
      exclusive.retireDemoted()
    }
    health.probe = { [unowned self] in probe() }
  }

  /// Tries whether the server is there. When it is known to be, only those who wait need more, and
  /// a connection opened for nobody might take the last one that the server has left.
  private func probe() {
    if health.isAway || !health.hasConnections() {
      // A shared connection is what most callers want, so it is the one to try with.
      shared.connect()
    } else {
      shared.growForWaiters()
    }
    exclusive.growForWaiters()
  }

  private func healthChanged() {
    for connectionSet in [shared, exclusive] {
      if health.isAway { connectionSet.retireAll() }
      connectionSet.refuseLate()
      connectionSet.growForWaiters()
    }
  }

  /// Whether the server was there when it was last needed. Costs nothing and asks nobody.
  public var isAvailable: Bool { !health.isAway }

  /// The server is no longer what the connection string asks for: another one that it names
  /// is sought, with growing pauses, and the connections serve until it is found.
  func leaveForAnother() {
    if configuration.connectionString.namesSeveral { health.wasDemoted() }
  }

  /// Refuses new work, waits for what is under way, and closes all connections.
  public func close() async {
    loop.preconditionCurrent()
    health.stop()
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      var lanesLeft = 2
      for connectionSet in [shared, exclusive] {
        connectionSet.close {
          lanesLeft -= 1
          if lanesLeft == 0 { continuation.resume() }
        }
      }
    }
  }
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
    let connectionSet = isWrite || call.isLong ? exclusive : shared
    guard connectionSet === shared || configuration.exclusiveConnectionsMax > 0 else {
      throw PostgresError(.poolExhausted)
    }
    var tries = 1
    while true {
      let member = try await connectionSet.acquire(before: deadline, for: call.text)
      // Who has a connection to himself leaves no end of a batch behind.
      let outcome = await member.connection.run(
        replanning: call, deadline: deadline, mayShare: connectionSet === shared)
      note(outcome, on: member)
      if connectionSet === exclusive { endIfUnclean(member) }
      connectionSet.release(member)
      guard case .failure(let error) = outcome, tries < connectionSet.triesMax,
        deservesRetry(error),
        tries == 1 || retries.take()
      else { return try outcome.get() }
      tries += 1
      observe(.retried(error))
      // What ends all sessions takes a moment to come to the last.
      if tries > 2 { await Repetition.pause(on: loop) }
    }
  }

  /// The connection is to blame, not the statement and not its deadline.
  private func deservesRetry(_ error: PostgresError) -> Bool {
    if case .timeout = error.kind { return false }
    return error.endsConnection && error.isSafeToRetry
  }

  private func note(_ outcome: StatementOperation.Outcome, on member: ConnectionSet.Member) {
    guard case .failure(let error) = outcome else {
      retries.earn()
      return health.answered()
    }
    note(error, on: member)
  }

  private func note(
    _ error: PostgresError, on member: ConnectionSet.Member, isOfReader: Bool = false
  ) {
    guard case .server = error.kind else { return }
    health.answered()
    if error.endsConnection { member.connection.end(error) }
    // The schema has changed for all of them. A statement alone has been planned anew by now; a
    // transaction is run again, and not once for each of its plans.
    if error.isStalePlan {
      for member in shared.members + exclusive.members {
        member.connection.pipeline.forgetPlans()
      }
    }
    // The others of this pool lead to the same server, unless that is known already. A transaction
    // that was to read only says nothing of the server.
    let isNews = configuration.connectionString.needsWrites && !member.isDemoted && !isOfReader
    if error.isOfReadOnlyServer, isNews { health.wasDemoted() }
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
      let member = try await acquireAlone(before: deadline)
      let current = TransactionSession(member.connection, mode)
      session = current
      defer {
        isCut = current.failure?.endsConnection == true
        leave(member, current.failure, mode)
      }
      return try await current.run(body)
    }
  }

  private func acquireAlone(
    before deadline: MonotonicTime
  ) async throws(PostgresError) -> ConnectionSet.Member {
    let tally = configuration.statements.tally
    tally?.begin(statements: 0)
    defer { tally?.end() }
    return try await exclusive.acquire(before: deadline)
  }

  /// Whether connections lead through a pooler, as far as there are any.
  var isPooled: Bool { shared.members.contains { $0.connection.isPooled } }

  /// Only a connection without a trace of this transaction is handed on.
  private func leave(
    _ member: ConnectionSet.Member, _ failure: PostgresError?, _ mode: TransactionMode
  ) {
    if let failure {
      note(failure, on: member, isOfReader: mode.isReadOnly)
    } else {
      health.answered()
    }
    endIfUnclean(member)
    exclusive.release(member)
  }

  /// What has left a trace in its session is the last there.
  private func endIfUnclean(_ member: ConnectionSet.Member) {
    guard member.connection.isOpen, !member.connection.isClean else { return }
    member.connection.end(PostgresError(.connection(reason: "left unclean")))
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
