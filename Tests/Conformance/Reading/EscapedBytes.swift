/// Bytes as they stand in a corpus file: text with `\r \n \t \0 \\ \" \xHH` and `\{3*text}`.
enum EscapedBytes {
  /// Reads all of `text`, which may not end inside an escape.
  static func read(_ text: Substring) throws(CorpusError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let character = rest.popFirst() {
      if character == "\\" {
        bytes += try escape(&rest)
      } else {
        bytes += Array(String(character).utf8)
      }
    }
    return bytes
  }

  private static func escape(_ rest: inout Substring) throws(CorpusError) -> [UInt8] {
    switch rest.popFirst() {
    case "r": return [0x0D]
    case "n": return [0x0A]
    case "t": return [0x09]
    case "0": return [0]
    case "\\": return [0x5C]
    case "\"": return [0x22]
    case "x":
      let digits = rest.prefix(2)
      rest = rest.dropFirst(2)
      guard digits.count == 2, let byte = UInt8(digits, radix: 16) else {
        throw CorpusError("\\x\(digits) is no byte")
      }
      return [byte]
    case "{": return try repetition(&rest)
    default: throw CorpusError("an escape that does not exist")
    }
  }

  /// `3*text}`; the text may hold escapes, but no repetition of its own.
  private static func repetition(_ rest: inout Substring) throws(CorpusError) -> [UInt8] {
    guard let star = rest.firstIndex(of: "*"), let end = rest.firstIndex(of: "}"), star < end,
      let count = Int(rest[..<star])
    else { throw CorpusError("a repetition is \\{3*text}") }
    let part = try read(rest[rest.index(after: star)..<end])
    rest = rest[rest.index(after: end)...]
    return Array(repeatElement(part, count: count).joined())
  }
}

/// What is wrong with a corpus file.
package struct CorpusError: Error, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }
}
