/// A half-open range of bytes in a head.
///
/// Two 16-bit positions, because a head never passes 65,535 bytes (`RequestParser` checks the
/// limit): a field costs 8 bytes.
struct ByteRange: Sendable, Equatable {
  private let lower: UInt16
  private let upper: UInt16

  init(_ start: Int, _ end: Int) {
    lower = UInt16(truncatingIfNeeded: start)
    upper = UInt16(truncatingIfNeeded: end)
  }

  var start: Int { Int(lower) }
  var end: Int { Int(upper) }
  var count: Int { end - start }
}

/// Where the name and the trimmed value of one field stand.
struct FieldSpan: Sendable {
  let name: ByteRange
  let value: ByteRange
}

extension UnsafeRawBufferPointer {
  /// The bytes of `range`, or none when it does not lie inside.
  @inline(__always)
  func slice(_ range: ByteRange) -> UnsafeRawBufferPointer { slice(range.start, range.end) }

  @inline(__always)
  func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    guard 0 <= start, start <= end, end <= count else { return .init(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}
