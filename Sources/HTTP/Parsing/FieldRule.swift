/// The one place where names and values of response fields are checked.
///
/// No text from a request can end a line: anything but plain ASCII text is rejected, not repaired,
/// because repaired text hides the bug that let it through.
/// Source: RFC 9110 §5.1, §5.5.
enum FieldRule {
  static func check(_ field: ResponseField) throws(ResponseError) {
    let name = field.name
    let isReserved = name.withBytes { (bytes) -> Bool? in
      for byte in bytes where !Octet.isToken(byte) { return nil }
      return bytes.isEmpty ? nil : Self.isReserved(bytes)
    }
    guard let isReserved else { throw .malformedName(name) }
    guard !isReserved else { throw .reservedName(name) }
    guard isPlain(field.value) else { throw .malformedValue(name: name) }
  }

  /// Whether a value is ASCII without controls but HTAB: obs-text is for reading only.
  static func isPlain(_ value: String) -> Bool {
    value.withBytes { bytes in
      bytes.isASCII && bytes.endOfFieldText(from: 0) == bytes.count
    }
  }

  /// Names that decide framing or the fate of the connection, and those the engine writes itself.
  private static func isReserved(_ name: UnsafeRawBufferPointer) -> Bool {
    switch name.count {
    case 4: name.equals(ignoringCase: "date")
    case 7: name.equals(ignoringCase: "trailer") || name.equals(ignoringCase: "upgrade")
    case 11: name.equals(ignoringCase: "traceparent")
    case 10: name.equals(ignoringCase: "connection") || name.equals(ignoringCase: "keep-alive")
    case 12: name.equals(ignoringCase: "x-request-id")
    case 14: name.equals(ignoringCase: "content-length")
    case 17: name.equals(ignoringCase: "transfer-encoding")
    default: false
    }
  }
}

/// The name of a trailer field as its bytes come: only whether it is one that frames messages is
/// kept.
///
/// Source: RFC 9110 §6.5.1, which forbids to send them there.
struct TrailerName: Sendable {
  private var count = 0
  private var mayBeLength = true
  private var mayBeCoding = true
  private static let length: StaticString = "content-length"
  private static let coding: StaticString = "transfer-encoding"

  mutating func append(_ byte: UInt8) {
    mayBeLength = mayBeLength && continues(Self.length, byte)
    mayBeCoding = mayBeCoding && continues(Self.coding, byte)
    count += 1
  }

  /// Whether the name, now complete, is Content-Length or Transfer-Encoding.
  var framesMessages: Bool {
    mayBeLength && count == Self.length.utf8CodeUnitCount
      || mayBeCoding && count == Self.coding.utf8CodeUnitCount
  }

  private func continues(_ name: StaticString, _ byte: UInt8) -> Bool {
    count < name.utf8CodeUnitCount && name.utf8Start[count] == Octet.lowercased(byte)
  }
}
