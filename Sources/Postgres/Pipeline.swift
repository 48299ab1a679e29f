import EventLoop

/// The statements in flight on one connection and their answers: the protocol without the waiting.
///
/// libpq's pipeline mode: operations go out without waiting for each other and are answered in
/// order, in batches that a sync ends. Reads share a batch with the other reads of their turn:
/// the server then reads, answers and ends its transaction once for all of them, and libpq 14 to
/// 16, which write at every sync, write once. A failure makes the server skip the rest of its
/// batch; skipped statements are sent again, so that no caller sees another's failure. Everything
/// else has a batch of its own. Behind a pooler, one batch at a time: the next is written when
/// the end of the last is answered. Belongs to one connection, on its loop.
final class Pipeline {
  /// The result of taking answers.
  enum Progress {
    /// All that has arrived is taken.
    case upToDate
    /// The connection cannot be trusted any more.
    case broken(reason: String)
  }

  private let handle: LibPQ.Handle
  private let preparesStatements: Bool
  private let batchStatementsMax: Int
  /// Whether nothing is written while a batch's end is not answered. A pooler may give the
  /// session to another client at that answer, also when it has passed on the beginning of our next
  /// batch.
  private let waitsForBatches: Bool
  // Unchecked: touched at each statement, on the loop only, and never while it is being changed.
  @exclusivity(unchecked) private var awaitedEnds = 0
  @exclusivity(unchecked) private(set) var inFlight = Deque<Operation>()
  /// The statement whose `begin` is not answered. Later ones wait: they must not run outside it.
  @exclusivity(unchecked) private var beginning: Operation?
  /// Why the transaction has not begun. Nothing more of it may be sent.
  @exclusivity(unchecked) private(set) var refusedBegin: PostgresError?
  /// Statements of the batch that is still open.
  @exclusivity(unchecked) private(set) var openStatements = 0
  @exclusivity(unchecked) private var openUntil: MonotonicTime?
  /// Sent when a batch has ended: reads that were skipped after a neighbour's failure, and
  /// operations that wait for their turn behind a pooler. Never without a batch in flight.
  @exclusivity(unchecked) private var postponed = Deque<Operation>()
  @exclusivity(unchecked) private var plans: [Plan.Identity: Plan] = [:]
  private var planCount = 0
  /// Behind a pooler another client's plans may be in the same session of the server: under a name
  /// of theirs, another statement would be run in silence.
  let planPrefix = "m" + String(UInt64.random(in: .min ... .max), radix: 36) + "_"
  @exclusivity(unchecked) private var encoder = ParameterEncoder()
  /// A `begin` that goes out together with the next statement: it saves a round trip, and being
  /// in the same batch, its failure keeps the statement from running outside a transaction.
  @exclusivity(unchecked) private(set) var pendingBegin: StaticString?
  /// Told of every operation that is answered to the end, before its caller resumes.
  var completed: (Operation) -> Void = { _ in }
  /// Told of each operation that the pipeline has sent by itself: it must be flushed, and be in
  /// time.
  var sentAgain: (Operation) -> Void = { _ in }

  init(
    _ handle: LibPQ.Handle, preparesStatements: Bool, batchStatementsMax: Int,
    waitsForBatches: Bool
  ) {
    self.handle = handle
    self.preparesStatements = preparesStatements
    self.batchStatementsMax = batchStatementsMax
    self.waitsForBatches = waitsForBatches
  }

  /// Whether no statement waits for an answer; the end of a batch may be on its way.
  var isIdle: Bool { inFlight.remaining.allSatisfy { $0 is BatchEnd } && postponed.isEmpty }

  /// Whether nothing is sent, half sent or waiting.
  var isUnused: Bool { inFlight.isEmpty && postponed.isEmpty && openStatements == 0 }

  /// Whether a script or a copy is under way, outside pipeline mode.
  var runsScript: Bool { inFlight.first?.isScript == true }

  /// Has the next statement begin a transaction.
  func begin(_ begin: StaticString) { pendingBegin = begin }

  /// Forgets a `begin` that was not sent, or was refused.
  func endTransaction() {
    pendingBegin = nil
    refusedBegin = nil
  }

  /// Of all statements that are not answered; nil when there is none.
  var earliestDeadline: MonotonicTime? {
    (inFlight.remaining + postponed.remaining).map(\.deadline).min()
  }

  /// Whether the answer that comes next is that of a statement with this text.
  func isAnswering(_ text: SQL) -> Bool {
    inFlight.first?.command?.text.start == text.start
  }

