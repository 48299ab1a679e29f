/// Something that runs statements: a pool, a transaction, or one connection.
public protocol StatementExecutor: Sendable {
  /// Runs a statement and returns all its rows.
  func rows<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> [Row]

  /// Runs a statement and returns its first row, or nil when there is none.
  func first<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> Row?

  /// Runs a statement and returns how many rows it inserted, changed, deleted or found.
  @discardableResult
  func execute<Parameters>(
    _ statement: Statement<Parameters, Void>, _ parameters: Parameters
  ) async throws(PostgresError) -> Int
}

extension StatementExecutor {
  /// Runs a statement without parameters and returns all its rows.
  public func rows<Row>(_ statement: Statement<Void, Row>) async throws(PostgresError) -> [Row] {
    try await rows(statement, ())
  }

  /// Runs a statement without parameters and returns its first row.
  public func first<Row>(_ statement: Statement<Void, Row>) async throws(PostgresError) -> Row? {
    try await first(statement, ())
  }

  /// Runs a statement without parameters and returns how many rows it concerned.
  @discardableResult
  public func execute(_ statement: Statement<Void, Void>) async throws(PostgresError) -> Int {
    try await execute(statement, ())
  }
}
