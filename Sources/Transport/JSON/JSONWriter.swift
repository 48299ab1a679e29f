/// Writes JSON straight into octets.
///
/// The caller keeps the order: a key, then its value; commas are set by the writer.
///
/// Foundation's encoder takes about ten times as long for a page of cells, because it builds
/// every value twice and looks each key up.
/// Source: RFC 8259.
package struct JSONWriter {
  package private(set) var octets: [UInt8] = []

  /// - Parameter capacity: in octets, an estimate; it only saves growing.
  package init(capacity: Int = 256) {
    octets.reserveCapacity(capacity)
  }

  /// `{`, what `members` writes, `}`.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    separate()
    octets.append(UInt8(ascii: "{"))
    members(&self)
    octets.append(UInt8(ascii: "}"))
  }

  /// `[`, each element as `write` writes it, `]`.
  package mutating func array<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    separate()
    octets.append(UInt8(ascii: "["))
    for element in elements { write(&self, element) }
    octets.append(UInt8(ascii: "]"))
  }

  /// A literal of this program, which needs no escaping.
  package mutating func key(_ name: StaticString) {
    separate()
    octets.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { octets.append(contentsOf: $0) }
    octets.append(UInt8(ascii: "\""))
    octets.append(UInt8(ascii: ":"))
  }

  /// Text of whatever origin, escaped where it must be.
  package mutating func string(_ text: String) {
    separate()
    octets.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped($0) }
    octets.append(UInt8(ascii: "\""))
  }

  /// In decimal, straight into the octets, without a String in between.
  package mutating func integer(_ number: some FixedWidthInteger) {
    separate()
    if number < 0 { octets.append(UInt8(ascii: "-")) }
    let first = octets.count
    var rest = number.magnitude
    repeat {
      octets.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    octets[first...].reverse()
  }

  /// A number with that many digits behind the point, and none where they would all be 0: 1999 with
  /// two is `19.99`, 2000 is `20`.
  package mutating func decimal(_ digits: Int64, fractionDigits: Int) {
    let unit = (0..<max(0, min(fractionDigits, 6))).reduce(into: Int64(1)) { unit, _ in unit *= 10 }
    guard !digits.isMultiple(of: unit) else { return integer(digits / unit) }
    separate()
    if digits < 0 { octets.append(UInt8(ascii: "-")) }
    let (whole, rest) = digits.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
    octets.append(contentsOf: "\(whole).".utf8)
    var fraction = Array("\(rest + unit.magnitude)".utf8.dropFirst())
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    octets.append(contentsOf: fraction)
  }

  package mutating func bool(_ value: Bool) {
    separate()
    let word: StaticString = value ? "true" : "false"
    word.withUTF8Buffer { octets.append(contentsOf: $0) }
  }

  package mutating func null() {
    separate()
    octets.append(contentsOf: [0x6E, 0x75, 0x6C, 0x6C])
  }

  /// A value ends with a quote, a bracket, a letter or a digit; so what stands at the end tells
  /// whether something is to be separated from it.
  private mutating func separate() {
    guard let last = octets.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "["),
      last != UInt8(ascii: ":")
    else { return }
    octets.append(UInt8(ascii: ","))
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var clean = 0
    for index in 0..<text.count where Self.needsEscape(text[index]) {
      octets.append(contentsOf: text[clean..<index])
      appendEscape(of: text[index])
      clean = index + 1
    }
    octets.append(contentsOf: text[clean..<text.count])
  }

  /// `<` needs none in JSON. It is escaped so that no answer ever holds a tag that somebody sent,
  /// even where a browser is led to read it as a page.
  private static func needsEscape(_ octet: UInt8) -> Bool {
    octet < 0x20 || octet == 0x22 || octet == 0x5C || octet == 0x3C
  }

  private mutating func appendEscape(of octet: UInt8) {
    octets.append(UInt8(ascii: "\\"))
    switch octet {
    case 0x22, 0x5C: octets.append(octet)
    case 0x0A: octets.append(UInt8(ascii: "n"))
    case 0x0D: octets.append(UInt8(ascii: "r"))
    case 0x09: octets.append(UInt8(ascii: "t"))
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      octets.append(contentsOf: [0x75, 0x30, 0x30])
      octets.append(digits[Int(octet >> 4)])
      octets.append(digits[Int(octet & 0x0F)])
    }
  }
}

extension JSONWriter {
  package mutating func string(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  package mutating func integer(_ name: StaticString, _ number: some FixedWidthInteger) {
    key(name)
    integer(number)
  }

  package mutating func bool(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// `null` where there is no text.
  package mutating func optionalString(_ name: StaticString, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }
}
