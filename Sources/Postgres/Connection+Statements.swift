public import EventLoop

extension Connection: StatementExecutor {
  /// Opens a session. Call it in a task that prefers the loop.
  ///
  /// - Throws: `.connection` when there is none by the deadline.
  public static func connect(
    on loop: EventLoop, to target: ConnectionString, deadline: Duration = .seconds(2),
    policy: StatementPolicy = StatementPolicy(),
    observe: @escaping @Sendable (PostgresEvent) -> Void = { _ in }
  ) async throws(PostgresError) -> Connection {
    loop.preconditionCurrent()
    let outcome = await withUnsafeContinuation { continuation in
      let attempt = ConnectionAttempt(to: target, on: loop, policy, observe: observe) {
        continuation.resume(returning: $0)
      }
      attempt.start(deadline: deadline)
    }
    return try outcome.get()
  }

  /// Runs a statement in the pipeline.
  public func perform(_ call: StatementCall) async throws(PostgresError) -> StatementOutcome {
    try checkAlone()
    guard !Task.isCancelled else { throw PostgresError(.cancelled) }
    let deadline = loop.now.advanced(by: policy.deadline(of: call.effect))
    return try await run(replanning: call, deadline: deadline).get()
  }

  /// Runs `body` in one transaction; the connection is its own for that time.
  ///
  /// Repeats it as `mode` allows, but cannot replace a broken connection; a pool can.
  public func transaction<Value: Sendable>(
    _ mode: TransactionMode = .readWrite, _ body: (Transaction) async throws -> Value
  ) async throws -> Value {
    try await Repetition.run(mode, on: loop) { session in
      try checkAlone()
      let current = TransactionSession(self, mode)
      session = current
      return try await current.run(body)
    }
  }

  /// Runs several statements as one text by the simple protocol: for migrations, and for text that
  /// is part of the program only. Without a `begin` in it, all of it is one transaction.
  public func script(
    _ text: String, deadline: Duration = .seconds(600)
  ) async throws(PostgresError) {
    try checkAlone()
    let deadline = loop.now.advanced(by: deadline)
    try await run(script: text, deadline: deadline, isRepeatable: false).get()
  }

  /// Once would do, if the schema did not change again meanwhile.
  private static var replansMax: Int { 3 }

  /// Runs a statement outside transactions, a read in a batch with others if it `mayShare`. A plan
  /// that a change of the schema made invalid, or that was deallocated, is made again: the server
  /// refused it before doing anything.
  func run(
    replanning call: StatementCall, deadline: MonotonicTime, mayShare: Bool = true
  ) async -> StatementOperation.Outcome {
    let isRead = call.effect == .read
    var outcome = await run(
      call, deadline: deadline, isRepeatable: isRead, sharesBatch: isRead && mayShare)
    for _ in 0..<Self.replansMax {
      // Meanwhile a transaction may have begun, which it must not become part of.
      guard case .failure(let error) = outcome, error.isStalePlan, isOpen, transaction == nil else {
        return outcome
      }
      outcome = await run(call, deadline: deadline, isRepeatable: isRead)
    }
    return outcome
  }

  /// A statement beside an open transaction would become part of it.
  private func checkAlone() throws(PostgresError) {
    guard transaction == nil else {
      throw PostgresError(.misuse(reason: "a transaction has this connection for itself"))
    }
  }
}
