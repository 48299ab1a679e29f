/// A statement with its parameters and the receiver of its rows, whose types are hidden here.
///
/// The code below it is compiled once for all statements. The few lines above it, which know the
/// types, are compiled where they are used: looking up a type at run time costs a hundred
/// nanoseconds, and each layer would look up some.
public struct StatementCall {
  let text: SQL
  let name: StatementName
  let effect: Effect
  let isLong: Bool
  let isPrepared: Bool
  /// Rows beyond this number are not decoded.
  let rowsMax: Int32
  /// Writes the parameters.
  let bind: (inout ParameterEncoder) -> Void
  /// Nil if the rows, if any, are ignored.
  let rows: RowReceiver?

  @usableFromInline
  init(
    _ text: SQL, _ name: StatementName, _ effect: Effect, isLong: Bool, isPrepared: Bool,
    rowsMax: Int32,
    rows: RowReceiver?, bind: @escaping (inout ParameterEncoder) -> Void
  ) {
    self.text = text
    self.name = name
    self.effect = effect
    self.isLong = isLong
    self.isPrepared = isPrepared
    self.rowsMax = rowsMax
    self.rows = rows
    self.bind = bind
  }
}

/// Takes the rows of a statement, all at once; once more when another try has found others.
@usableFromInline typealias RowReceiver = (borrowing FoundRows) throws(PostgresError) -> Void

/// The rows of a statement, while libpq still holds them. It must not be kept.
@usableFromInline struct FoundRows: ~Copyable {
  private let answer: LibPQ.Answer
  private let rowCount: Int32

  /// - Parameter rowsMax: rows beyond this number are not decoded.
  init(_ answer: LibPQ.Answer, rowsMax: Int32) {
    self.answer = answer
    rowCount = min(rowsMax, answer.rowCount)
  }

  /// How many rows there are.
  @usableFromInline var count: Int { Int(rowCount) }

  /// Hands out one row after the other, each of whose columns `decode` reads once, left to right.
  ///
  /// - Throws: what `decode` throws, and `.decoding` when it leaves a column of the first row
  ///   unread.
  @usableFromInline func forEach(
    _ decode: (inout RowDecoder) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    let columnCount = answer.columnCount
    for row in 0..<rowCount {
      var decoder = RowDecoder(answer, row: row, columnCount: columnCount)
      try decode(&decoder)
      if row == 0 { try decoder.finish() }
    }
  }
}

/// The effect of a statement besides its rows.
public struct StatementOutcome: Sendable {
  /// How many rows it inserted, changed, deleted or found; only for statements whose rows are not
  /// decoded.
  public internal(set) var affected = 0
  var commandTag = ""
}

extension Statement {
  @inlinable
  func call(
    _ parameters: Parameters, rowsMax: Int32 = .max, rows: RowReceiver? = nil
  ) -> StatementCall {
    StatementCall(
      text, name, effect, isLong: isLong, isPrepared: isPrepared, rowsMax: rowsMax, rows: rows
    ) { [bind] encoder in bind(parameters, &encoder) }
  }
}
