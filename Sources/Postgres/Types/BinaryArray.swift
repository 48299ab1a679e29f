/// Arrays in PostgreSQL's binary format.
///
/// Header: dimensions, null flag, element type, then for each dimension its length and lower
/// bound; then each element with its length, -1 for null. An empty array has no dimensions.
/// Nothing that the bytes say about themselves is believed before it is checked.
/// Source: PostgreSQL, `src/backend/utils/adt/arrayfuncs.c`, `array_send`.
enum BinaryArray {
  /// Of an array of one dimension.
  static let headerBytes = 20

  static func appendHeader(
    to bytes: inout [UInt8], count: Int, element: UInt32, hasNull: Bool = false
  ) {
    bytes.append(bigEndian: (count == 0 ? 0 : 1) as UInt32)
    bytes.append(bigEndian: (hasNull ? 1 : 0) as UInt32)
    bytes.append(bigEndian: element)
    guard count > 0 else { return }
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: count))
    bytes.append(bigEndian: 1 as UInt32)
  }

  /// Calls `element` with the bytes of each element of an array of one dimension, nil for null.
  ///
  /// Returns the mistake, or nil when everything fits.
  static func read(
    _ bytes: UnsafeRawBufferPointer, of isWanted: (UInt32) -> Bool,
    _ element: (UnsafeRawBufferPointer?) -> String?
  ) -> String? {
    var cursor = BinaryCursor(bytes)
    guard let dimensions = cursor.int32(), let flags = cursor.int32(), flags == 0 || flags == 1,
      let type = cursor.int32()
    else { return "a broken array header" }
    guard isWanted(UInt32(bitPattern: type)) else {
      return "an array of \(TypeOID.description(of: UInt32(bitPattern: type)))"
    }
    guard dimensions != 0 else { return cursor.isAtEnd ? nil : broken }
    guard dimensions == 1 else { return "not one-dimensional: \(dimensions) dimensions" }
    guard let count = cursor.int32(), cursor.int32() != nil, count >= 0 else {
      return "a broken array header"
    }
    for _ in 0..<count {
      guard let length = cursor.int32(), length >= -1 else { return broken }
      guard length >= 0 else {
        if let problem = element(nil) { return problem }
        continue
      }
      guard let value = cursor.take(Int(length)) else { return broken }
      if let problem = element(value) { return problem }
    }
    return cursor.isAtEnd ? nil : broken
  }

  private static let broken = "a broken array"
}

/// Reads big-endian integers and byte ranges, never past the end.
private struct BinaryCursor {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func int32() -> Int32? {
    take(4).map { Int32(bigEndian: $0.loadUnaligned(as: Int32.self)) }
  }

  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }
}
