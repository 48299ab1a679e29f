/// A query as one value: its text, how its parameters are written, how its rows are read.
///
/// Make one `static let` for each query. The text's address and the parameters' types identify it,
/// so that it is prepared once per connection. `bind` writes the parameters in the order `$1`,
/// `$2`, ...; always the same types in the same order. `decode` reads every column once, left to
/// right.
public struct Statement<Parameters: Sendable, Row: Sendable>: Sendable {
  @usableFromInline package let text: SQL
  @usableFromInline package let effect: Effect
  /// Whether it may take so long that no other statement should wait for it: a pool runs it on a
  /// connection of its own, a read like a write.
  @usableFromInline package var isLong: Bool
  /// The name for measurements.
  @usableFromInline var name: StatementName
  @usableFromInline let bind: @Sendable (Parameters, inout ParameterEncoder) -> Void
  @usableFromInline let decode: @Sendable (inout RowDecoder) throws(PostgresError) -> Row
  /// False for commands that have no plan, such as `commit`.
  @usableFromInline var isPrepared = true

  /// Makes a statement that takes parameters and returns rows.
  ///
  /// - Parameters:
  ///   - effect: not derived from the text; a read that changes something may be run twice.
  ///   - isLong: a read that may take longer than others on its connection should wait.
  ///   - file: with the line, where it is written: its name for measurements.
  ///   - line: of that file.
  public init(
    _ text: SQL,
    effect: Effect,
    isLong: Bool = false,
    file: StaticString = #fileID,
    line: UInt32 = #line,
    bind: @escaping @Sendable (Parameters, inout ParameterEncoder) -> Void,
    decode: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Row
  ) {
    self.init(
      text, effect, StatementName(file: file, line: line), isLong: isLong, bind, decode)
  }

  fileprivate init(
    _ text: SQL,
    _ effect: Effect,
    _ name: StatementName,
    isLong: Bool = false,
    _ bind: @escaping @Sendable (Parameters, inout ParameterEncoder) -> Void,
    _ decode: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Row
  ) {
    self.text = text
    self.effect = effect
    self.name = name
    self.isLong = isLong
    self.bind = bind
    self.decode = decode
  }
}

extension Statement where Parameters == Void {
  /// Makes a statement without parameters.
  public init(
    _ text: SQL,
    effect: Effect,
    file: StaticString = #fileID,
    line: UInt32 = #line,
    decode: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Row
  ) {
    self.init(text, effect, StatementName(file: file, line: line), { _, _ in }, decode)
  }
}

extension Statement where Row == Void {
  /// Makes a statement that ignores its rows, if any.
  public init(
    _ text: SQL,
    effect: Effect,
    file: StaticString = #fileID,
    line: UInt32 = #line,
    bind: @escaping @Sendable (Parameters, inout ParameterEncoder) -> Void
  ) {
    self.init(text, effect, StatementName(file: file, line: line), bind, { _ in })
  }
}

extension Statement where Parameters == Void, Row == Void {
  /// Makes a statement without parameters that ignores its rows, if any.
  public init(
    _ text: SQL, effect: Effect, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.init(text, effect, StatementName(file: file, line: line), { _, _ in }, { _ in })
  }
}

/// Whether a statement may change something.
///
/// A pool tries a read again when its connection breaks; a read also has the shorter deadline. And
/// reads share batches: what something that calls itself a read has changed
/// may be undone after it was answered, when its neighbour fails.
///
/// A statement that takes locks, calls a function that leaves a trace (`nextval`, `pg_notify`,
/// `set_config`) or ends a session is a write too, whatever its first word is.
public enum Effect: Sendable {
  case read
  case write
}

/// The text of a statement, which lives as long as the program.
///
/// Its address identifies the statement, so that each is prepared once per connection. Make it once
/// for each query, as `Statement` says: text composed from parts is copied, and never freed.
/// `@unchecked Sendable` because its bytes are never written again.
public struct SQL: ExpressibleByStringInterpolation, CustomStringConvertible, @unchecked Sendable {
  /// UTF-8 that ends with a NUL.
  let start: UnsafePointer<UInt8>

  /// Trusted text, put together of parts that are written in the program.
  public init(stringLiteral text: String) {
    let count = text.utf8.count
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
    for (index, byte) in text.utf8.enumerated() { (copy + index).initialize(to: byte) }
    (copy + count).initialize(to: 0)
    start = UnsafePointer(copy)
  }

  /// The text that is sent.
  public var description: String { String(cString: start) }

  /// As C wants it.
  var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
  }
}
