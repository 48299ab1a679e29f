/// A `copy ... from stdin` as one value: its text, and how a row is written.
///
/// The text ends in `from stdin (format binary)` and names its columns; `bind` writes as many
/// values in that order, of exactly the columns' types, because the server converts nothing here.
public struct CopyStatement<Row: Sendable>: Sendable {
  let text: SQL
  let bind: @Sendable (Row, inout ParameterEncoder) -> Void

  /// Makes a statement from trusted text.
  public init(
    _ text: SQL, bind: @escaping @Sendable (Row, inout ParameterEncoder) -> Void
  ) {
    self.text = text
    self.bind = bind
  }
}

/// Rows in the form in which the server takes them, a piece at a time.
///
/// Source: PostgreSQL documentation, COPY, "Binary Format".
struct CopyRows<Row: Sendable, Rows: Sequence> where Rows.Element == Row {
  /// Bytes of a piece, unless a single row is larger: a few dozen pages for each system call.
  private static var pieceBytes: Int { 64 << 10 }
  private static var signature: [UInt8] {
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00, 0, 0, 0, 0, 0, 0, 0, 0]
  }

  private let statement: CopyStatement<Row>
  private var rows: Rows.Iterator
  private var encoder = ParameterEncoder()
  private var piece: [UInt8] = Self.signature
  private var isAtEnd = false

  init(_ statement: CopyStatement<Row>, _ rows: Rows) {
    self.statement = statement
    self.rows = rows.makeIterator()
  }

  /// The next bytes to send; nil at the end.
  ///
  /// - Throws: `.encoding` for a value that cannot be sent.
  mutating func next() throws(PostgresError) -> [UInt8]? {
    guard !isAtEnd else { return nil }
    while piece.count < Self.pieceBytes {
      guard let row = rows.next() else {
        isAtEnd = true
        piece.append(bigEndian: -1 as Int16)
        break
      }
      encoder.reset()
      statement.bind(row, &encoder)
      if let reason = encoder.failure {
        throw PostgresError(.encoding(reason: reason), statement: statement.text.description)
      }
      encoder.appendCopyRow(to: &piece)
    }
    defer { piece.removeAll(keepingCapacity: true) }
    return piece
  }
}
