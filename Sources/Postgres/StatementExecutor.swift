/// Something that runs statements: a pool, a transaction, or one connection.
public protocol StatementExecutor: Sendable {
  /// Runs a statement whose types only its maker knows: use `rows`, `gather`, `first` or `execute`.
  func perform(_ call: StatementCall) async throws(PostgresError) -> StatementOutcome
}

extension StatementExecutor {
  /// Runs a statement and returns all its rows.
  @inlinable
  public func rows<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> [Row] {
    let decode = statement.decode
    return try await gather(statement, parameters) { found throws(PostgresError) in
      try found.map(decode)
    }
  }

  /// Runs a statement and returns what `gather` makes of its rows, instead of an array of them.
  ///
  /// - Parameter gather: takes the place of the statement's `decode`; is called again when another
  ///   try of the statement has found other rows.
  @inlinable
  public func gather<Parameters, Row, Whole>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters,
    _ gather: @escaping (borrowing FoundRows) throws(PostgresError) -> Whole
  ) async throws(PostgresError) -> Whole {
    var whole: Whole?
    _ = try await perform(
      statement.call(parameters) { found throws(PostgresError) in whole = try gather(found) })
    guard let whole else { throw .withoutAnswer }
    return whole
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