  /// Encodes a statement and sends it, or keeps it until its turn comes.
  ///
  /// - Throws: `.encoding` when nothing was sent; `.connection` when the connection is broken.
  func send(_ operation: Operation) throws(PostgresError) {
    try encode(operation)
    // It belongs to this one, whichever operations are sent again meanwhile.
    operation.begin = pendingBegin
    pendingBegin = nil
    guard makeRoom(for: operation) else {
      // It fails with the others when the connection is given up.
      inFlight.append(operation)
      throw broken(operation)
    }
    guard mayWrite else { return postponed.append(operation) }
    try write(operation)
  }

  private var mayWrite: Bool {
    beginning == nil && (!waitsForBatches || awaitedEnds == 0)
  }

  private func encode(_ operation: Operation) throws(PostgresError) {
    encoder.reset()
    operation.bind(&encoder)
    if let reason = encoder.failure {
      throw PostgresError(.encoding(reason: reason), statement: operation.text)
    }
  }

  /// Sends the operation that was encoded last.
  private func write(_ operation: Operation) throws(PostgresError) {
    inFlight.append(operation)
    operation.wasSent = true
    guard let command = operation.command, sendBegin(before: operation),
      send(command, as: operation)
    else { throw broken(operation) }
    if operation.sharesBatch {
      operation.commandsLeft = operation.leadingAnswers + 1
      openStatements += 1
      openUntil = max(openUntil ?? operation.deadline, operation.deadline)
    } else {
      guard sync() else { throw broken(operation) }
    }
  }

  /// Ends a batch that it does not belong to, or requests that the earlier statements of the same
  /// batch are answered without waiting for it.
  private func makeRoom(for operation: Operation) -> Bool {
    guard operation.sharesBatch, openStatements < batchStatementsMax else {
      return endBatch()
    }
    return openStatements == 0 || handle.sendFlushRequest()
  }

  private func broken(_ operation: Operation) -> PostgresError {
    PostgresError(.connection(reason: handle.errorMessage), statement: operation.text)
  }

  /// Ends the batch that reads share, if there is one. False means that the connection is broken.
  ///
  /// libpq 14 to 16 write at once when a batch ends; newer ones wait for the flush.
  func endBatch() -> Bool {
    guard let deadline = openUntil else { return true }
    openStatements = 0
    openUntil = nil
    inFlight.append(BatchEnd(deadline: deadline))
    return sync()
  }

  private func sync() -> Bool {
    awaitedEnds += 1
    return handle.pipelineSync()
  }

  private func sendBegin(before operation: Operation) -> Bool {
    guard let begin = operation.begin else { return true }
    beginning = operation
    operation.leadingAnswers += 1
    operation.awaitsBegin = true
    return handle.sendQueryParams(begin.cString, types: [], .none)
  }

  private func send(_ command: Command, as operation: Operation) -> Bool {
    guard preparesStatements, command.isPrepared else {
      let text = command.text.cString
      return encoder.withArrays { [types = encoder.types, handle] in
        handle.sendQueryParams(text, types: types, $0)
      }
    }
    guard let plan = plan(for: command, as: operation) else { return false }
    return encoder.withArrays { [handle] in handle.sendQueryPrepared(plan.name, $0) }
  }

  /// The plan that an operation uses from here on, made before it where there is none. Nil means
  /// that the connection is broken.
  private func plan(for command: Command, as operation: Operation) -> Plan? {
    let identity = command.identity(encoder.types)
    if let plan = plans[identity] {
      operation.plan = plan
      return plan
    }
    planCount += 1
    let plan = Plan(
      identity: identity, name: Array((planPrefix + String(planCount)).utf8CString))
    guard handle.sendPrepare(plan.name, command.text.cString, types: encoder.types) else {
      return nil
    }
    plans[identity] = plan
    operation.plan = plan
    operation.hasFreshPlan = true
    operation.leadingAnswers += 1
    return plan
  }

  /// Sends a script; nothing else may be in flight. False means that the connection is broken.
  func send(script: String, as operation: ScriptOperation) -> Bool {
    inFlight.append(operation)
    operation.wasSent = true
    return handle.exitPipelineMode() && handle.sendQuery(script)
  }

  /// Sends a copy's command; nothing else may be in flight. False means that the connection is
  /// broken.
  func send(copy: SQL, as operation: CopyOperation) -> Bool {
    inFlight.append(operation)
    operation.wasSent = true
    return handle.exitPipelineMode() && handle.sendQuery(copy.description)
  }

  /// The copy that is under way.
  var copy: CopyOperation? { inFlight.first as? CopyOperation }

