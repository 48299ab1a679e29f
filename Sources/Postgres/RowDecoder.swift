#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the columns of one row from left to right, straight from libpq's buffer.
///
/// Each call checks the column's type: a mismatch is an error with the column's name and type,
/// never a misread value. It must not be kept after `decode` returns, and cannot be copied.
public struct RowDecoder: ~Copyable {
  private let answer: LibPQ.Answer
  private let row: Int32
  private let columnCount: Int32
  private var nextColumn: Int32 = 0

  init(_ answer: LibPQ.Answer, row: Int32, columnCount: Int32) {
    self.answer = answer
    self.row = row
    self.columnCount = columnCount
  }

  /// The next column, a `bool` that is never null.
  public mutating func bool() throws(PostgresError) -> Bool { try required(optionalBool()) }
  /// The next column, a `int2` that is never null.
  public mutating func int2() throws(PostgresError) -> Int16 { try required(optionalInt2()) }
  /// The next column, a `int4` that is never null.
  public mutating func int4() throws(PostgresError) -> Int32 { try required(optionalInt4()) }
  /// The next column, a `int8` that is never null.
  public mutating func int8() throws(PostgresError) -> Int64 { try required(optionalInt8()) }
  /// The next column, a `float8` that is never null.
  public mutating func float8() throws(PostgresError) -> Double { try required(optionalFloat8()) }
  /// The next column, of any textual type: text, varchar, name, enumerations.
  public mutating func text() throws(PostgresError) -> String { try required(optionalText()) }
  /// The next column, bytes.
  public mutating func bytea() throws(PostgresError) -> [UInt8] { try required(optionalBytea()) }
  /// The next column, a UUID: the first eight bytes and the last eight as numbers.
  public mutating func uuid() throws(PostgresError) -> (high: UInt64, low: UInt64) {
    try required(optionalUUID())
  }

  /// The next column, in microseconds since 1970-01-01T00:00:00Z; `.max` and `.min` are the
  /// infinities.
  public mutating func timestamptz() throws(PostgresError) -> Int64 {
    try required(optionalTimestamptz())
  }

}

extension RowDecoder {
  /// As `bool`, for a column that may be null.
  public mutating func optionalBool() throws(PostgresError) -> Bool? {
    try integer(TypeOID.bool, "bool", as: UInt8.self).map { $0 != 0 }
  }

  /// As `int2`, for a column that may be null.
  public mutating func optionalInt2() throws(PostgresError) -> Int16? {
    try integer(TypeOID.int2, "int2", as: Int16.self)
  }

  /// As `int4`, for a column that may be null.
  public mutating func optionalInt4() throws(PostgresError) -> Int32? {
    try integer(TypeOID.int4, "int4", as: Int32.self)
  }

  /// As `int8`, for a column that may be null.
  public mutating func optionalInt8() throws(PostgresError) -> Int64? {
    try integer(TypeOID.int8, "int8", as: Int64.self)
  }

  /// As `float8`, for a column that may be null.
  public mutating func optionalFloat8() throws(PostgresError) -> Double? {
    try integer(TypeOID.float8, "float8", as: UInt64.self).map { Double(bitPattern: $0) }
  }

  /// As `timestamptz`, for a column that may be null.
  public mutating func optionalTimestamptz() throws(PostgresError) -> Int64? {
    guard let wire = try integer(TypeOID.timestamptz, "timestamptz", as: Int64.self) else {
      return nil
    }
    guard let time = Timestamp.sinceUnixEpoch(wire: wire) else {
      throw mismatch(Timestamp.tooLate)
    }
    return time
  }

  /// As `text`, for a column that may be null.
  public mutating func optionalText() throws(PostgresError) -> String? {
    let column = try advance()
    let type = answer.typeOID(column)
    guard TypeOID.isTextual(type) else { throw mismatch(expecting: "text") }
    guard let bytes = answer.value(row, column) else { return nil }
    return try string(bytes, ofUserDefinedType: type >= TypeOID.firstUserDefined)
  }

  /// As `bytea`, for a column that may be null.
  public mutating func optionalBytea() throws(PostgresError) -> [UInt8]? {
    try bytes(TypeOID.bytea, "bytea").map { [UInt8]($0) }
  }

  /// As `uuid`, for a column that may be null.
  public mutating func optionalUUID() throws(PostgresError) -> (high: UInt64, low: UInt64)? {
    guard let bytes = try bytes(TypeOID.uuid, "uuid") else { return nil }
    guard bytes.count == 16 else { throw mismatch("\(bytes.count) bytes") }
    return (bytes.number(at: 0), bytes.number(at: 8))
  }

