/// A half-open range of octets in a head.
///
/// Two 16-bit positions, because a head never passes 65,535 octets (`RequestParser` checks the
/// limit): a field costs 8 octets.
struct OctetRange: Sendable, Equatable {
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
  let name: OctetRange
  let value: OctetRange
}

extension UnsafeRawBufferPointer {
  /// The octets of `range`, or none when it does not lie inside.
  @inline(__always)
  func slice(_ range: OctetRange) -> UnsafeRawBufferPointer { slice(range.start, range.end) }

  @inline(__always)
  func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    guard 0 <= start, start <= end, end <= count else { return .init(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}
