/// Reads `*( OWS ";" OWS [ name "=" value ] )`, the tail of many fields.
///
/// Source: RFC 9110 §5.6.6.
struct ParameterReader {
  enum Style {
    /// By the letter: a value is a token or a quoted-string.
    case strict
    /// As browsers write the names of files: bytes beyond ASCII are not encoded, and a
    /// backslash escapes nothing but a quote or a backslash, because paths of Windows hold others.
    case form
  }

  private let bytes: ArraySlice<UInt8>
  private let style: Style
  /// The index of the next byte.
  private(set) var at: Int
  /// A set, because a head holds thousands of parameters as easily as two.
  private var names: Set<String> = []

  init(_ bytes: ArraySlice<UInt8>, _ style: Style) {
    self.bytes = bytes
    self.style = style
    at = bytes.startIndex
  }

  private var peek: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  mutating func skipBlanks() {
    while let byte = peek, Octet.isBlank(byte) { at += 1 }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at += 1
    return true
  }

  /// A token in lower case, or nil when none begins here.
  mutating func token() -> String? {
    let start = at
    while let byte = peek, Octet.isToken(byte) { at += 1 }
    guard at > start else { return nil }
    return String(decoding: bytes[start..<at].map(Octet.lowercased), as: UTF8.self)
  }

  /// The next parameter with the index of its first byte, or nil at the end.
  mutating func next() throws(ParameterError) -> (name: String, at: Int, value: [UInt8])? {
    while true {
      skipBlanks()
      guard peek != nil else { return nil }
      guard skip(Octet.semicolon) else { throw .malformed(at: at) }
      skipBlanks()
      // Nothing between two semicolons, or behind the last: the grammar allows it.
      guard let byte = peek, byte != Octet.semicolon else { continue }
      let start = at
      guard let name = token(), skip(Octet.equals) else { throw .malformed(at: at) }
      guard names.insert(name).inserted else { throw .repeated(at: start) }
      return (name, start, try value())
    }
  }

  private mutating func value() throws(ParameterError) -> [UInt8] {
    if skip(Octet.quote) { return try quoted() }
    let start = at
    while let byte = peek, Octet.isToken(byte) || (style == .form && byte >= 0x80) { at += 1 }
    guard at > start else { throw .malformed(at: at) }
    return Array(bytes[start..<at])
  }

  /// Reads up to the closing quote. Source: RFC 9110 §5.6.4.
  private mutating func quoted() throws(ParameterError) -> [UInt8] {
    var value: [UInt8] = []
    while let byte = peek {
      at += 1
      if byte == Octet.quote { return value }
      guard byte == Octet.backslash, let escaped = peek, escapes(escaped) else {
        guard Octet.isFieldText(byte), byte != Octet.backslash || style == .form else {
          throw .malformed(at: at - 1)
        }
        value.append(byte)
        continue
      }
      value.append(escaped)
      at += 1
    }
    throw .malformed(at: at)
  }

  private func escapes(_ byte: UInt8) -> Bool {
    switch style {
    case .strict: Octet.isFieldText(byte)
    case .form: byte == Octet.quote || byte == Octet.backslash
    }
  }
}

/// Why parameters cannot be read; `at` is an index into the given text.
enum ParameterError: Error {
  case malformed(at: Int)
  case repeated(at: Int)
}
