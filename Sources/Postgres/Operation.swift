import EventLoop

/// One statement on its way: sent, and not yet answered to the end.
///
/// A write's answers are complete with the sync that ends its pipeline batch, not before: it
/// commits there, and a deferred constraint can still refuse it there. A read that shares its
/// batch is complete with its own last row.
class Operation {
  let startedAt: MonotonicTime
  let deadline: MonotonicTime
  /// Whether doing it again cannot take effect twice: a read, or inside a transaction that is not
  /// yet being committed.
  let isRepeatable: Bool
  /// Whether it certainly has no effect if its connection is lost, although it cannot be repeated.
  final var isUndoneByLoss = false
  /// Whether its plan was made for it just now, and cannot be out of date.
  var hasFreshPlan = false
  /// Answers still to come for commands sent before it in the same batch (`begin`, prepare).
  var leadingAnswers = 0
  /// The `begin` that goes before it.
  var begin: StaticString?
  /// Whether any of it has been handed to the library.
  var wasSent = false
  /// Whether a `begin` goes before it and is not answered yet.
  var awaitsBegin = false
  /// The caller whose statement is watched.
  final var caller: (any AnyObject & Sendable)?
  /// The plan it uses, so that a stale one is forgotten.
  var plan: Plan?
  /// Whether others may be sent before and after it in the same batch; see ``Pipeline``.
  var sharesBatch = false
  /// Commands of its own whose answers have not ended: its prepare, and itself.
  var commandsLeft = 0
  /// Whether a neighbour's failure has kept the server from even looking at it.
  private(set) var wasPassedOver = false
  private(set) var failure: PostgresError?

  init(startedAt: MonotonicTime, deadline: MonotonicTime, isRepeatable: Bool) {
    self.startedAt = startedAt
    self.deadline = deadline
    self.isRepeatable = isRepeatable
  }

  /// The statement's text, for errors and events only.
  var text: String { "" }

  /// Its name in measurements; nil when it is no statement.
  var name: StatementName? { nil }

  /// Whether it is a text by the simple protocol, outside pipeline mode.
  var isScript: Bool { false }

  /// The command that is sent; nil when it is no statement.
  var command: Command? { nil }

  /// Writes its parameters.
  func bind(_ encoder: inout ParameterEncoder) {}

  /// Takes one answer of the server; the first failure stays.
  final func take(_ answer: LibPQ.Answer) {
    guard leadingAnswers == 0 else {
      leadingAnswers -= 1
      awaitsBegin = false
      return
    }
    guard failure == nil else { return }
    do throws(PostgresError) { try receive(answer) } catch { fail(error) }
  }

  /// The server has skipped one of its commands, after a failure earlier in the batch.
  final func passOver() {
    if failure == nil { wasPassedOver = true }
  }

  /// Makes it as it was before it was sent, to be sent again on its own.
  final func rewind() {
    wasPassedOver = false
    sharesBatch = false
    leadingAnswers = 0
    plan = nil
    hasFreshPlan = false
  }

  final func fail(_ error: PostgresError) {
    guard failure == nil else { return }
    failure = error
    failure?.isUndone = isUndoneByLoss
    if failure?.statement == nil { failure?.statement = text }
  }

  final func fail(_ report: ServerReport) {
    var error = PostgresError(report, statement: text, isRepeatable: isRepeatable)
    if awaitsBegin {
      error.isOfBegin = true
      // Nothing has begun, and another connection may go to the primary.
      error.isSafeToRetry = true
    } else if hasFreshPlan {
      error.isOfFreshPlan = true
    } else if plan != nil, error.isStalePlan {
      // The server has looked at the plan, and at nothing else.
      error.isSafeToRetry = true
    }
    fail(error)
  }

  /// Reads the statement's own answer.
  func receive(_ answer: LibPQ.Answer) throws(PostgresError) {}

  /// Hands the outcome to the waiting caller. Called exactly once.
  func finish() {}
}

/// A text for the server, and how it is prepared.
struct Command {
  let text: SQL
  /// Whether it has a plan that is kept.
  let isPrepared: Bool

  /// The key of its plan, with parameters of these types.
  func identity(_ types: [UInt32]) -> Plan.Identity {
    Plan.Identity(address: UInt(bitPattern: text.start), types: types)
  }
}

/// A prepared statement of one connection.
struct Plan {
  /// The text's address, and the types that the server has prepared it for: it would take the
  /// bytes of others for theirs.
  struct Identity: Hashable {
    let address: UInt
    let types: [UInt32]

    /// Hardly a text has parameters of several types.
    func hash(into hasher: inout Hasher) { hasher.combine(address) }
  }

  let identity: Identity
  /// As libpq takes it, with a NUL at its end: each statement needs it.
  let name: [CChar]
}

/// A statement whose rows are decoded while libpq still holds them.
final class StatementOperation: Operation {
  typealias Outcome = Result<StatementOutcome, PostgresError>

  private let call: StatementCall
  private let continuation: UnsafeContinuation<Outcome, Never>
  private var outcome = StatementOutcome()

  init(
    _ call: StatementCall, startedAt: MonotonicTime, deadline: MonotonicTime, isRepeatable: Bool,
    continuation: UnsafeContinuation<Outcome, Never>
  ) {
    self.call = call
    self.continuation = continuation
    super.init(startedAt: startedAt, deadline: deadline, isRepeatable: isRepeatable)
  }

  override var text: String { call.text.description }

  override var name: StatementName? { call.name }

  override var command: Command? { Command(text: call.text, isPrepared: call.isPrepared) }

  override func bind(_ encoder: inout ParameterEncoder) { call.bind(&encoder) }

  override func receive(_ answer: LibPQ.Answer) throws(PostgresError) {
    guard let rows = call.rows else {
      outcome.affected = answer.affectedRows
      outcome.commandTag = answer.commandTag
      return
    }
    try rows(FoundRows(answer, rowsMax: call.rowsMax))
  }

  override func finish() {
    continuation.resume(returning: failure.map { .failure($0) } ?? .success(outcome))
  }
}

/// A script of several statements.
final class ScriptOperation: Operation {
  typealias Outcome = Result<Void, PostgresError>

  private let continuation: UnsafeContinuation<Outcome, Never>

  init(
    startedAt: MonotonicTime, deadline: MonotonicTime, isRepeatable: Bool,
    continuation: UnsafeContinuation<Outcome, Never>
  ) {
    self.continuation = continuation
    super.init(startedAt: startedAt, deadline: deadline, isRepeatable: isRepeatable)
  }

  override var text: String { "script" }

  override var isScript: Bool { true }

  override func finish() {
    continuation.resume(returning: failure.map { .failure($0) } ?? .success(()))
  }
}

/// The sync that ends a batch of reads. Their callers do not wait for it, but no caller can have
/// the connection alone before it.
final class BatchEnd: Operation {
  private var waiters: [UnsafeContinuation<Void, Never>] = []

  init(deadline: MonotonicTime) {
    super.init(startedAt: deadline, deadline: deadline, isRepeatable: true)
  }

  override var text: String { "the end of a batch" }

  func wait(_ waiter: UnsafeContinuation<Void, Never>) { waiters.append(waiter) }

  override func finish() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
