/// The one range of bytes that a request asks for.
///
/// A value with a unit other than `bytes`, with more than one range, or malformed, asks for
/// nothing: the server answers with the whole. Fields meant for a partial answer must not cost more
/// than a whole one (CVE-2011-3192), and no client of ours reads several parts.
/// Source: RFC 9110 §14.1.2, §14.2 (a server may ignore the field).
enum RequestedRange: Equatable {
  /// From a byte on, to another one (inclusive) or to the end.
  case from(Int, through: Int?)
  /// So many bytes at the end.
  case suffix(Int)

  /// Nil when the field is to be ignored. More lines than one are no range: RFC 9110 §5.3.
  init?(_ fields: Fields) {
    guard let range = fields.onlyValue(of: "range", { Self.read(ValueReader($0)) }) ?? nil else {
      return nil
    }
    self = range
  }

  /// The half-open range of a representation of `length` bytes, at least one; nil when no byte of
  /// it is asked for (416).
  func resolved(in length: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      guard first < length else { return nil }
      return first..<(min(last ?? length - 1, length - 1) + 1)
    case .suffix(let count):
      guard count > 0, length > 0 else { return nil }
      return (length - min(count, length))..<length
    }
  }

  private static func read(_ reader: ValueReader) -> RequestedRange? {
    var reader = reader
    guard let unit = reader.token(), unit.equals(ignoringCase: "bytes"),
      reader.take(Octet.equals)
    else { return nil }
    reader.skipToMember()
    guard let range = member(&reader), reader.endsMember() else { return nil }
    reader.skipToMember()
    return reader.isAtEnd ? range : nil
  }

  /// `0-499`, `500-` or `-500`.
  private static func member(_ reader: inout ValueReader) -> RequestedRange? {
    if reader.take("-") { return reader.number().map { .suffix($0) } }
    guard let first = reader.number(), reader.take("-") else { return nil }
    guard let last = reader.number() else { return .from(first, through: nil) }
    return first <= last ? .from(first, through: last) : nil
  }
}

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

/// The positions of the name and the trimmed value of one field.
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
