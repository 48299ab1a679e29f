/// Reads `*( OWS ";" OWS [ name "=" value ] )`, the tail of many fields.
///
/// Source: RFC 9110 §5.6.6.
struct ParameterReader {
  enum Style {
    /// By the letter: a value is a token or a quoted-string.
    case strict
    /// As browsers write the names of files: octets beyond ASCII stand in them as they are, and a
    /// backslash escapes nothing but a quote or a backslash, because paths of Windows hold others.
    case form
  }

  private let octets: ArraySlice<UInt8>
  private let style: Style
  /// The index of the next octet.
  private(set) var at: Int
  /// A set, because a head holds thousands of parameters as easily as two.
  private var names: Set<String> = []

  init(_ octets: ArraySlice<UInt8>, _ style: Style) {
    self.octets = octets
    self.style = style
    at = octets.startIndex
  }

  private var peek: UInt8? { at < octets.endIndex ? octets[at] : nil }

  mutating func skipBlanks() {
    while let octet = peek, Octet.isBlank(octet) { at += 1 }
  }

  mutating func skip(_ octet: UInt8) -> Bool {
    guard peek == octet else { return false }
    at += 1
    return true
  }

  /// A token in lower case, or nil when none begins here.
  mutating func token() -> String? {
    let start = at
    while let octet = peek, Octet.isToken(octet) { at += 1 }
    guard at > start else { return nil }
    return String(decoding: octets[start..<at].map(Octet.lowercased), as: UTF8.self)
  }

  /// The next parameter with the index of its first octet, or nil at the end.
  mutating func next() throws(ParameterError) -> (name: String, at: Int, value: [UInt8])? {
    while true {
      skipBlanks()
      guard peek != nil else { return nil }
      guard skip(Octet.semicolon) else { throw .malformed(at: at) }
      skipBlanks()
      // Nothing between two semicolons, or behind the last: the grammar allows it.
      guard let octet = peek, octet != Octet.semicolon else { continue }
      let start = at
      guard let name = token(), skip(Octet.equals) else { throw .malformed(at: at) }
      guard names.insert(name).inserted else { throw .repeated(at: start) }
      return (name, start, try value())
    }
  }

  private mutating func value() throws(ParameterError) -> [UInt8] {
    if skip(Octet.quote) { return try quoted() }
    let start = at
    while let octet = peek, Octet.isToken(octet) || (style == .form && octet >= 0x80) { at += 1 }
    guard at > start else { throw .malformed(at: at) }
    return Array(octets[start..<at])
  }

  /// Reads up to the closing quote. Source: RFC 9110 §5.6.4.
  private mutating func quoted() throws(ParameterError) -> [UInt8] {
    var value: [UInt8] = []
    while let octet = peek {
      at += 1
      if octet == Octet.quote { return value }
      guard octet == Octet.backslash, let escaped = peek, escapes(escaped) else {
        guard Octet.isFieldText(octet), octet != Octet.backslash || style == .form else {
          throw .malformed(at: at - 1)
        }
        value.append(octet)
        continue
      }
      value.append(escaped)
      at += 1
    }
    throw .malformed(at: at)
  }

  private func escapes(_ octet: UInt8) -> Bool {
    switch style {
    case .strict: Octet.isFieldText(octet)
    case .form: octet == Octet.quote || octet == Octet.backslash
    }
  }
}

/// Why parameters cannot be read; `at` is an index into what was handed in.
enum ParameterError: Error {
  case malformed(at: Int)
  case repeated(at: Int)
}
