import EventLoop

/// One session with the server, on one loop for life.
///
/// Statements share it in a pipeline; `transaction` and `script` want it alone. Use it on its loop
/// only, as a ``Pool``. It holds a descriptor until `close` or until it breaks.
///
/// Mutable state is touched on the loop only, which `@unchecked Sendable` promises.
public final class Connection: @unchecked Sendable {
  /// The server's process for this session.
  public let process: Int32
  /// Whether statements are prepared on it.
  public let preparesStatements: Bool
  /// Whether a pooler, such as PgBouncer, is in between, which may give each transaction another of
  /// the server's sessions.
  public let isPooled: Bool
  let loop: EventLoop
  let policy: StatementPolicy
  let pipeline: Pipeline
  let handle: LibPQ.Handle
  private let sink: NoticeSink
  let needsWrites: Bool
  private let observe: @Sendable (PostgresEvent) -> Void
  var registration: Registration?
  private var deadlines: LoopTimer?
  // Unchecked: touched at each statement, on the loop only, and never while it is being changed.
  @exclusivity(unchecked) var isEndOfTurnScheduled = false
  @exclusivity(unchecked) var isFlushScheduled = false
  /// More is there to read, after the answers that have been read.
  @exclusivity(unchecked) var hasStepLeft = false
  /// How many statements have been answered.
  @exclusivity(unchecked) private(set) var answersGiven = 0
  @exclusivity(unchecked) var isFlushPending = false
  @exclusivity(unchecked) var isDrainScheduled = false
  /// Why it is closed, or nil while it is open.
  @exclusivity(unchecked) private(set) var closure: PostgresError?
  /// The start times of the statements that its end has left without an answer.
  @exclusivity(unchecked) private(set) var unanswered: [MonotonicTime] = []
  /// Told once when the connection ends, with the reason.
  var closed: (PostgresError) -> Void = { _ in }
  /// Notifications that a pooler sent us and that were meant for another client.
  var notificationsDropped = 0
  /// Called when the server takes no writes any more, although they were wanted.
  var demoted: () -> Void = {}
  @exclusivity(unchecked) var looksAgainAt: MonotonicTime
  /// When a statement was last answered.
  @exclusivity(unchecked) private var answeredAt: MonotonicTime
  /// Whether its server is known to take no writes any more; its pool says so.
  @exclusivity(unchecked) var isDemoted = false
  /// The transaction that uses it alone.
  weak var transaction: TransactionSession?

  /// Takes over a handle that has just connected.
  init(
    _ handle: LibPQ.Handle, _ sink: NoticeSink, on loop: EventLoop, _ policy: StatementPolicy,
    preparesStatements: Bool, isPooled: Bool, needsWrites: Bool,
    observe: @escaping @Sendable (PostgresEvent) -> Void
  ) throws(PostgresError) {
    self.handle = handle
    self.preparesStatements = preparesStatements
    self.isPooled = isPooled
    process = handle.backendProcess
    self.sink = sink
    self.loop = loop
    self.policy = policy
    self.needsWrites = needsWrites
    looksAgainAt = loop.now.advanced(by: Self.lookingInterval)
    answeredAt = loop.now
    self.observe = observe
    pipeline = Pipeline(
      handle, preparesStatements: preparesStatements,
      batchStatementsMax: policy.batchStatementsMax, waitsForBatches: isPooled)
    guard handle.setNonblocking(), handle.enterPipelineMode() else {
      throw PostgresError(.connection(reason: handle.errorMessage), isSafeToRetry: true)
    }
    do {
      registration = try loop.register(handle.socket, handler: self)
    } catch {
      throw PostgresError(.connection(reason: error.description), isSafeToRetry: true)
    }
    deadlines = loop.makeTimer { [weak self] in self?.checkDeadlines() }
    pipeline.completed = { [unowned self] operation in
      answeredAt = loop.now
      answersGiven += 1
      measure(operation)
      reportIfSlow(operation)
    }
    pipeline.sentAgain = { [unowned self] operation in sent(operation) }
  }

  /// The encoding of the database, such as `UTF8`. A text that it cannot store is an error of the
  /// statement.
  public var databaseEncoding: String { handle.serverEncoding }
  /// Such as 150014 for 15.14; 0 when it is not known.
  public var serverVersion: Int { handle.serverVersion }

  /// Whether it can take statements.
  public var isOpen: Bool { closure == nil }

