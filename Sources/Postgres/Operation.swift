import EventLoop

/// One statement on its way: sent, and not yet answered to the end.
///
/// Its answers are complete with the sync that ends its pipeline segment, not before: an
/// autocommitted write commits there, and a deferred constraint can still refuse it there.
class Operation {
  let startedAt: MonotonicTime
  let deadline: MonotonicTime
  /// Whether doing it again cannot take effect twice: a read, or inside a transaction that is not
  /// yet being committed.
  let isRepeatable: Bool
  /// Answers still to come for commands sent before it in the same segment (`begin`, prepare).
  var leadingAnswers = 0
  /// Whether a `begin` goes before it and is not answered yet.
  var awaitsBegin = false
  /// The plan it uses, so that a stale one is forgotten.
  var plan: Plan?
  private(set) var failure: PostgresError?

  init(startedAt: MonotonicTime, deadline: MonotonicTime, isRepeatable: Bool) {
    self.startedAt = startedAt
    self.deadline = deadline
    self.isRepeatable = isRepeatable
  }

  /// The statement's text, for errors and events only.
  var text: String { "" }

  /// Whether it is a text by the simple protocol, outside pipeline mode.
  var isScript: Bool { false }

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

  final func fail(_ error: PostgresError) {
    guard failure == nil else { return }
    failure = error
    if failure?.statement == nil { failure?.statement = text }
  }

  final func fail(_ report: ServerReport) {
    var error = PostgresError(report, statement: text, isRepeatable: isRepeatable)
    if awaitsBegin {
      error.isOfBegin = true
      // Nothing has begun, and another connection may lead to the primary.
      error.isSafeToRetry = true
    }
    fail(error)
  }

  /// Reads the statement's own answer.
  func receive(_ answer: LibPQ.Answer) throws(PostgresError) {}

  /// Hands the outcome to whoever waits. Called exactly once.
  func finish() {}
}

/// A prepared statement of one connection.
struct Plan {
  let identity: UInt
  let name: String
}

/// What a statement brought back.
struct Answered<Row: Sendable>: Sendable {
  var rows: [Row] = []
  var affected = 0
  var commandTag = ""
}

/// A statement whose rows are decoded while libpq still holds them.
final class StatementOperation<Parameters: Sendable, Row: Sendable>: Operation {
  typealias Outcome = Result<Answered<Row>, PostgresError>

  private let statement: Statement<Parameters, Row>
  private let rowsMax: Int32
  private let continuation: UnsafeContinuation<Outcome, Never>
  private var answered = Answered<Row>()

  init(
    _ statement: Statement<Parameters, Row>, rowsMax: Int32, startedAt: MonotonicTime,
    deadline: MonotonicTime, isRepeatable: Bool,
    continuation: UnsafeContinuation<Outcome, Never>
  ) {
    self.statement = statement
    self.rowsMax = rowsMax
    self.continuation = continuation
    super.init(startedAt: startedAt, deadline: deadline, isRepeatable: isRepeatable)
  }

  override var text: String { statement.text.description }

  override func receive(_ answer: LibPQ.Answer) throws(PostgresError) {
    guard statement.decodesRows else {
      answered.affected = answer.affectedRows
      answered.commandTag = answer.commandTag
      return
    }
    let count = min(rowsMax, answer.rowCount)
    answered.rows.reserveCapacity(Int(count))
    for row in 0..<count {
      var decoder = RowDecoder(answer, row: row)
      answered.rows.append(try statement.decode(&decoder))
      if row == 0 { try decoder.finish() }
    }
  }

  override func finish() {
    continuation.resume(returning: failure.map { .failure($0) } ?? .success(answered))
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
