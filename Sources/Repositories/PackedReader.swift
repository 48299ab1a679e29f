import Domain

/// Reads what the migrations' functions pack, from left to right, where it lies.
///
/// Numbers are big-endian, times microseconds since 2000-01-01, texts have their length in front.
/// Whatever does not fit is remembered, so that readers look once, at the end.
struct PackedReader {
  /// Between the epochs of PostgreSQL and of Unix, in microseconds.
  private static let epoch: Int64 = 946_684_800_000_000
  /// Nil where there are none.
  private let start: UnsafeRawPointer?
  private let count: Int
  private var offset = 0
  private(set) var isMalformed = false

  init(_ octets: UnsafeRawBufferPointer) { (start, count) = (octets.baseAddress, octets.count) }

  var isAtEnd: Bool { offset == count }

  /// What `read` makes of all the octets; nil when they are malformed, or too many.
  static func whole<Value>(
    _ octets: UnsafeRawBufferPointer, _ read: (inout PackedReader) -> Value?
  ) -> Value? {
    var reader = PackedReader(octets)
    guard let value = read(&reader), reader.isAtEnd, !reader.isMalformed else { return nil }
    return value
  }

  /// 0 where nothing fits.
  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer {
    guard let place = claim(MemoryLayout<Integer>.size) else { return 0 }
    return Integer(bigEndian: place.loadUnaligned(as: Integer.self))
  }

  mutating func double() -> Double { Double(bitPattern: integer()) }

  /// Nothing where they do not fit.
  mutating func octets(_ count: Int) -> UnsafeRawBufferPointer {
    take(count) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  mutating func timestamp() -> Timestamp {
    let (instant, overflows) = integer(Int64.self).addingReportingOverflow(Self.epoch)
    if overflows { isMalformed = true }
    return Timestamp(clamping: instant)
  }

  /// Nil for null.
  mutating func optionalText() -> String? {
    let count: Int32 = integer()
    guard count != -1, let part = take(Int(count)) else { return nil }
    return String(decoding: part, as: UTF8.self)
  }

  mutating func text() -> String {
    guard let text = optionalText() else {
      isMalformed = true
      return ""
    }
    return text
  }

  /// The octets of a text that is never null.
  mutating func textOctets() -> UnsafeRawBufferPointer { octets(Int(integer(Int32.self))) }

  /// Fields that stand at the same places in each, looked for once; nil where they do not fit.
  @inline(__always)
  mutating func record(_ octets: Int) -> PackedRecord? {
    claim(octets).map { PackedRecord(start: $0, count: octets) }
  }

  /// Remembers that what was read cannot be; nil in its place.
  mutating func refuse<Value>() -> Value? {
    isMalformed = true
    return nil
  }

  mutating func skip(_ count: Int) { _ = claim(count) }

  /// A text, or null, at which nobody looks.
  mutating func skipText() {
    let count: Int32 = integer()
    if count != -1 { skip(Int(count)) }
  }

  private mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    claim(count).map { UnsafeRawBufferPointer(start: $0, count: count) }
  }

  /// Where the next octets lie, if there are as many.
  @inline(__always)
  private mutating func claim(_ octets: Int) -> UnsafeRawPointer? {
    // The offset is never behind the count, so that none of this overflows.
    guard let start, octets >= 0, octets <= count &- offset else {
      return refuse()
    }
    defer { offset &+= octets }
    return start + offset
  }
}

/// A part of what a ``PackedReader`` reads, all of which is there. Held against its end all the
/// same, which costs nothing where places and sizes are known when this is compiled.
struct PackedRecord {
  fileprivate let start: UnsafeRawPointer
  fileprivate let count: Int

  @inline(__always)
  func integer<Integer: FixedWidthInteger>(_: Integer.Type, at offset: Int) -> Integer {
    let place = octets(MemoryLayout<Integer>.size, at: offset)
    return Integer(bigEndian: place.loadUnaligned(as: Integer.self))
  }

  @inline(__always)
  func number(at offset: Int) -> Int { Int(integer(Int32.self, at: offset)) }

  @inline(__always)
  func octets(_ octets: Int, at offset: Int) -> UnsafeRawBufferPointer {
    precondition(offset >= 0 && octets <= count - offset, "a field of another record")
    return UnsafeRawBufferPointer(start: start + offset, count: octets)
  }
}