  /// Ends the session now; statements in flight fail.
  public func close() {
    loop.preconditionCurrent()
    end(Self.deliberate, isDeliberate: true)
  }

  private static let deliberate = PostgresError(
    .connection(reason: "the connection was closed"), isSafeToRetry: true)

  /// Whether the last caller left nothing behind: only then may another caller use it.
  var isClean: Bool {
    isOpen && pipeline.isUnused && handle.transactionState == .idle
  }

  /// Its socket, or -1 when it is closed.
  var descriptor: Int32 { closure == nil ? handle.socket : -1 }

  var isInTransaction: Bool { isOpen && handle.transactionState != .idle }

  // MARK: Sending

  /// Runs one statement. `deadline` ends the connection when it passes.
  ///
  /// Everything is checked inside the continuation, where no other task runs in between.
  func run(
    _ call: StatementCall, deadline: MonotonicTime, isRepeatable: Bool,
    sharesBatch: Bool = false
  ) async -> StatementOperation.Outcome {
    loop.preconditionCurrent()
    return await withUnsafeContinuation { continuation in
      if let refusal = readied(for: call.effect) ?? refusalBesideScript {
        return continuation.resume(returning: .failure(refusal))
      }
      let operation = StatementOperation(
        call, startedAt: loop.now, deadline: deadline, isRepeatable: isRepeatable,
        continuation: continuation)
      operation.sharesBatch = sharesBatch
      operation.caller = policy.watch?.caller()
      do throws(PostgresError) {
        try pipeline.send(operation)
        sent(operation)
      } catch {
        if case .encoding = error.kind { return continuation.resume(returning: .failure(error)) }
        end(error)
      }
    }
  }

  /// Runs several statements as one text.
  func run(
    script: String, of session: TransactionSession? = nil, deadline: MonotonicTime,
    isRepeatable: Bool
  ) async -> Result<Void, PostgresError> {
    loop.preconditionCurrent()
    await settle()
    return await withUnsafeContinuation { continuation in
      if let refusal = readied(for: .write) ?? refusal(of: script, session) {
        return continuation.resume(returning: .failure(refusal))
      }
      let operation = ScriptOperation(
        startedAt: loop.now, deadline: deadline, isRepeatable: isRepeatable,
        continuation: continuation)
      guard pipeline.send(script: script, as: operation) else {
        return end(PostgresError(.connection(reason: handle.errorMessage)))
      }
      sent(operation)
    }
  }

  /// Begins a copy; returns why not, or nil.
  func start(
    _ operation: CopyOperation, _ text: SQL, of session: TransactionSession?
  ) -> PostgresError? {
    if let refusal = readied(for: .write) ?? refusalToBeAlone(session) { return refusal }
    guard pipeline.send(copy: text, as: operation) else {
      end(PostgresError(.connection(reason: handle.errorMessage)))
      return nil
    }
    sent(operation)
    return nil
  }

  /// Sends bytes of a copy, and waits until they have left: other work of the loop comes in
  /// between, also where the socket takes everything at once.
  func put(_ piece: [UInt8], of operation: CopyOperation) async {
    guard isOpen, handle.putCopyData(piece) else {
      return end(PostgresError(.connection(reason: handle.errorMessage)))
    }
    flush()
    await loop.nextTurn()
    await operation.wait { isFlushPending && operation.takesRows }
  }

  /// Ends a copy; with a flaw nothing of it is kept.
  func endRows(of operation: CopyOperation, _ flaw: PostgresError?) {
    operation.endRows()
    guard isOpen, handle.putCopyEnd(failing: flaw?.kind.description) else {
      return end(PostgresError(.connection(reason: handle.errorMessage)))
    }
    flush()
  }

  /// Waits for the end of a batch whose reads are answered already: their callers may go on
  /// before the server has said that the batch is over.
  func settle() async {
    await withUnsafeContinuation { continuation in
      guard isOpen, let end = pipeline.endAnsweredBatch() else { return continuation.resume() }
      end.wait(continuation)
      scheduleFlush()
    }
  }

  private func refusal(of script: String, _ session: TransactionSession?) -> PostgresError? {
    guard !script.utf8.contains(0) else {
      return PostgresError(.encoding(reason: "a script with U+0000"))
    }
    return refusalToBeAlone(session)
  }

