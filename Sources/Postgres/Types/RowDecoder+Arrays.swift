extension RowDecoder {
  /// The next column, an array of one dimension; null elements are nil.
  ///
  /// For `text[]` and `int8[]` without nulls, `textArray` and `int8Array` cost less. An array that
  /// does not begin at index 1 is read without its bounds.
  /// - Throws: `.decoding`, also when the array has more dimensions.
  public mutating func array<Value>(
    of element: ArrayElement<Value>
  ) throws(PostgresError) -> [Value?] {
    try required(optionalArray(of: element))
  }

  /// As `array(of:)`, for a column that may be null.
  public mutating func optionalArray<Value>(
    of element: ArrayElement<Value>
  ) throws(PostgresError) -> [Value?]? {
    guard let array = try optionalMultidimensionalArray(of: element) else { return nil }
    guard array.lengths.count <= 1 else {
      throw mismatch(BinaryArray.notOneDimensional(Int32(array.lengths.count)))
    }
    return array.elements
  }

  /// The next column, an array of any number of dimensions.
  public mutating func multidimensionalArray<Value>(
    of element: ArrayElement<Value>
  ) throws(PostgresError) -> MultidimensionalArray<Value> {
    try required(optionalMultidimensionalArray(of: element))
  }

  /// As `multidimensionalArray(of:)`, for a column that may be null.
  public mutating func optionalMultidimensionalArray<Value>(
    of element: ArrayElement<Value>
  ) throws(PostgresError) -> MultidimensionalArray<Value>? {
    let expected = TypeOID.description(of: element.arrayType)
    guard let bytes = try bytes(of: expected, where: element.accepts(array:)) else { return nil }
    switch MultidimensionalArray.read(bytes, of: element) {
    case .value(let array): return array
    case .flaw(let flaw): throw mismatch(flaw)
    }
  }
}

extension MultidimensionalArray {
  /// Reads what the server sends, and believes none of it.
  static func read(
    _ bytes: UnsafeRawBufferPointer, of element: ArrayElement<Element>
  ) -> ArrayElement<Self>.Reading {
    var cursor = BinaryCursor(bytes)
    guard let shape = ArrayShape(&cursor) else { return .flaw(BinaryArray.brokenHeader) }
    guard element.accepts(element: shape.element) else {
      return .flaw(BinaryArray.wrongElement(shape.element))
    }
    var elements: [Element?] = []
    elements.reserveCapacity(shape.count)
    for _ in 0..<shape.count {
      guard let length = cursor.int32(), length >= -1 else { return .flaw(BinaryArray.broken) }
      guard length >= 0 else {
        elements.append(nil)
        continue
      }
      guard let value = cursor.take(Int(length)) else { return .flaw(BinaryArray.broken) }
      switch element.read(value) {
      case .value(let value): elements.append(value)
      case .flaw(let flaw): return .flaw(flaw)
      }
    }
    guard cursor.isAtEnd else { return .flaw(BinaryArray.broken) }
    return .value(Self(shape, elements))
  }
}
