/// Statements that take effect together or not at all.
///
/// Valid inside the body that it is given to, and refused afterwards. A statement's failure ends
/// the transaction, also when the body catches it: `commit` then throws the same failure.
public struct Transaction: StatementExecutor {
  let session: TransactionSession

  init(_ session: TransactionSession) { self.session = session }

  /// Runs a statement in this transaction.
  public func perform(_ call: StatementCall) async throws(PostgresError) -> StatementOutcome {
    try await session.run(call)
  }

  /// Runs several statements as one text by the simple protocol: for migrations, and for text that
  /// is part of the program only.
  ///
  /// - Throws: `.misuse` when the text ends the transaction.
  public func script(
    _ text: String, deadline: Duration = .seconds(600)
  ) async throws(PostgresError) {
    try await session.run(script: text, deadline: deadline)
  }
}
