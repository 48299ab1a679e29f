extension ParameterEncoder {
  /// Appends a `text[]`.
  public mutating func textArray(_ value: [String]?) {
    guard let value else { return null(TypeOID.textArray) }
    guard !value.contains(where: { $0.utf8.contains(0) }) else { return refuse(Self.containsNUL) }
    let count = BinaryArray.headerBytes + value.reduce(0) { $0 + 4 + $1.utf8.count }
    append(TypeOID.textArray, count: count) { bytes in
      BinaryArray.appendHeader(to: &bytes, count: value.count, element: TypeOID.text)
      for element in value {
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: element.utf8.count))
        bytes.append(contentsOf: element.utf8)
      }
    }
  }

  /// Appends an `int8[]`.
  public mutating func int8Array(_ value: [Int64]?) {
    guard let value else { return null(TypeOID.int8Array) }
    append(TypeOID.int8Array, count: BinaryArray.headerBytes + value.count * 12) { bytes in
      BinaryArray.appendHeader(to: &bytes, count: value.count, element: TypeOID.int8)
      for element in value {
        bytes.append(bigEndian: 8 as UInt32)
        bytes.append(bigEndian: element)
      }
    }
  }

  /// Appends an array of one dimension; nil elements are null.
  ///
  /// For `text[]` and `int8[]` without nulls, `textArray` and `int8Array` cost less.
  public mutating func array<Value>(_ value: [Value?]?, of element: ArrayElement<Value>) {
    guard let value else { return null(element.arrayType) }
    // All elements are measured before the first is copied.
    var count = BinaryArray.headerBytes
    var hasNull = false
    for item in value {
      count += 4
      guard let item else {
        hasNull = true
        continue
      }
      switch element.measure(item) {
      case .bytes(let bytes): count += bytes
      case .refused(let reason): return refuse(reason)
      }
    }
    append(element.arrayType, count: count) { bytes in
      BinaryArray.appendHeader(
        to: &bytes, count: value.count, element: element.type, hasNull: hasNull)
      for item in value { Self.append(item, of: element, to: &bytes) }
    }
  }

  private static func append<Value>(
    _ item: Value?, of element: ArrayElement<Value>, to bytes: inout [UInt8]
  ) {
    guard let item else { return bytes.append(bigEndian: -1 as Int32) }
    let place = bytes.count
    bytes.append(bigEndian: 0 as Int32)
    element.write(item, &bytes)
    let length = Int32(truncatingIfNeeded: bytes.count - place - 4)
    withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
  }
}
