extension ParameterEncoder {
  /// Appends an array of one dimension; nil elements are null.
  ///
  /// For `text[]` and `int8[]` without nulls, `textArray` and `int8Array` cost less.
  public mutating func array<Value>(_ value: [Value?]?, of element: ArrayElement<Value>) {
    guard let value else { return null(element.arrayType) }
    let header = BinaryArray.headerOctets
    append(value, of: element, headerOctets: header) { octets, hasNull in
      BinaryArray.appendHeader(
        to: &octets, count: value.count, element: element.type, hasNull: hasNull)
    }
  }

  /// Appends an array of any number of dimensions.
  public mutating func multidimensionalArray<Value>(
    _ value: MultidimensionalArray<Value>?, of element: ArrayElement<Value>
  ) {
    guard let value else { return null(element.arrayType) }
    let header = 12 + 8 * value.lengths.count
    append(value.elements, of: element, headerOctets: header) { octets, hasNull in
      octets.append(bigEndian: UInt32(value.lengths.count))
      octets.append(bigEndian: (hasNull ? 1 : 0) as UInt32)
      octets.append(bigEndian: element.type)
      for (length, lowerBound) in zip(value.lengths, value.lowerBounds) {
        octets.append(bigEndian: UInt32(truncatingIfNeeded: length))
        octets.append(bigEndian: lowerBound)
      }
    }
  }

  /// Measures all elements before the first is copied.
  private mutating func append<Value>(
    _ value: [Value?], of element: ArrayElement<Value>, headerOctets: Int,
    header: (inout [UInt8], _ hasNull: Bool) -> Void
  ) {
    var count = headerOctets
    var hasNull = false
    for item in value {
      count += 4
      guard let item else {
        hasNull = true
        continue
      }
      switch element.measure(item) {
      case .octets(let octets): count += octets
      case .refused(let reason): return refuse(reason)
      }
    }
    append(element.arrayType, count: count) { octets in
      header(&octets, hasNull)
      for item in value { Self.append(item, of: element, to: &octets) }
    }
  }

  private static func append<Value>(
    _ item: Value?, of element: ArrayElement<Value>, to octets: inout [UInt8]
  ) {
    guard let item else { return octets.append(bigEndian: -1 as Int32) }
    let place = octets.count
    octets.append(bigEndian: 0 as Int32)
    element.write(item, &octets)
    let length = Int32(truncatingIfNeeded: octets.count - place - 4)
    withUnsafeBytes(of: length.bigEndian) { octets.replaceSubrange(place..<place + 4, with: $0) }
  }
}
