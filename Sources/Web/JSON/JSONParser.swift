import HTTP

/// Reads JSON strictly, and says where it is wrong.
///
/// Our own, because Foundation's decoder takes `[1,]`, keeps the first of two members with one
/// name without a word (other readers keep the last), and tells no place of a mistake in a file
/// of a thousand lines.
/// Source: RFC 8259, RFC 7493 (I-JSON) for names, surrogates and numbers.
package struct JSONParser {
  /// Levels of arrays and objects. Our documents have three; it bounds the recursion.
  package static let depthMax = 64
  /// Elements of one array or members of one object.
  package static let elementsMax = 10_000
  /// Values of a document, whatever their nesting: it bounds the memory that a body takes.
  package static let valuesMax = 100_000

  package var bytes: [UInt8]
  package var position = 0
  package var depth = 0
  private var values = 0

  /// - Throws: the first mistake. NUL is refused in strings, because PostgreSQL's texts end there.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    // Some editors on Windows begin a file with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw parser.error("The text is not UTF-8.")
    }
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else {
      throw parser.error("Something stands behind the end of the document.")
    }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  package mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    values += 1
    guard values <= Self.valuesMax else {
      throw limit("The document holds more than \(Self.valuesMax) values.")
    }
    guard let next else { throw error("The document ends where a value should stand.") }
    switch next {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""):
      let text = try string()
      return text.isStreamSafe ? .string(text) : .refusedString
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error("A value should stand here.")
    }
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < Self.depthMax else {
      throw limit("Arrays and objects are nested more than \(Self.depthMax) deep.")
    }
    depth += 1
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    skipSpace()
    if skip("]") { return .array(elements) }
    while true {
      skipSpace()
      guard elements.count < Self.elementsMax else {
        throw limit("An array has more than \(Self.elementsMax) elements.")
      }
      elements.append(try value())
      skipSpace()
      if skip("]") { return .array(elements) }
      guard skip(",") else { throw error("A comma or ] should stand here.") }
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names: Set<Name> = []
    skipSpace()
    if skip("}") { return .object(members) }
    while true {
      skipSpace()
      guard members.count < Self.elementsMax else {
        throw limit("An object has more than \(Self.elementsMax) members.")
      }
      let name = try memberName(notIn: &names)
      let value = try value()
      members.append(
        name.isStreamSafe
          ? JSONValue.Member(name: name, value: value)
          : JSONValue.Member(name: name.shownBeginning, value: .refusedString))
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw error("A comma or } should stand here.") }
    }
  }

  /// A name by its bytes: to JSON, two spellings of one character are two names.
  private struct Name: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private mutating func memberName(notIn names: inout Set<Name>) throws(JSONError) -> String {
    guard next == UInt8(ascii: "\"") else {
      throw error("The name of a member should stand here, in double quotes.")
    }
    let start = position
    let name = try string()
    guard names.insert(Name(bytes: Array(name.utf8))).inserted else {
      position = start
      throw error("The object has a member of this name already.", code: "duplicate_member")
    }
    skipSpace()
    guard skip(":") else { throw error("A colon should stand here.") }
    skipSpace()
    return name
  }

  private mutating func literal(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else { throw error("A value should stand here.") }
    position += word.utf8CodeUnitCount
    return value
  }

  package func error(_ detail: String, code: String = "malformed_json") -> JSONError {
    let before = bytes.prefix(position)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.count { $0 == 0x0A } + 1
    return JSONError(code: code, detail: detail, line: line, column: position - lineStart + 1)
  }

  private func limit(_ detail: String) -> JSONError {
    error(detail, code: "json_limit")
  }
}
