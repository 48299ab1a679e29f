package import Domain

/// One line of the log: a JSON object, built by appending.
///
/// Whatever a client put into a name or a path, the line stays one line of valid JSON, and shows a
/// terminal nothing that it would obey: C0, DEL, C1, line separators, marks that turn the direction
/// of writing, and the byte order mark (which readers drop) are escaped.
/// Source: RFC 8259 §7.
package struct LogLine {
  /// Octets of a text; longer ones are cut, so that one request cannot fill the log.
  package static let textOctetsMax = 2_048
  /// Octets of a line from which texts are cut: a write of 4096 to a pipe that several processes
  /// share is the longest that stays whole, and short members still follow.
  static let octetsMax = 3_584
  private(set) var octets: [UInt8] = []

  /// Begins with the time and the level, which every line has.
  package init(_ instant: Timestamp, level: StaticString) {
    octets.reserveCapacity(512)
    append("{\"time\":\"")
    append(instant)
    append("\",\"level\":\"")
    append(level)
    octets.append(UInt8(ascii: "\""))
  }

  /// The finished line, with its line break.
  package consuming func finished() -> [UInt8] {
    append("}\n")
    return octets
  }

  /// Adds a member; its name is ours and needs no escaping.
  package mutating func add(_ name: StaticString, _ text: String) {
    addName(name)
    addText(text)
  }

  package mutating func add(_ name: StaticString, _ literal: StaticString) {
    addName(name)
    octets.append(UInt8(ascii: "\""))
    append(literal)
    octets.append(UInt8(ascii: "\""))
  }

  package mutating func add(_ name: StaticString, _ number: Int) {
    addName(name)
    octets.append(contentsOf: String(number).utf8)
  }

  /// Adds milliseconds with three decimals.
  package mutating func add(_ name: StaticString, _ duration: Duration) {
    addName(name)
    let (seconds, attoseconds) = duration.components
    let microseconds = max(0, min(seconds, 1 << 40)) * 1_000_000 + attoseconds / 1_000_000_000_000
    octets.append(contentsOf: String(max(0, microseconds) / 1_000).utf8)
    octets.append(UInt8(ascii: "."))
    append(Int(max(0, microseconds) % 1_000), width: 3)
  }

  /// Adds a member whose name came from elsewhere.
  package mutating func add(named name: String, _ text: String) {
    octets.append(UInt8(ascii: ","))
    addText(name)
    octets.append(UInt8(ascii: ":"))
    addText(text)
  }

  private mutating func addName(_ name: StaticString) {
    append(",\"")
    append(name)
    append("\":")
  }

  private mutating func addText(_ text: String) {
    octets.append(UInt8(ascii: "\""))
    if !appendPlain(text) { appendEscaped(text) }
    octets.append(UInt8(ascii: "\""))
  }

  /// Appends the text as it is when nothing in it needs care, as in nearly all paths.
  private mutating func appendPlain(_ text: String) -> Bool {
    guard text.utf8.count <= Self.textOctetsMax,
      octets.count + text.utf8.count <= Self.octetsMax, text.utf8.allSatisfy(Self.isPlain)
    else {
      return false
    }
    octets.append(contentsOf: text.utf8)
    return true
  }

  private static func isPlain(_ octet: UInt8) -> Bool {
    (0x20...0x7E).contains(octet) && octet != 0x22 && octet != 0x5C
  }

  private mutating func appendEscaped(_ text: String) {
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= Self.textOctetsMax, octets.count <= Self.octetsMax else {
        append("...")
        break
      }
      append(scalar)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22, 0x5C:
      octets.append(UInt8(ascii: "\\"))
      octets.append(UInt8(truncatingIfNeeded: scalar.value))
    case 0x20..<0x7F: octets.append(UInt8(truncatingIfNeeded: scalar.value))
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069,
      0xFEFF:
      append("\\u")
      for shift in [12, 8, 4, 0] { append(hexadecimal: scalar.value >> shift & 15) }
    default: octets.append(contentsOf: String(scalar).utf8)
    }
  }

  private mutating func append(hexadecimal digit: UInt32) {
    let base = digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
    octets.append(base + UInt8(truncatingIfNeeded: digit))
  }

  private mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { octets.append(contentsOf: $0) }
  }

  /// `2026-03-01T09:00:00.123456Z`, without making a String: there is a line for every request.
  private mutating func append(_ instant: Timestamp) {
    let civil = CivilTime(instant)
    append(civil.year, width: 4)
    octets.append(UInt8(ascii: "-"))
    append(civil.month, width: 2)
    octets.append(UInt8(ascii: "-"))
    append(civil.day, width: 2)
    octets.append(UInt8(ascii: "T"))
    append(civil.hour, width: 2)
    octets.append(UInt8(ascii: ":"))
    append(civil.minute, width: 2)
    octets.append(UInt8(ascii: ":"))
    append(civil.second, width: 2)
    octets.append(UInt8(ascii: "."))
    append(civil.microsecond, width: 6)
    octets.append(UInt8(ascii: "Z"))
  }

  private mutating func append(_ number: Int, width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      octets.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}
