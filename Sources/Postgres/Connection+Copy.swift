import EventLoop

extension Connection {
  /// Copies rows into a table and returns how many. All of them or none are copied; the connection
  /// is this copy's own for that time.
  ///
  /// Rows are made as fast as the server takes them: memory depends neither on their number nor on
  /// the server's pace. Errors of the server are reported at the end.
  /// - Parameter deadline: for all of it.
  /// - Throws: `.encoding` for a value that cannot be sent; `.misuse` when statements are in
  ///   flight.
  @discardableResult
  public func copy<Row, Rows: Sequence & Sendable>(
    _ statement: CopyStatement<Row>, _ rows: Rows, deadline: Duration = .seconds(600)
  ) async throws(PostgresError) -> Int where Rows.Element == Row {
    guard transaction == nil else {
      throw PostgresError(.misuse(reason: "a transaction has this connection for itself"))
    }
    return try await run(
      copy: statement, rows, deadline: loop.now.advanced(by: deadline)
    ).get()
  }

  func run<Row, Rows: Sequence>(
    copy statement: CopyStatement<Row>, _ rows: Rows, of session: TransactionSession? = nil,
    deadline: MonotonicTime
  ) async -> Result<Int, PostgresError> where Rows.Element == Row {
    loop.preconditionCurrent()
    let operation = CopyOperation(
      statement.text, startedAt: loop.now, deadline: deadline, isOfTransaction: session != nil)
    await settle()
    if let refusal = start(operation, statement.text, of: session) { return .failure(refusal) }
    await operation.wait { !operation.takesRows && operation.outcome == nil }
    var pieces = CopyRows(statement, rows)
    var flaw: PostgresError?
    do throws(PostgresError) {
      while operation.takesRows, let piece = try pieces.next() {
        await put(piece, of: operation)
      }
    } catch { flaw = error }
    if operation.takesRows { endRows(of: operation, flaw) }
    await operation.wait { operation.outcome == nil }
    if let flaw { return .failure(flaw) }
    return operation.outcome ?? .failure(PostgresError(.misuse(reason: "a copy has no end")))
  }
}

extension EventLoop {
  /// Lets the loop look at its other descriptors and timers.
  func nextTurn() async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let timer = makeTimer { continuation.resume() }
      timer.arm(at: now)
    }
  }
}

extension Transaction {
  /// Copies rows into a table as a part of this transaction, and returns how many.
  ///
  /// - Parameter deadline: for all of it.
  /// - Throws: as a connection's copy does.
  @discardableResult
  public func copy<Row, Rows: Sequence & Sendable>(
    _ statement: CopyStatement<Row>, _ rows: Rows, deadline: Duration = .seconds(600)
  ) async throws(PostgresError) -> Int where Rows.Element == Row {
    try await session.run(copy: statement, rows, deadline: deadline)
  }
}
