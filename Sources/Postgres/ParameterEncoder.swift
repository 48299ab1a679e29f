/// Writes a statement's parameters in PostgreSQL's binary format, in the order `$1`, `$2`, ...
///
/// nil is null. A value that cannot be sent (see the limits) makes the whole statement fail with
/// `.encoding` before anything is sent. One encoder is reused by all statements of a connection.
public struct ParameterEncoder {
  /// Limits in bytes, so that no length can ever wrap in the protocol (the shape of
  /// CVE-2024-27304); the largest thing that is stored here is an image of 300 KB.
  static let parameterBytesMax = 1 << 20
  static let bytesMax = 8 << 20
  /// The protocol counts parameters in 16 bits.
  static let countMax = 65_535

  private(set) var types: [UInt32] = []
  private(set) var failure: String?
  /// Never empty, so that an empty text still has an address: libpq takes none for null.
  private var bytes: [UInt8] = [0]
  private var offsets: [Int] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []
  private var values: [UnsafePointer<CChar>?] = []

  init() {}

  /// Appends a `bool`.
  public mutating func bool(_ value: Bool?) {
    integer(TypeOID.bool, value.map { $0 ? 1 as UInt8 : 0 })
  }

  /// Appends a `int2`.
  public mutating func int2(_ value: Int16?) { integer(TypeOID.int2, value) }
  /// Appends a `int4`.
  public mutating func int4(_ value: Int32?) { integer(TypeOID.int4, value) }
  /// Appends a `int8`.
  public mutating func int8(_ value: Int64?) { integer(TypeOID.int8, value) }
  /// Appends a `float8`.
  public mutating func float8(_ value: Double?) { integer(TypeOID.float8, value?.bitPattern) }

  /// Appends a moment, in microseconds since 1970-01-01T00:00:00Z; `.max` and `.min` are the
  /// infinities.
  public mutating func timestamptz(microseconds: Int64?) {
    guard let microseconds else { return null(TypeOID.timestamptz) }
    guard let wire = Timestamp.wire(sinceUnixEpoch: microseconds) else {
      return refuse(Timestamp.tooEarly)
    }
    integer(TypeOID.timestamptz, wire)
  }

  /// Appends text. U+0000 is refused: PostgreSQL has no such text.
  public mutating func text(_ value: String?) {
    guard var value else { return null(TypeOID.text) }
    value.withUTF8 { utf8 in
      guard !utf8.contains(0) else { return refuse(Self.containsNUL) }
      append(TypeOID.text, count: utf8.count) { $0.append(contentsOf: utf8) }
    }
  }

  /// Appends bytes.
  public mutating func bytea(_ value: [UInt8]?) {
    guard let value else { return null(TypeOID.bytea) }
    append(TypeOID.bytea, count: value.count) { $0.append(contentsOf: value) }
  }

  /// Appends a UUID of exactly 16 bytes, most significant first.
  public mutating func uuid(_ value: [UInt8]?) {
    guard let value else { return null(TypeOID.uuid) }
    guard value.count == 16 else { return refuse("a UUID of \(value.count) bytes") }
    append(TypeOID.uuid, count: 16) { $0.append(contentsOf: value) }
  }
}

extension ParameterEncoder {
  static let containsNUL = "text with U+0000"

  private mutating func integer(_ type: UInt32, _ value: (some FixedWidthInteger)?) {
    guard let value else { return null(type) }
    append(type, count: value.bitWidth / 8) { $0.append(bigEndian: value) }
  }

  mutating func null(_ type: UInt32) { add(type, offset: 0, length: -1) }

  /// Takes at most `count` bytes. The limits are checked before a single one is copied.
  mutating func append(_ type: UInt32, count: Int, _ write: (inout [UInt8]) -> Void) {
    guard count <= Self.parameterBytesMax else {
      return refuse("\(count) bytes in one parameter, limit \(Self.parameterBytesMax)")
    }
    guard bytes.count + count <= Self.bytesMax else {
      return refuse("more than \(Self.bytesMax) bytes in all parameters")
    }
    let offset = bytes.count
    write(&bytes)
    guard let length = Int32(exactly: bytes.count - offset) else { return refuse("a length") }
    add(type, offset: offset, length: length)
  }

  private mutating func add(_ type: UInt32, offset: Int, length: Int32) {
    guard types.count < Self.countMax else {
      return refuse("more than \(Self.countMax) parameters")
    }
    types.append(type)
    offsets.append(offset)
    lengths.append(length)
  }

  /// Keeps the first reason.
  mutating func refuse(_ reason: String) {
    if failure == nil { failure = "$\(types.count + 1): \(reason)" }
  }

  /// Forgets the last statement's parameters, and memory that only a large one needed.
  mutating func reset() {
    failure = nil
    types.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: bytes.count <= 65_536)
    bytes.append(0)
  }

  /// Appends the parameters as one row of a copy: their number, then each with its length.
  func appendCopyRow(to row: inout [UInt8]) {
    row.append(bigEndian: Int16(clamping: lengths.count))
    for index in lengths.indices {
      row.append(bigEndian: lengths[index])
      row.append(contentsOf: self[index] ?? [])
    }
  }

  /// Of all parameters.
  var byteCount: Int { bytes.count }

  /// The bytes of a parameter; nil for null.
  subscript(index: Int) -> ArraySlice<UInt8>? {
    let (offset, length) = (offsets[index], Int(lengths[index]))
    return length < 0 ? nil : bytes[offset..<offset + length]
  }

  /// Lends the parameters in libpq's shape for the time of `body`.
  ///
  /// The arrays are borrowed as mutable although nothing changes them: for read-only access the
  /// compiler retains each array. Each is uniquely owned here, so that nothing is copied.
  mutating func withArrays<Value>(_ body: (borrowing ParameterArrays) -> Value) -> Value {
    while formats.count < lengths.count { formats.append(1) }
    values.removeAll(keepingCapacity: true)
    return bytes.withUnsafeMutableBytes { buffer in
      for index in lengths.indices {
        let address = buffer.baseAddress.map { UnsafeRawPointer($0 + offsets[index]) }
        values.append(lengths[index] < 0 ? nil : address?.assumingMemoryBound(to: CChar.self))
      }
      return values.withUnsafeMutableBufferPointer { values in
        lengths.withUnsafeMutableBufferPointer { lengths in
          formats.withUnsafeMutableBufferPointer { formats in
            body(
              ParameterArrays(
                count: lengths.count, values: UnsafePointer(values.baseAddress),
                lengths: UnsafePointer(lengths.baseAddress),
                formats: UnsafePointer(formats.baseAddress)))
          }
        }
      }
    }
  }
}

extension [UInt8] {
  mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}

/// The parallel arrays in which libpq takes parameters, pointing into a `ParameterEncoder`'s bytes.
struct ParameterArrays: ~Copyable {
  let count: Int
  let values: UnsafePointer<UnsafePointer<CChar>?>?
  let lengths: UnsafePointer<Int32>?
  let formats: UnsafePointer<Int32>?
}

extension ParameterArrays {
  /// Of a text that has no parameters.
  static var none: ParameterArrays {
    ParameterArrays(count: 0, values: nil, lengths: nil, formats: nil)
  }
}
