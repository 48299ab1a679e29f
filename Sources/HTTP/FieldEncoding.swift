/// The one place where names and values of response fields are checked and written.
///
/// Nothing that comes from a request can end a line here: what is not plain ASCII text is refused,
/// not repaired, because repaired text hides the bug that let it through.
/// Source: RFC 9110 §5.1, §5.5.
enum FieldEncoding {
  /// Appends `Name: value` and the line end. May leave a part of the line behind when it throws.
  static func append(_ field: ResponseField, to out: inout [UInt8]) throws(ResponseError) {
    try appendName(field.name, to: &out)
    try appendValue(field.value, of: field.name, to: &out)
  }

  private static func appendName(_ name: String, to out: inout [UInt8]) throws(ResponseError) {
    var name = name
    let verdict = name.withUTF8 { (octets) -> NameVerdict in
      let octets = UnsafeRawBufferPointer(octets)
      guard !octets.isEmpty, octets.allSatisfy(Octet.isToken) else { return .malformed }
      guard !isReserved(octets) else { return .reserved }
      out.append(contentsOf: octets)
      return .fine
    }
    switch verdict {
    case .fine: append(": ", to: &out)
    case .malformed: throw .malformedName(name)
    case .reserved: throw .reservedName(name)
    }
  }

  private enum NameVerdict { case fine, malformed, reserved }

  /// Appends a value and the line end.
  static func appendValue(
    _ value: String, of name: @autoclosure () -> String, to out: inout [UInt8]
  ) throws(ResponseError) {
    var value = value
    let isFine = value.withUTF8 { octets in
      let octets = UnsafeRawBufferPointer(octets)
      guard octets.endOfASCIIText() == octets.count else { return false }
      out.append(contentsOf: octets)
      return true
    }
    guard isFine else { throw .malformedValue(name: name()) }
    append("\r\n", to: &out)
  }

  /// Appends a literal of this program.
  static func append(_ text: StaticString, to out: inout [UInt8]) {
    out.append(
      contentsOf: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Names that decide framing or the fate of the connection, and those the engine writes itself.
  private static func isReserved(_ name: UnsafeRawBufferPointer) -> Bool {
    switch name.count {
    case 4: name.equals(ignoringCase: "date")
    case 7: name.equals(ignoringCase: "trailer") || name.equals(ignoringCase: "upgrade")
    case 10: name.equals(ignoringCase: "connection") || name.equals(ignoringCase: "keep-alive")
    case 12: name.equals(ignoringCase: "x-request-id")
    case 14: name.equals(ignoringCase: "content-length")
    case 17: name.equals(ignoringCase: "transfer-encoding")
    default: false
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The first octet that a value may not hold on output: obs-text is for reading only.
  fileprivate func endOfASCIIText() -> Int {
    let end = endOfFieldText(from: 0)
    return slice(0, end).firstIndex { $0 >= 0x80 } ?? end
  }
}
