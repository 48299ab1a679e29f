extension ParameterEncoder {
  /// Appends an array of one dimension; nil elements are null.
  ///
  /// For `text[]` and `int8[]` without nulls, `textArray` and `int8Array` cost less.
  public mutating func array<Value>(_ value: [Value?]?, of element: ArrayElement<Value>) {
    guard let value else { return null(element.arrayType) }
    let header = BinaryArray.headerBytes
    append(value, of: element, headerBytes: header) { bytes, hasNull in
      BinaryArray.appendHeader(
        to: &bytes, count: value.count, element: element.type, hasNull: hasNull)
    }
  }

  /// Appends an array of any number of dimensions.
  public mutating func multidimensionalArray<Value>(
    _ value: MultidimensionalArray<Value>?, of element: ArrayElement<Value>
  ) {
    guard let value else { return null(element.arrayType) }
    let header = 12 + 8 * value.lengths.count
    append(value.elements, of: element, headerBytes: header) { bytes, hasNull in
      bytes.append(bigEndian: UInt32(value.lengths.count))
      bytes.append(bigEndian: (hasNull ? 1 : 0) as UInt32)
      bytes.append(bigEndian: element.type)
      for (length, lowerBound) in zip(value.lengths, value.lowerBounds) {
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: length))
        bytes.append(bigEndian: lowerBound)
      }
    }
  }

  /// Measures all elements before the first is copied.
  private mutating func append<Value>(
    _ value: [Value?], of element: ArrayElement<Value>, headerBytes: Int,
    header: (inout [UInt8], _ hasNull: Bool) -> Void
  ) {
    var count = headerBytes
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
      header(&bytes, hasNull)
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