  /// The next column, a `bytea` of 32 bytes such as a SHA-256, without an array: four numbers of
  /// eight bytes each, or nil for null.
  public mutating func optionalDigest() throws(PostgresError) -> (
    UInt64, UInt64, UInt64, UInt64
  )? {
    guard let bytes = try bytes(TypeOID.bytea, "bytea") else { return nil }
    guard bytes.count == 32 else { throw mismatch("\(bytes.count) bytes, which are no digest") }
    return (
      bytes.number(at: 0), bytes.number(at: 8), bytes.number(at: 16), bytes.number(at: 24)
    )
  }
}

extension RowDecoder {
  /// Skips this many columns, such as the missing side of an outer join.
  public mutating func skip(_ count: Int) throws(PostgresError) {
    for _ in 0..<count { _ = try advance() }
  }

  /// Checks that the decoder has read every column: one that is forgotten is a mistake that no
  /// test of the values would show. The error names the first that was not read.
  func finish() throws(PostgresError) {
    guard nextColumn == columnCount else {
      throw mismatch(
        at: nextColumn,
        "the row has \(columnCount) columns, the decoder read \(nextColumn)")
    }
  }

  @inline(__always)
  private mutating func advance() throws(PostgresError) -> Int32 {
    let column = nextColumn
    nextColumn += 1
    guard column < columnCount else {
      throw mismatch("the row has only \(columnCount) columns")
    }
    return column
  }

  @inline(__always)
  private mutating func bytes(
    _ type: UInt32, _ name: StaticString
  ) throws(PostgresError) -> UnsafeRawBufferPointer? {
    let column = try advance()
    guard answer.typeOID(column) == type else {
      throw mismatch(expecting: name.description)
    }
    return answer.value(row, column)
  }

  mutating func bytes(
    of expected: String, where accepts: (UInt32) -> Bool
  ) throws(PostgresError) -> UnsafeRawBufferPointer? {
    let column = try advance()
    guard accepts(answer.typeOID(column)) else { throw mismatch(expecting: expected) }
    return answer.value(row, column)
  }

  private mutating func integer<Integer: FixedWidthInteger>(
    _ type: UInt32, _ name: StaticString, as: Integer.Type
  ) throws(PostgresError) -> Integer? {
    guard let bytes = try bytes(type, name) else { return nil }
    guard bytes.count == MemoryLayout<Integer>.size else {
      throw mismatch("\(bytes.count) bytes")
    }
    return Integer(bigEndian: bytes.loadUnaligned(as: Integer.self))
  }

  func required<Value>(_ value: Value?) throws(PostgresError) -> Value {
    guard let value else { throw mismatch("null, where a value is required") }
    return value
  }

  private func string(
    _ bytes: UnsafeRawBufferPointer, ofUserDefinedType isUserDefined: Bool
  ) throws(PostgresError) -> String {
    // Other types cannot contain a zero, which `read` looks for.
    if !isUserDefined, let string = String(utf8: bytes) { return string }
    switch ArrayElement.read(bytes) {
    case .value(let string): return string
    case .flaw(let flaw): throw mismatch(flaw)
    }
  }

  /// The error for the column that was read last.
  public func mismatch(_ reason: String) -> PostgresError { mismatch(at: nextColumn - 1, reason) }

  private func mismatch(expecting type: String) -> PostgresError {
    mismatch(at: nextColumn - 1, "\(type) expected", expected: type)
  }

  private func mismatch(
    at column: Int32, _ reason: String, expected: String? = nil
  ) -> PostgresError {
    let exists = column >= 0 && column < columnCount
    return PostgresError(
      .decoding(
        ColumnMismatch(
          column: Int(column), columnName: exists ? answer.columnName(column) : "",
          typeOID: exists ? answer.typeOID(column) : 0, expectedType: expected, reason: reason)))
  }
}

extension String {
  /// Nil for bytes that are not UTF-8.
  ///
  /// Decoded and compared, because decoding replaces whatever is not UTF-8 by U+FFFD, and is done
  /// in a third of the time that `String(validating:as:)` takes.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let one = decoded.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, bytes.count) == 0
    }
    guard isSame else { return nil }
    self = text
  }
}

extension UnsafeRawBufferPointer {
  /// The number in the eight bytes from here on, the highest first.
  fileprivate func number(at offset: Int) -> UInt64 {
    UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Whether one of the bytes is zero.
  var hasZero: Bool {
    guard let baseAddress else { return false }
    return memchr(baseAddress, 0, count) != nil
  }
}
