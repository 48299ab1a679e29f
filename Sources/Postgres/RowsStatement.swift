/// A statement that takes many rows at once, each parameter as an array of the values of all rows.
///
/// `bind` writes a row as it would write the parameters of a ``Statement``; the text reads the rows
/// `from \(SQL.rows(["id", "tags::text[]"]))`. An array in a row arrives as text, because
/// PostgreSQL has no arrays of arrays of different lengths: hence the cast.
public struct RowsStatement<Row: Sendable, Answer: Sendable>: Sendable {
  fileprivate let statement: Statement<ParameterColumns, Answer>
  fileprivate let bind: @Sendable (Row, inout ParameterEncoder) -> Void

  /// Makes a statement from trusted text; see ``Statement``.
  public init(
    _ text: SQL, effect: Effect, file: StaticString = #fileID, line: UInt32 = #line,
    bind: @escaping @Sendable (Row, inout ParameterEncoder) -> Void,
    decode: @escaping @Sendable (inout RowDecoder) throws(PostgresError) -> Answer
  ) {
    statement = Statement(
      text, effect: effect, file: file, line: line, bind: { $1.append($0) }, decode: decode)
    self.bind = bind
  }
}

extension RowsStatement where Answer == Void {
  /// Makes a statement that returns no rows.
  public init(
    _ text: SQL, effect: Effect, file: StaticString = #fileID, line: UInt32 = #line,
    bind: @escaping @Sendable (Row, inout ParameterEncoder) -> Void
  ) {
    self.init(text, effect: effect, file: file, line: line, bind: bind, decode: { _ in })
  }
}

extension SQL {
  /// The rows of a ``RowsStatement``, as a table in parentheses.
  ///
  /// - Parameter columns: a name for each parameter, in their order, each with its cast, if any.
  public static func rows(_ columns: [String]) -> String {
    let names = columns.map { $0.prefix { $0 != ":" } }.joined(separator: ", ")
    let parameters = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return """
      (select \(columns.joined(separator: ", "))
      from unnest(\(parameters)) as given (\(names)))
      """
  }
}

extension StatementExecutor {
  /// Runs a statement for rows, as often as their size demands, and returns all its answers.
  ///
  /// - Throws: `.encoding` for a value that cannot be sent.
  public func rows<Row, Answer>(
    _ statement: RowsStatement<Row, Answer>, _ rows: some Sequence<Row>
  ) async throws(PostgresError) -> [Answer] {
    var answers: [Answer] = []
    var columns = ParameterColumns()
    var encoder = ParameterEncoder()
    for row in rows {
      encoder.reset()
      statement.bind(row, &encoder)
      if !columns.hasRoom(for: encoder) {
        answers += try await self.rows(statement.statement, columns)
        columns = ParameterColumns()
      }
      columns.append(encoder)
    }
    if !columns.isEmpty { answers += try await self.rows(statement.statement, columns) }
    return answers
  }

  /// Runs a statement for rows, as often as their size demands.
  ///
  /// - Throws: `.encoding` for a value that cannot be sent.
  public func execute<Row>(
    _ statement: RowsStatement<Row, Void>, _ rows: some Sequence<Row>
  ) async throws(PostgresError) {
    _ = try await self.rows(statement, rows)
  }
}

/// The parameters of several rows, as arrays in PostgreSQL's binary format.
struct ParameterColumns: Sendable {
  /// Far below what a statement may have. A single row may be larger.
  static let bytesMax = ParameterEncoder.parameterBytesMax / 2
  /// The types of arrays that a row may have.
  private static let arrays = [TypeOID.textArray, TypeOID.int4Array, TypeOID.int8Array]

  struct Column: Sendable {
    /// Of an element.
    let type: UInt32
    var count = 0
    var hasNull = false
    /// The elements, each after its length.
    var elements: [UInt8] = []
  }

  private(set) var columns: [Column] = []
  private(set) var failure: String?
  private var byteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  func hasRoom(for row: ParameterEncoder) -> Bool {
    isEmpty || byteCount + row.byteCount <= Self.bytesMax
  }

  mutating func append(_ row: ParameterEncoder) {
    failure = failure ?? row.failure
    byteCount += row.byteCount
    for (index, type) in row.types.enumerated() {
      let isArray = Self.arrays.contains(type)
      if index == columns.count { columns.append(Column(type: isArray ? TypeOID.text : type)) }
      columns[index].append(isArray ? row[index].map(BinaryArray.text) : row[index])
    }
  }
}

extension ParameterColumns.Column {
  fileprivate mutating func append(_ value: ArraySlice<UInt8>?) {
    count += 1
    hasNull = hasNull || value == nil
    elements.append(bigEndian: value.map { Int32(truncatingIfNeeded: $0.count) } ?? -1)
    elements += value ?? []
  }
}

extension ParameterEncoder {
  /// Appends an array for each column.
  fileprivate mutating func append(_ columns: ParameterColumns) {
    if let failure = columns.failure { refuse(failure) }
    for column in columns.columns {
      guard let type = TypeOID.array(of: column.type) else {
        refuse("no arrays of \(TypeOID.description(of: column.type))")
        continue
      }
      append(type, count: BinaryArray.headerBytes + column.elements.count) { bytes in
        BinaryArray.appendHeader(
          to: &bytes, count: column.count, element: column.type, hasNull: column.hasNull)
        bytes += column.elements
      }
    }
  }
}

extension BinaryArray {
  /// The text of an array of texts or integers, as PostgreSQL reads it.
  ///
  /// Source: PostgreSQL documentation, "Array Input and Output Syntax".
  fileprivate static func text(_ array: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text: [UInt8] = [UInt8(ascii: "{")]
    var type = TypeOID.text
    let isElement = { (element: UInt32) in
      type = element
      return true
    }
    _ = array.withUnsafeBytes { bytes in
      read(bytes, of: isElement) { element in
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        switch (type, element) {
        case (_, nil): text += "null".utf8
        case (TypeOID.int4, let element?):
          text += "\(Int32(bigEndian: element.loadUnaligned(as: Int32.self)))".utf8
        case (TypeOID.int8, let element?):
          text += "\(Int64(bigEndian: element.loadUnaligned(as: Int64.self)))".utf8
        case (_, let element?): append(element, quotedTo: &text)
        }
        return nil
      }
    }
    text.append(UInt8(ascii: "}"))
    return text[...]
  }

  private static func append(_ element: UnsafeRawBufferPointer, quotedTo text: inout [UInt8]) {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    text.append(quote)
    for byte in element {
      if byte == quote || byte == backslash { text.append(backslash) }
      text.append(byte)
    }
    text.append(quote)
  }
}
