import Text

extension Timestamp {
  /// Reads `2026-03-01T09:00:00+09:00` or `2026-03-01T00:00:00.25Z`; nil for anything else.
  ///
  /// An offset is required, because a time without one means another instant on each machine. Leap
  /// seconds are rejected, because stores move them into the next minute. A fraction may have nine
  /// digits, as Go and Java write it; only six are kept. Source: RFC 3339 §5.6.
  package init?(rfc3339 text: String) {
    var digits = DigitReader(bytes: Array(text.utf8))
    guard digits.bytes.count <= 35,
      let year = digits.number(of: 4), digits.skip("-"),
      let month = digits.number(of: 2), digits.skip("-"),
      let day = digits.number(of: 2), digits.skip("T") || digits.skip("t"),
      let hour = digits.number(of: 2), digits.skip(":"),
      let minute = digits.number(of: 2), digits.skip(":"),
      let second = digits.number(of: 2),
      let fraction = digits.microseconds(),
      let offset = digits.offsetInMinutes(), digits.isAtEnd,
      year >= 1, (1...12).contains(month),
      (1...CivilTime.daysInMonth(month, of: year)).contains(day),
      hour <= 23, minute <= 59, second <= 59
    else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
    self.init(microseconds: Int64(seconds) * 1_000_000 + Int64(fraction))
  }

  /// In UTC and whole seconds, rounded down: `2026-03-01T00:00:00Z`.
  ///
  /// `ISO8601DateFormatter` and the `.iso8601` strategy of iOS reject fractions.
  package var rfc3339: String {
    CivilTime(self).text + "Z"
  }

  /// In UTC with microseconds: `2026-03-01T00:00:00.250000Z`.
  package var exactRFC3339: String {
    let rest = Int(microseconds - wholeSecond.microseconds)
    return CivilTime(self).text + "." + Decimal.padded(rest, 6) + "Z"
  }
}

extension CivilTime {
  /// Date and time of day to the second: `2026-03-01T09:00:00`.
  package var text: String {
    let day = [(year, 4), (month, 2), (day, 2)].map { Decimal.padded($0, $1) }
    let time = [(hour, 2), (minute, 2), (second, 2)].map { Decimal.padded($0, $1) }
    return day.joined(separator: "-") + "T" + time.joined(separator: ":")
  }
}

/// Reads decimal digits at fixed places; never past the end.
private struct DigitReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int? {
    guard position < bytes.count else { return nil }
    let value = Int(bytes[position]) - 0x30
    guard (0...9).contains(value) else { return nil }
    position += 1
    return value
  }

  mutating func number(of count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// The fraction of a second; zero without one, nil when it is malformed.
  mutating func microseconds() -> Int? {
    guard skip(".") else { return 0 }
    var (number, count) = (0, 0)
    while let digit = digit() {
      if count < 6 { number = number * 10 + digit }
      count += 1
    }
    guard (1...9).contains(count) else { return nil }
    for _ in 0..<Swift.max(0, 6 - count) { number *= 10 }
    return number
  }

  mutating func offsetInMinutes() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isNegative = skip("-")
    guard isNegative || skip("+"),
      let hours = number(of: 2), skip(":"), let minutes = number(of: 2),
      hours <= 23, minutes <= 59
    else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -1 : 1)
  }
}
