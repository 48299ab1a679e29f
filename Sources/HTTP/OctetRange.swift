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

  /// Whether these octets are `lowercase`, an ASCII literal in lower case, in any case.
  func equals(ignoringCase lowercase: StaticString) -> Bool {
    guard count == lowercase.utf8CodeUnitCount else { return false }
    let wanted = lowercase.utf8Start
    for index in 0..<count where Octet.lowercased(self[index]) != wanted[index] { return false }
    return true
  }

  /// Whether both are equal when A to Z count as a to z.
  func equals(ignoringCase other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count
    where Octet.lowercased(self[index]) != Octet.lowercased(other[index]) {
      return false
    }
    return true
  }

  /// Whether no octet has its high bit set.
  var isASCII: Bool {
    var at = 0
    while count - at >= 8 {
      let word = loadUnaligned(fromByteOffset: at, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { return false }
      at += 8
    }
    while at < count {
      guard self[at] < 0x80 else { return false }
      at += 1
    }
    return true
  }

  /// Without SP and HTAB at both ends.
  var trimmed: UnsafeRawBufferPointer {
    var start = 0
    var end = count
    while start < end, Octet.isBlank(self[start]) { start += 1 }
    while start < end, Octet.isBlank(self[end - 1]) { end -= 1 }
    return slice(start, end)
  }

  /// The first octet from `start` on that no field value may hold, or the end.
  ///
  /// Eight octets at a time: values are most of a head, and nearly all of their octets are plain.
  func endOfFieldText(from start: Int) -> Int {
    let end = count
    var at = start
    while end - at >= 8 {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let stops = Self.belowSpace(word) | Self.deletes(word)
      guard stops != 0 else {
        at += 8
        continue
      }
      at += stops.trailingZeroBitCount >> 3
      guard self[at] == Octet.tab else { return at }
      at += 1
    }
    while at < end, Octet.isFieldText(self[at]) { at += 1 }
    return at
  }

  // Both set the high bit of each matching octet; a borrow can only mark octets above a true match,
  // so the lowest mark is always exact.
  @inline(__always)
  private static func belowSpace(_ word: UInt64) -> UInt64 {
    (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private static func deletes(_ word: UInt64) -> UInt64 {
    let difference = word ^ 0x7F7F_7F7F_7F7F_7F7F
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }
}
