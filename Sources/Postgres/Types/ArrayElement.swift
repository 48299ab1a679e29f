/// The type of an array's elements, and how one of them is sent and read.
///
///     $1.array([1, nil, 3], of: .int4)
///     let shares = try row.optionalArray(of: .float8)
public struct ArrayElement<Value: Sendable>: Sendable {
  /// How large an element is, or why it cannot be sent.
  enum Measure {
    case bytes(Int)
    case refused(String)
  }

  /// An element that was read, or the mistake in it.
  enum Reading {
    case value(Value)
    case flaw(String)
  }

  /// Of one element.
  let type: UInt32
  /// Of the whole array.
  let arrayType: UInt32
  let measure: @Sendable (Value) -> Measure
  let write: @Sendable (Value, inout [UInt8]) -> Void
  let read: @Sendable (UnsafeRawBufferPointer) -> Reading
  /// Whether other types than its own are read as this one.
  var isTextual: Bool { type == TypeOID.text }

  func accepts(element: UInt32) -> Bool {
    element == type || isTextual && TypeOID.isTextual(element)
  }

  func accepts(array: UInt32) -> Bool {
    array == arrayType || isTextual && TypeOID.isTextualArray(array)
  }
}

extension ArrayElement where Value == Bool {
  /// `bool`.
  public static var bool: Self {
    fixed(TypeOID.bool, TypeOID.boolArray, encode: { $0 ? 1 as UInt8 : 0 }, decode: { $0 != 0 })
  }
}

extension ArrayElement where Value == Int32 {
  /// `int4`.
  public static var int4: Self {
    fixed(TypeOID.int4, TypeOID.int4Array, encode: { $0 }, decode: { $0 })
  }
}

extension ArrayElement where Value == Int64 {
  /// `int8`.
  public static var int8: Self {
    fixed(TypeOID.int8, TypeOID.int8Array, encode: { $0 }, decode: { $0 })
  }

  /// Moments, in microseconds since 1970-01-01T00:00:00Z; `.max` and `.min` are the infinities.
  public static var timestamptz: Self {
    fixed(
      TypeOID.timestamptz, TypeOID.timestamptzArray, refused: Timestamp.tooEarly,
      encode: Timestamp.wire(sinceUnixEpoch:), flaw: Timestamp.tooLate,
      decode: Timestamp.sinceUnixEpoch(wire:))
  }
}

extension ArrayElement where Value == Double {
  /// `float8`.
  public static var float8: Self {
    fixed(
      TypeOID.float8, TypeOID.float8Array, encode: { $0.bitPattern },
      decode: { Double(bitPattern: $0) })
  }
}

extension ArrayElement where Value == String {
  /// `text`; reads arrays of every textual type: varchar, name, enumerations.
  public static var text: Self {
    Self(
      type: TypeOID.text, arrayType: TypeOID.textArray,
      measure: {
        $0.utf8.contains(0) ? .refused(ParameterEncoder.containsNUL) : .bytes($0.utf8.count)
      },
      write: { $1.append(contentsOf: $0.utf8) },
      read: read)
  }

  /// Reads text. User-defined types are sent as text or in a binary format, as composites and
  /// arrays are, which always has a zero; text in PostgreSQL cannot contain U+0000.
  @Sendable static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    guard !bytes.hasZero else { return .flaw("bytes that are no text") }
    return String(utf8: bytes).map { .value($0) } ?? .flaw("not UTF-8")
  }
}

extension ArrayElement where Value == [UInt8] {
  /// `bytea`.
  public static var bytea: Self {
    Self(
      type: TypeOID.bytea, arrayType: TypeOID.byteaArray,
      measure: { .bytes($0.count) },
      write: { $1.append(contentsOf: $0) },
      read: { .value([UInt8]($0)) })
  }

  /// UUIDs of exactly 16 bytes, most significant first.
  public static var uuid: Self {
    Self(
      type: TypeOID.uuid, arrayType: TypeOID.uuidArray,
      measure: { $0.count == 16 ? .bytes(16) : .refused("a UUID of \($0.count) bytes") },
      write: { $1.append(contentsOf: $0) },
      read: { $0.count == 16 ? .value([UInt8]($0)) : .flaw("a UUID of \($0.count) bytes") })
  }
}

extension ArrayElement {
  /// A type whose values are integers of one width on their way.
  private static func fixed<Wire: FixedWidthInteger & Sendable>(
    _ type: UInt32, _ arrayType: UInt32, refused: String = "",
    encode: @escaping @Sendable (Value) -> Wire?, flaw: String = "",
    decode: @escaping @Sendable (Wire) -> Value?
  ) -> Self {
    let size = MemoryLayout<Wire>.size
    return Self(
      type: type, arrayType: arrayType,
      measure: { encode($0) == nil ? .refused(refused) : .bytes(size) },
      write: { if let wire = encode($0) { $1.append(bigEndian: wire) } },
      read: { bytes in
        guard bytes.count == size else { return .flaw("an element of \(bytes.count) bytes") }
        let value = decode(Wire(bigEndian: bytes.loadUnaligned(as: Wire.self)))
        return value.map { .value($0) } ?? .flaw(flaw)
      })
  }
}
