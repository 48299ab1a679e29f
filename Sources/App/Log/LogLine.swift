package import Domain

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One line of the log, built by appending: a JSON object for programs, or text for people.
///
/// With any name or path that a client sends, the line stays one line and valid JSON, and contains
/// no bytes that control a terminal: C0, DEL, C1, line separators, marks that change the direction
/// of writing, and the byte order mark (which readers drop) are escaped.
/// Source: RFC 8259 §7.
package struct LogLine: ~Copyable {
  /// Bytes of a text; longer ones are cut, so that one request cannot fill the log.
  package static let textBytesMax = 2_048
  /// Bytes of a line beyond which texts are cut: a write of 4096 is the longest that stays whole in
  /// a pipe of several processes, and short members still follow.
  static let bytesMax = 3_584
  private var buffer = LineBuffer()
  private let format: Format

  /// How lines look.
  package enum Format: Sendable {
    /// `{"time":"2026-03-01T09:00:00.123456Z","level":"info","event":"request",...}`.
    case json
    /// `09:00:00.123Z info     request status=200`; a text with spaces in it is in quotes.
    case text
  }

  /// Begins with the time, the level and the event, which every line has.
  package init(_ instant: Timestamp, level: StaticString, event: String, as format: Format) {
    self.format = format
    switch format {
    case .json:
      buffer.put(literal: "{\"time\":\"")
      put(instant)
      buffer.put(literal: "\",\"level\":\"")
      buffer.put(literal: level)
      buffer.put(literal: "\",\"event\":")
      putQuoted(event)
    case .text:
      putClock(instant)
      buffer.put(UInt8(ascii: " "))
      buffer.put(literal: level)
      for _ in level.utf8CodeUnitCount..<Self.levelWidth { buffer.put(UInt8(ascii: " ")) }
      putText(event)
    }
  }

  /// Characters of the longest level, and a space.
  private static let levelWidth = 9

  /// The finished line, with its line break.
  package consuming func finished() -> [UInt8] {
    if format == .json { buffer.put(UInt8(ascii: "}")) }
    buffer.put(UInt8(ascii: "\n"))
    return buffer.bytes
  }

  /// Adds a member; its name is ours and needs no escaping.
  package mutating func add(_ name: StaticString, _ text: String) {
    addName(name)
    putText(text)
  }

  package mutating func add(_ name: StaticString, _ number: Int) {
    addName(name)
    buffer.put(decimal: number)
  }

  /// Adds milliseconds with three decimals.
  package mutating func add(_ name: StaticString, _ duration: Duration) {
    addName(name)
    put(duration)
  }

  private mutating func put(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let microseconds = max(0, min(seconds, 1 << 40) * 1_000_000 + attoseconds / 1_000_000_000_000)
    buffer.put(decimal: Int(microseconds / 1_000))
    buffer.put(UInt8(ascii: "."))
    buffer.put(digitsOf: UInt(microseconds % 1_000), width: 3)
  }

  /// Adds a member whose name came from elsewhere.
  package mutating func add(named name: String, _ text: String) {
    addName(name)
    putText(text)
  }

  /// The same with a number.
  package mutating func add(named name: String, _ number: Int) {
    addName(name)
    buffer.put(decimal: number)
  }

  /// The same with milliseconds and three decimals.
  package mutating func add(named name: String, _ duration: Duration) {
    addName(name)
    put(duration)
  }

  private mutating func addName(_ name: String) {
    buffer.put(UInt8(ascii: format == .json ? "," : " "))
    putText(name)
    buffer.put(UInt8(ascii: format == .json ? ":" : "="))
  }

  private mutating func addName(_ name: StaticString) {
    switch format {
    case .json:
      buffer.put(literal: ",\"")
      buffer.put(literal: name)
      buffer.put(literal: "\":")
    case .text:
      buffer.put(UInt8(ascii: " "))
      buffer.put(literal: name)
      buffer.put(UInt8(ascii: "="))
    }
  }

  private mutating func putText(_ text: String) {
    let isWord = format == .text && !text.isEmpty && text.utf8.allSatisfy(Self.isPartOfWord)
    if !isWord { return putQuoted(text) }
    if !putPlain(text) { putEscaped(text) }
  }

  private mutating func putQuoted(_ text: String) {
    buffer.put(UInt8(ascii: "\""))
    if !putPlain(text) { putEscaped(text) }
    buffer.put(UInt8(ascii: "\""))
  }

  /// Whether a byte may be in a value without quotes.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    isPlain(byte) && byte != UInt8(ascii: " ") && byte != UInt8(ascii: "=")
  }

  /// Writes the text as it is when nothing in it needs care, as in nearly all paths.
  private mutating func putPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in
      let isShort = utf8.count <= Self.textBytesMax && buffer.count + utf8.count <= Self.bytesMax
      guard isShort, utf8.allSatisfy(Self.isPlain) else { return false }
      buffer.put(UnsafeRawBufferPointer(utf8))
      return true
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != 0x22 && byte != 0x5C
  }

  private mutating func putEscaped(_ text: String) {
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= Self.textBytesMax, buffer.count <= Self.bytesMax else {
        buffer.put(literal: "...")
        break
      }
      put(scalar)
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22, 0x5C:
      buffer.put(UInt8(ascii: "\\"))
      buffer.put(UInt8(truncatingIfNeeded: scalar.value))
    case 0x20..<0x7F: buffer.put(UInt8(truncatingIfNeeded: scalar.value))
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069,
      0xFEFF:
      buffer.put(literal: "\\u")
      for shift in [12, 8, 4, 0] { put(hexadecimal: scalar.value >> shift & 15) }
    default: buffer.put(String(scalar))
    }
  }

  private mutating func put(hexadecimal digit: UInt32) {
    let base = digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
    buffer.put(base + UInt8(truncatingIfNeeded: digit))
  }

  /// `2026-03-01T09:00:00.123456Z`, without making a String: there is a line for every request.
  private mutating func put(_ instant: Timestamp) {
    let civil = CivilTime(instant)
    put(civil.year, width: 4, before: "-")
    put(civil.month, width: 2, before: "-")
    put(civil.day, width: 2, before: "T")
    put(civil.hour, width: 2, before: ":")
    put(civil.minute, width: 2, before: ":")
    put(civil.second, width: 2, before: ".")
    put(civil.microsecond, width: 6, before: "Z")
  }

  /// `09:00:00.123Z`. A person at a terminal knows the day.
  private mutating func putClock(_ instant: Timestamp) {
    let civil = CivilTime(instant)
    put(civil.hour, width: 2, before: ":")
    put(civil.minute, width: 2, before: ":")
    put(civil.second, width: 2, before: ".")
    put(civil.microsecond / 1_000, width: 3, before: "Z")
  }

  private mutating func put(_ number: Int, width: Int, before next: Unicode.Scalar) {
    buffer.put(digitsOf: number.magnitude, width: width)
    buffer.put(UInt8(ascii: next))
  }
}

/// How the log is to look.
package enum LogFormat: String, Sendable {
  /// Text where it goes to a terminal, and JSON elsewhere.
  case auto
  case text, json
}