  /// Gives every answer that has arrived to its operation, and finishes those that are complete.
  func takeAnswers() -> Progress {
    var emptyAnswers = 0
    // While a copy takes rows the library says so again and again.
    while let operation = inFlight.first, copy?.takesRows != true, !handle.isBusy {
      guard let answer = handle.nextAnswer() else {
        emptyAnswers += 1
        guard endCommand(of: operation), emptyAnswers < 2 || operation.isScript else {
          return .broken(reason: Self.outOfStep)
        }
        continue
      }
      emptyAnswers = 0
      defer { answer.clear() }
      if let reason = take(answer, for: operation) { return .broken(reason: reason) }
    }
    return .upToDate
  }

  /// The end of one command's answers; a script as a whole ends here, and so does a read that
  /// shares its batch.
  private func endCommand(of operation: Operation) -> Bool {
    if operation.sharesBatch {
      operation.commandsLeft -= 1
      if operation.commandsLeft == 0 { complete() }
      return true
    }
    guard operation.isScript else { return true }
    guard handle.enterPipelineMode() else { return false }
    complete()
    return true
  }

  /// Returns why the connection is unusable, or nil.
  private func take(_ answer: LibPQ.Answer, for operation: Operation) -> String? {
    switch answer.status {
    case .rows, .command:
      guard !(operation is BatchEnd) else { return Self.outOfStep }
      operation.take(answer)
    case .pipelineSync:
      guard !operation.sharesBatch else { return Self.outOfStep }
      awaitedEnds -= 1
      complete()
      return sendPostponed()
    case .pipelineAborted:
      guard operation.sharesBatch || operation.failure != nil else { return Self.outOfStep }
      operation.passOver()
    case .error:
      // libpq's own errors, about the connection, have no SQLSTATE.
      guard answer.field(.sqlState) != nil else { return handle.errorMessage }
      operation.fail(ServerReport(answer))
    case .copyIn:
      guard let copy = operation as? CopyOperation else { return Self.copyIsUnexpected }
      copy.begin()
    case .unexpected: return Self.copyIsUnexpected
    }
    return nil
  }

  private static let outOfStep = "the answers are out of step"
  private static let copyIsUnexpected = "COPY is not spoken here"

  private func complete() {
    guard let operation = inFlight.popFirst() else { return }
    forgetPlan(of: operation)
    if operation === beginning { begun(by: operation) }
    if operation.sharesBatch, operation.wasPassedOver {
      postponed.append(operation)
      return
    }
    if !(operation is BatchEnd) { completed(operation) }
    operation.finish()
  }

  /// The `begin` before this statement is answered. Whatever waits for it is of the same
  /// transaction.
  private func begun(by operation: Operation) {
    beginning = nil
    guard var failure = operation.failure, failure.isOfBegin else { return }
    // It keeps others from being run, too: `fail` gives each its own name.
    failure.statement = nil
    refusedBegin = failure
    for next in postponed.removeAll() {
      next.fail(failure)
      next.finish()
    }
  }

  /// Sends the operations that have waited, and again those that the server has skipped, each in a
  /// batch of its own: the next failure concerns no other. Returns why the connection is unusable,
  /// or nil.
  private func sendPostponed() -> String? {
    while let operation = postponed.first {
      if operation.wasPassedOver { operation.rewind() }
      guard makeRoom(for: operation) else { return handle.errorMessage }
      guard mayWrite else { return nil }
      _ = postponed.popFirst()
      do throws(PostgresError) {
        try encode(operation)
        try write(operation)
      } catch {
        guard case .encoding = error.kind else { return handle.errorMessage }
        operation.fail(error)
        operation.finish()
        continue
      }
      sentAgain(operation)
    }
    return nil
  }

  /// Forgets a plan that was not made. Where the server has lost or outgrown one, it forgets all:
  /// what took the one has mostly taken others.
  private func forgetPlan(of operation: Operation) {
    guard operation.failure != nil || operation.wasPassedOver, let plan = operation.plan,
      plans[plan.identity]?.name == plan.name
    else { return }
    if operation.failure?.isStalePlan == true {
      forgetPlans()
    } else if operation.leadingAnswers > 0 {
      plans[plan.identity] = nil
    }
  }

  /// Has every statement planned again. The server's part of a plan stays until the connection's
  /// lifetime ends: libpq 15 cannot close it.
  func forgetPlans() { plans.removeAll(keepingCapacity: true) }

  /// Takes out what will never be answered.
  func abandon() -> [Operation] { inFlight.removeAll() + postponed.removeAll() }

  /// Ends the batch that is open, and returns the last end that is in flight, when all reads
  /// before it are answered.
  func endAnsweredBatch() -> BatchEnd? {
    guard isIdle, endBatch() else { return nil }
    return inFlight.remaining.last as? BatchEnd
  }
}

extension StaticString {
  /// The text as C wants it; string literals end with a NUL.
  fileprivate var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
