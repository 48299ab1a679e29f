/// Arrays in PostgreSQL's binary format.
///
/// Header: dimensions, null flag, element type, then for each dimension its length and lower
/// bound; then each element with its length, -1 for null. An empty array has no dimensions.
/// Nothing that the bytes say about themselves is believed before it is checked.
/// Source: PostgreSQL, `src/backend/utils/adt/arrayfuncs.c`, `array_send`.
enum BinaryArray {
  /// Of an array of one dimension.
  static let headerBytes = 20
  /// `MAXDIM`.
  static let dimensionsMax = 6

  static let brokenHeader = "a broken array header"
  static let broken = "a broken array"

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

  /// Calls `element` with the bytes of each element of an array without nulls, of one dimension.
  ///
  /// Returns what is wrong, or nil when everything fits.
  static func read(
    _ bytes: UnsafeRawBufferPointer, of isWanted: (UInt32) -> Bool,
    _ element: (UnsafeRawBufferPointer) -> String?
  ) -> String? {
    var cursor = BinaryCursor(bytes)
    guard let dimensions = cursor.int32(), cursor.int32() != nil, let type = cursor.int32() else {
      return brokenHeader
    }
    guard isWanted(UInt32(bitPattern: type)) else { return wrongElement(UInt32(bitPattern: type)) }
    guard dimensions != 0 else { return cursor.isAtEnd ? nil : broken }
    guard dimensions == 1 else { return notOneDimensional(dimensions) }
    guard let count = cursor.int32(), cursor.int32() != nil, count >= 0 else {
      return brokenHeader
    }
    for _ in 0..<count {
      guard let length = cursor.int32() else { return broken }
      guard length >= 0 else { return "null in an array" }
      guard let value = cursor.take(Int(length)) else { return broken }
      if let problem = element(value) { return problem }
    }
    return cursor.isAtEnd ? nil : broken
  }

  static func notOneDimensional(_ dimensions: Int32) -> String {
    "not one-dimensional: \(dimensions) dimensions"
  }

  static func wrongElement(_ type: UInt32) -> String {
    "an array of \(TypeOID.description(of: type))"
  }
}

/// Reads big-endian integers and stretches of bytes, never past the end.
struct BinaryCursor {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var remaining: Int { bytes.count - offset }
  var isAtEnd: Bool { remaining == 0 }

  mutating func int32() -> Int32? { integer(Int32.self) }

  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    take(MemoryLayout<Integer>.size).map { Integer(bigEndian: $0.loadUnaligned(as: Integer.self)) }
  }

  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= remaining else { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }
}

/// What an array's header says, once it is found to be possible.
struct ArrayShape {
  let element: UInt32
  let lengths: [Int]
  let lowerBounds: [Int32]
  let count: Int

  /// Reads a header, and fails when there cannot be as many elements behind it.
  init?(_ cursor: inout BinaryCursor) {
    guard let dimensions = cursor.int32(),
      (0...BinaryArray.dimensionsMax).contains(Int(dimensions)), let flags = cursor.int32(),
      flags == 0 || flags == 1, let element = cursor.int32()
    else { return nil }
    var lengths: [Int] = []
    var lowerBounds: [Int32] = []
    var count = dimensions == 0 ? 0 : 1
    for _ in 0..<dimensions {
      guard let length = cursor.int32(), length >= 0, let lowerBound = cursor.int32(),
        !lowerBound.addingReportingOverflow(length).overflow
      else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: Int(length))
      guard !overflow else { return nil }
      count = product
      lengths.append(Int(length))
      lowerBounds.append(lowerBound)
    }
    // Each element has at least its length.
    guard count <= cursor.remaining / 4 else { return nil }
    self.element = UInt32(bitPattern: element)
    self.lengths = count == 0 ? [] : lengths
    self.lowerBounds = count == 0 ? [] : lowerBounds
    self.count = count
  }
}
