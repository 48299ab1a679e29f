/// Statements that take effect together or not at all.
///
/// Valid inside the body that it is given to, and refused afterwards. A statement's failure ends
/// the transaction, also when the body catches it: `commit` then throws the same failure.
public struct Transaction: StatementExecutor {
  let session: TransactionSession

  init(_ session: TransactionSession) { self.session = session }

  /// Runs a statement in this transaction and returns all its rows.
  public func rows<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> [Row] {
    try await session.run(statement, parameters).rows
  }

  /// Runs a statement in this transaction and returns its first row; the others are not decoded.
  public func first<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> Row? {
    try await session.run(statement, parameters, rowsMax: 1).rows.first
  }

  /// Runs a statement in this transaction and returns how many rows it concerned.
  @discardableResult
  public func execute<Parameters>(
    _ statement: Statement<Parameters, Void>, _ parameters: Parameters
  ) async throws(PostgresError) -> Int {
    try await session.run(statement, parameters).affected
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
