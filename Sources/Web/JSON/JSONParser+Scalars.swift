extension JSONParser {
  /// A string, from its opening quote to the end of its closing one.
  package mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    var clean = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[clean..<position])
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[clean..<position])
        position += 1
        text.append(contentsOf: try escaped())
        clean = position
      case 0x00...0x1F:
        throw error("A control character inside of a string must be escaped.")
      default:
        position += 1
      }
    }
    throw error("The document ends inside of a string.")
  }

  /// The character of an escape, in UTF-8; read from after the backslash.
  private mutating func escaped() throws(JSONError) -> [UInt8] {
    guard let byte = next else { throw error("The document ends inside of a string.") }
    position += 1
    switch byte {
    case 0x22, 0x2F, 0x5C: return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try escapedScalar()).utf8)
    default: throw error("This is no escape that JSON knows.")
    }
  }

  /// A scalar written as one `\uXXXX` or as a pair of surrogates; the first `u` has been read.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let first = try fourDigits()
    if UTF16.isLeadSurrogate(first), skip("\\"), skip("u") {
      let second = try fourDigits()
      if UTF16.isTrailSurrogate(second) {
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
      }
    }
    guard let scalar = Unicode.Scalar(first) else {
      throw error("Half of a surrogate pair is no character.")
    }
    guard scalar != "\0" else { throw error("The character U+0000 is not allowed.") }
    return scalar
  }

  private mutating func fourDigits() throws(JSONError) -> UInt16 {
    var number: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("Four hexadecimal digits should stand behind \\u.")
      }
      number = number << 4 | UInt16(digit)
      position += 1
    }
    return number
  }

  package mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits() }
    var isInteger = true
    if skip(".") {
      isInteger = false
      try digits()
    }
    if skip("e") || skip("E") {
      isInteger = false
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw error("The number is too large.")
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw error("A digit should stand here.") }
  }
}