  /// Another task may have begun a transaction while this one waited for the end of a batch.
  private func refusalToBeAlone(_ session: TransactionSession?) -> PostgresError? {
    guard transaction === session else {
      return PostgresError(.misuse(reason: "a transaction has this connection for itself"))
    }
    guard pipeline.isUnused, pipeline.pendingBegin == nil else {
      return PostgresError(.misuse(reason: "a script needs the connection for itself"))
    }
    return nil
  }

  private var refusalBesideScript: PostgresError? {
    guard pipeline.runsScript else { return nil }
    return PostgresError(.misuse(reason: "a script or a copy has this connection for itself"))
  }

  /// Returns why nothing can be sent, or nil.
  ///
  /// The end of a session that ended while idle has arrived already. A write must not be sent into
  /// it, because afterwards it would be unknown whether the write has taken effect.
  private func readied(for effect: Effect) -> PostgresError? {
    if effect == .write, isOpen, pipeline.isIdle, SocketPeek.hasInput(handle.socket) {
      drain()
    }
    return unavailability ?? pipeline.refusedBegin
  }

  /// The error for callers after the end: nothing of theirs was sent.
  var unavailability: PostgresError? {
    guard let closure else { return nil }
    return PostgresError(.connection(reason: closure.kind.description), isSafeToRetry: true)
  }

  private func scheduleFlush() {
    isFlushScheduled = true
    scheduleEndOfTurn()
  }

  func scheduleEndOfTurn() {
    guard !isEndOfTurnScheduled else { return }
    isEndOfTurnScheduled = true
    loop.atEndOfTurn(self)
  }

  private func sent(_ operation: Operation) {
    scheduleFlush()
    if let armed = deadlines?.deadline, armed <= operation.deadline { return }
    deadlines?.arm(at: operation.deadline)
  }

  // MARK: Ending

  /// One timer for all: it looks at everything in flight when the earliest deadline comes up.
  private func checkDeadlines() {
    guard isOpen else { return }
    // The answer may lie in the socket already when the loop itself was held up.
    drain()
    guard isOpen, let earliest = pipeline.earliestDeadline else { return }
    // There is more in the socket than was read in one go: it is looked at once more.
    let limit = isDrainScheduled ? earliest.advanced(by: Self.grace) : earliest
    guard limit <= loop.now else {
      deadlines?.arm(at: min(limit, max(earliest, loop.now.advanced(by: .milliseconds(10)))))
      return
    }
    end(PostgresError(.timeout, isSafeToRetry: true))
  }

  private static let grace = Duration.milliseconds(200)

  /// Since when nothing is answered that is waited for; nil when nothing is.
  var waitsSince: MonotonicTime? { pipeline.inFlight.first.map { max($0.startedAt, answeredAt) } }

  /// Gives the connection up: nothing that still arrives on it can be mistaken for an answer.
  func end(_ reason: PostgresError, isDeliberate: Bool = false) {
    guard closure == nil else { return }
    closure = reason
    registration?.cancel()
    deadlines?.cancel()
    handle.finish()
    let orphans = pipeline.abandon()
    for operation in orphans { abandon(operation, reason) }
    unanswered = orphans.filter { !($0 is BatchEnd) }.map(\.startedAt)
    if !isDeliberate { observe(.lost(process: process, reason, inFlight: unanswered.count)) }
    closed(reason)
  }

  private func abandon(_ operation: Operation, _ reason: PostgresError) {
    var error = reason
    if case .timeout = reason.kind, operation.deadline > loop.now {
      error = PostgresError(.connection(reason: "given up, another statement took too long"))
    }
    error.isSafeToRetry = operation.isRepeatable || !operation.wasSent
    error.statement = nil
    operation.fail(error)
    if !(operation is BatchEnd) { measure(operation) }
    operation.finish()
  }

  private func measure(_ operation: Operation) {
    guard policy.meter != nil || operation.caller != nil else { return }
    let (name, failure) = (operation.name, operation.failure)
    let nanoseconds = loop.now.nanoseconds - operation.startedAt.nanoseconds
    policy.meter?.ended(name, nanoseconds: nanoseconds, failure: failure)
    if let caller = operation.caller {
      policy.watch?.ended(name, of: caller, nanoseconds: nanoseconds, failure: failure)
    }
  }

  private func reportIfSlow(_ operation: Operation) {
    let took = loop.now - operation.startedAt
    guard took >= policy.slowAfter else { return }
    observe(
      .statementSlow(operation.name, text: operation.text, took: took, caller: operation.caller))
  }
}
