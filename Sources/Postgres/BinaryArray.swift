/// One-dimensional arrays in PostgreSQL's binary format.
///
/// Header: dimensions, null flag, element type, then for each dimension its length and lower
/// bound; then each element with its length. An empty array has no dimensions.
/// Source: PostgreSQL, `src/backend/utils/adt/arrayfuncs.c`, `array_send`.
enum BinaryArray {
  static let headerOctets = 20

  static func appendHeader(to octets: inout [UInt8], count: Int, element: UInt32) {
    octets.append(bigEndian: (count == 0 ? 0 : 1) as UInt32)
    octets.append(bigEndian: 0 as UInt32)
    octets.append(bigEndian: element)
    guard count > 0 else { return }
    octets.append(bigEndian: UInt32(truncatingIfNeeded: count))
    octets.append(bigEndian: 1 as UInt32)
  }

  /// Calls `element` with the octets of each element.
  ///
  /// Returns what is wrong, or nil when everything fits.
  static func read(
    _ octets: UnsafeRawBufferPointer, _ element: (UnsafeRawBufferPointer) -> String?
  ) -> String? {
    var cursor = BinaryCursor(octets)
    guard let dimensions = cursor.int32(), cursor.int32() != nil, cursor.int32() != nil else {
      return "a broken array header"
    }
    guard dimensions != 0 else { return nil }
    guard dimensions == 1 else { return "an array of \(dimensions) dimensions" }
    guard let count = cursor.int32(), cursor.int32() != nil, count >= 0 else {
      return "a broken array header"
    }
    for _ in 0..<count {
      guard let length = cursor.int32() else { return "a broken array" }
      guard length >= 0 else { return "null in an array" }
      guard let value = cursor.take(Int(length)) else { return "a broken array" }
      if let problem = element(value) { return problem }
    }
    return nil
  }
}

/// Reads big-endian integers and stretches of octets, never past the end.
private struct BinaryCursor {
  private let octets: UnsafeRawBufferPointer
  private var offset = 0

  init(_ octets: UnsafeRawBufferPointer) { self.octets = octets }

  mutating func int32() -> Int32? {
    take(4).map { Int32(bigEndian: $0.loadUnaligned(as: Int32.self)) }
  }

  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= octets.count - offset else { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: octets[offset..<offset + count])
  }
}
