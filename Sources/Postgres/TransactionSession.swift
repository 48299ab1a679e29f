import EventLoop

/// One transaction's life on the connection that it has for itself.
///
/// Belongs to the connection's loop, which `@unchecked Sendable` promises.
final class TransactionSession: @unchecked Sendable {
  /// The transaction that the current task is in, so that nesting is refused: it would wait for a
  /// second connection while it holds one, which can block all of them for good.
  @TaskLocal static var current: TransactionSession?

  let connection: Connection
  private let mode: TransactionMode
  private(set) var isOver = false
  /// The first failure of a statement. PostgreSQL refuses everything after it.
  private(set) var failure: PostgresError?

  init(_ connection: Connection, _ mode: TransactionMode) {
    self.connection = connection
    self.mode = mode
  }

  /// Runs `body` between `begin` and `commit`; when it throws, rolls back and throws that.
  func run<Value: Sendable>(
    _ body: (Transaction) async throws -> Value
  ) async throws -> Value {
    guard Self.current?.isOver != false, connection.transaction == nil else {
      throw PostgresError(.misuse(reason: "a transaction inside another"))
    }
    guard connection.pipeline.isIdle else {
      throw PostgresError(.misuse(reason: "a transaction needs the connection for itself"))
    }
    connection.transaction = self
    connection.pipeline.begin(mode.begin)
    defer {
      connection.pipeline.endTransaction()
      connection.transaction = nil
    }
    let value: Value
    do {
      value = try await Self.$current.withValue(self) { try await body(Transaction(self)) }
    } catch {
      await rollBack()
      throw error
    }
    try await commit()
    return value
  }

  func run(_ call: StatementCall) async throws(PostgresError) -> StatementOutcome {
    try checkUse()
    let tally = connection.policy.tally
    tally?.begin()
    defer { tally?.end() }
    let allowance = connection.policy.deadline(of: call.effect)
    let deadline = connection.loop.now.advanced(by: allowance)
    return try remember(await connection.run(call, deadline: deadline, isRepeatable: true))
  }

  func run<Row, Rows: Sequence>(
    copy statement: CopyStatement<Row>, _ rows: Rows, deadline: Duration
  ) async throws(PostgresError) -> Int where Rows.Element == Row {
    try checkUse()
    try await openForScript()
    let deadline = connection.loop.now.advanced(by: deadline)
    return try remember(await connection.run(copy: statement, rows, of: self, deadline: deadline))
  }

  func run(script: String, deadline: Duration) async throws(PostgresError) {
    try checkUse()
    try await openForScript()
    let deadline = connection.loop.now.advanced(by: deadline)
    try remember(
      await connection.run(
        script: script, of: self, deadline: deadline, isRepeatable: true))
    if let unavailability = connection.unavailability {
      failure = failure ?? unavailability
      throw unavailability
    }
    guard connection.isInTransaction else {
      let error = PostgresError(.misuse(reason: "the script has ended the transaction"))
      failure = failure ?? error
      throw error
    }
  }

  /// A script cannot share a pipeline batch, so `begin` goes out alone.
  private func openForScript() async throws(PostgresError) {
    guard connection.pipeline.pendingBegin != nil else { return }
    _ = try await run(Self.nothing.call(()))
  }

  private func checkUse() throws(PostgresError) {
    guard !isOver else { throw PostgresError(.misuse(reason: "the transaction is over")) }
    guard !Task.isCancelled else { throw PostgresError(.cancelled) }
  }

  private func remember<Value>(
    _ outcome: Result<Value, PostgresError>
  ) throws(PostgresError) -> Value {
    if case .failure(let error) = outcome, failure == nil { failure = error }
    return try outcome.get()
  }
}

// MARK: - The end

extension TransactionSession {
  private static let nothing = unprepared("select", "begin")
  private static let commit = unprepared("commit", "commit")
  private static let rollback = unprepared("rollback", "rollback")

  private static func unprepared(
    _ text: SQL, _ name: StaticString
  ) -> Statement<Void, Void> {
    var statement = Statement<Void, Void>(text, effect: .write)
    statement.name = StatementName(command: name)
    statement.isPrepared = false
    return statement
  }

  /// Whether nothing was ever sent, or the server has refused to begin.
  private var isUnbegun: Bool {
    connection.pipeline.pendingBegin != nil || connection.pipeline.refusedBegin != nil
  }

  private func commit() async throws(PostgresError) {
    isOver = true
    // The body went on after a failure that PostgreSQL does not go on after.
    if let failure {
      await rollBack()
      throw failure
    }
    guard !isUnbegun else { return }
    if let unavailability = connection.unavailability { throw unavailability }
    let tally = connection.policy.tally
    tally?.begin()
    defer { tally?.end() }
    let deadline = connection.loop.now.advanced(by: connection.policy.writeDeadline)
    switch await connection.run(Self.commit.call(()), deadline: deadline, isRepeatable: false) {
    case .success(let outcome): try check(tag: outcome.commandTag)
    case .failure(let error): try rejectCommit(error)
    }
  }

  private func check(tag: String) throws(PostgresError) {
    guard tag == "COMMIT" else {
      throw PostgresError(.misuse(reason: "the transaction was rolled back by its body"))
    }
  }

  /// A refusal says that the server rolled back; anything else says nothing at all, and that must
  /// not be mistaken for a failure: the transaction may be committed. Unless COMMIT was not sent,
  /// which is the only connection failure here that is safe to retry.
  private func rejectCommit(_ error: PostgresError) throws(PostgresError) {
    if case .connection = error.kind, error.isSafeToRetry { throw error }
    if error.isRefusal { throw error }
    guard !mode.isReadOnly else { return }
    throw PostgresError(.commitOutcomeUnknown(reason: error.kind.description))
  }

  /// Works in a cancelled task too. A connection that cannot roll back is given up, which rolls
  /// back as well.
  private func rollBack() async {
    isOver = true
    guard !isUnbegun, connection.isOpen else { return }
    let deadline = connection.loop.now.advanced(by: connection.policy.writeDeadline)
    let outcome = await connection.run(
      Self.rollback.call(()), deadline: deadline, isRepeatable: false)
    if case .failure(let error) = outcome { connection.end(error) }
  }
}
