/// Something that runs statements: a pool, a transaction, or one connection.
public protocol StatementExecutor: Sendable {
  /// Runs a statement whose types only its maker knows: use `rows`, `first` or `execute`.
  func perform(_ call: StatementCall) async throws(PostgresError) -> StatementOutcome
}

extension StatementExecutor {
  /// Runs a statement and returns all its rows.
  @inlinable
  public func rows<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> [Row] {
    let decode = statement.decode
    var rows: [Row] = []
    _ = try await perform(
      statement.call(parameters) { found throws(PostgresError) in
        rows = []
        rows.reserveCapacity(found.count)
        try found.forEach { row throws(PostgresError) in rows.append(try decode(&row)) }
      })
    return rows
  }

  /// Runs a statement and returns its first row, or nil when there is none; the others are not
  /// decoded.
  @inlinable
  public func first<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> Row? {
    let decode = statement.decode
    var first: Row?
    _ = try await perform(
      statement.call(parameters, rowsMax: 1) { found throws(PostgresError) in
        first = nil
        try found.forEach { row throws(PostgresError) in first = try decode(&row) }
      })
    return first
  }

  /// Runs a statement and returns how many rows it inserted, changed, deleted or found.
  @inlinable @discardableResult
  public func execute<Parameters>(
    _ statement: Statement<Parameters, Void>, _ parameters: Parameters
  ) async throws(PostgresError) -> Int {
    try await perform(statement.call(parameters)).affected
  }

  /// Runs a statement without parameters and returns all its rows.
  @inlinable
  public func rows<Row>(_ statement: Statement<Void, Row>) async throws(PostgresError) -> [Row] {
    try await rows(statement, ())
  }

  /// Runs a statement without parameters and returns its first row.
  @inlinable
  public func first<Row>(_ statement: Statement<Void, Row>) async throws(PostgresError) -> Row? {
    try await first(statement, ())
  }

  /// Runs a statement without parameters and returns how many rows it concerned.
  @inlinable @discardableResult
  public func execute(_ statement: Statement<Void, Void>) async throws(PostgresError) -> Int {
    try await execute(statement, ())
  }
}
