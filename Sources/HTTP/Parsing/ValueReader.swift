/// Reads a field value from its start, one expectation at a time.
///
/// After a refusal the reader is where it was, or the caller gives the whole value up.
struct ValueReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { at >= bytes.count }
  /// The byte that comes next, or nil at the end.
  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// Takes one byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  /// Takes a text, in this very case, if it comes next.
  mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    let here = bytes.slice(at, at + length)
    guard here.count == length else { return false }
    for index in 0..<length where here[index] != text.utf8Start[index] { return false }
    at += length
    return true
  }

  mutating func skipBlanks() {
    while let byte = next, Octet.isBlank(byte) { at += 1 }
  }

  /// Skips the commas and blanks before a member: empty members mean nothing.
  ///
  /// Source: RFC 9110 §5.6.1.2.
  mutating func skipToMember() {
    while let byte = next, Octet.isBlank(byte) || byte == Octet.comma { at += 1 }
  }

  /// Whether a member of a list may end here.
  mutating func endsMember() -> Bool {
    skipBlanks()
    return isAtEnd || next == Octet.comma
  }

  /// Takes exactly this many digits, at most 18.
  mutating func digits(_ count: Int) -> Int? {
    let here = bytes.slice(at, at + count)
    guard here.count == count, here.allSatisfy(Octet.isDigit) else { return nil }
    at += count
    return here.reduce(0) { $0 * 10 + Int($1 - Octet.zero) }
  }

  /// Takes all digits that come, at least one; a number too large for us is the largest we have,
  /// which lies beyond every representation just as well.
  mutating func number() -> Int? {
    guard let first = next, Octet.isDigit(first) else { return nil }
    var number = 0
    while let byte = next, Octet.isDigit(byte) {
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int(byte - Octet.zero))
      number = overflow || carry ? .max : sum
      at += 1
    }
    return number
  }

  /// Takes the token that comes, or nil without one.
  mutating func token() -> UnsafeRawBufferPointer? {
    let end = bytes.endOfToken(from: at)
    guard end > at else { return nil }
    defer { at = end }
    return bytes.slice(at, end)
  }

  /// Takes everything as long as `belongs` says so; may be nothing.
  mutating func run(while belongs: (UInt8) -> Bool) -> UnsafeRawBufferPointer {
    let start = at
    while let byte = next, belongs(byte) { at += 1 }
    return bytes.slice(start, at)
  }
}
