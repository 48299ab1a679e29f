extension RowDecoder {
  /// The next column, a `text[]` of one dimension without nulls.
  public mutating func textArray() throws(PostgresError) -> [String] {
    try required(optionalTextArray())
  }

  /// The next column, an `int8[]` of one dimension without nulls.
  public mutating func int8Array() throws(PostgresError) -> [Int64] {
    try required(optionalInt8Array())
  }

  /// The next column, an array of one dimension or nil; null elements are nil.
  ///
  /// For `text[]` and `int8[]` without nulls, `textArray` and `int8Array` cost less. An array that
  /// does not begin at index 1 is read without its bounds.
  /// - Throws: `.decoding`, also when the array has more dimensions.
  public mutating func optionalArray<Value>(
    of element: ArrayElement<Value>
  ) throws(PostgresError) -> [Value?]? {
    let expected = TypeOID.description(of: element.arrayType)
    guard let bytes = try bytes(of: expected, where: element.accepts(array:)) else { return nil }
    var values: [Value?] = []
    let problem = BinaryArray.read(bytes, of: element.accepts(element:)) { bytes in
      switch bytes.map(element.read) {
      case nil: values.append(nil)
      case .value(let value)?: values.append(value)
      case .flaw(let flaw)?: return flaw
      }
      return nil
    }
    if let problem { throw mismatch(problem) }
    return values
  }

  /// As `textArray`, for a column that may be null.
  public mutating func optionalTextArray() throws(PostgresError) -> [String]? {
    guard let bytes = try bytes(of: "text[]", where: TypeOID.isTextualArray) else { return nil }
    var strings: [String] = []
    let problem = BinaryArray.read(bytes, of: TypeOID.isTextual) { element in
      guard let element else { return Self.nullElement }
      switch ArrayElement.read(element) {
      case .value(let string): strings.append(string)
      case .flaw(let flaw): return flaw
      }
      return nil
    }
    if let problem { throw mismatch(problem) }
    return strings
  }

  /// As `int8Array`, for a column that may be null.
  public mutating func optionalInt8Array() throws(PostgresError) -> [Int64]? {
    guard let bytes = try bytes(of: "int8[]", where: { $0 == TypeOID.int8Array })
    else { return nil }
    var integers: [Int64] = []
    let problem = BinaryArray.read(bytes, of: { $0 == TypeOID.int8 }) { element in
      guard let element else { return Self.nullElement }
      guard element.count == 8 else { return "an element of \(element.count) bytes" }
      integers.append(Int64(bigEndian: element.loadUnaligned(as: Int64.self)))
      return nil
    }
    if let problem { throw mismatch(problem) }
    return integers
  }

  private static var nullElement: String { "null in an array" }
}
