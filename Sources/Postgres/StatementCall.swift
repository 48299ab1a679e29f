/// A statement with its parameters, and what becomes of its rows; their types are known to nobody
/// else.
///
/// Everything behind it is compiled once for all statements. The few lines in front of it, which
/// know the types, are compiled where they are used: a type that is looked up while the program
/// runs costs a hundred nanoseconds, and each layer would look for some.
public struct StatementCall {
  let text: StaticString
  let effect: Effect
  let isLong: Bool
  let isPrepared: Bool
  /// Rows behind that many are not decoded.
  let rowsMax: Int32
  /// Writes the parameters.
  let bind: (inout ParameterEncoder) -> Void
  /// Nil where the rows, if any, are not looked at.
  let rows: RowReceiver?

  @usableFromInline
  init(
    _ text: StaticString, _ effect: Effect, isLong: Bool, isPrepared: Bool, rowsMax: Int32,
    rows: RowReceiver?, bind: @escaping (inout ParameterEncoder) -> Void
  ) {
    self.text = text
    self.effect = effect
    self.isLong = isLong
    self.isPrepared = isPrepared
    self.rowsMax = rowsMax
    self.rows = rows
    self.bind = bind
  }
}

/// Takes the rows of a statement, one after the other.
@usableFromInline
struct RowReceiver {
  /// Told how many rows come, and that none of another try has come before them.
  let begin: (Int) -> Void
  let take: (inout RowDecoder) throws(PostgresError) -> Void

  @usableFromInline
  init(
    begin: @escaping (Int) -> Void, take: @escaping (inout RowDecoder) throws(PostgresError) -> Void
  ) {
    self.begin = begin
    self.take = take
  }
}

/// What a statement has done besides finding rows.
public struct StatementOutcome: Sendable {
  /// How many rows it inserted, changed, deleted or found; only of statements whose rows nobody
  /// looks at.
  public internal(set) var affected = 0
  var commandTag = ""
}

extension Statement {
  @inlinable
  func call(
    _ parameters: Parameters, rowsMax: Int32 = .max, rows: RowReceiver? = nil
  ) -> StatementCall {
    StatementCall(
      text, effect, isLong: isLong, isPrepared: isPrepared, rowsMax: rowsMax, rows: rows
    ) { [bind] encoder in bind(parameters, &encoder) }
  }
}
