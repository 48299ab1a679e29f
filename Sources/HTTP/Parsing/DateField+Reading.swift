// Reading what `DateField` writes, and the two older forms that a recipient has to understand.
extension DateField {
  /// The seconds since 1970-01-01 00:00:00 UTC of an HTTP-date; nil when it is none.
  ///
  /// The name of the weekday must be valid, but need not agree with the date: it adds nothing.
  /// - Parameter now: read only for a year of two digits, which means the latest such year that
  ///   is at most 50 years ahead.
  ///
  /// Source: RFC 9110 §5.6.7.
  static func seconds(reading bytes: UnsafeRawBufferPointer, now: () -> Int64) -> Int64? {
    fixdate(ValueReader(bytes)) ?? rfc850(ValueReader(bytes), now: now)
      ?? asctime(ValueReader(bytes))
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  private static func fixdate(_ reader: ValueReader) -> Int64? {
    var reader = reader
    guard takeWeekday(&reader, isShort: true), reader.take(", "), let day = reader.digits(2),
      reader.take(" "), let month = takeMonth(&reader), reader.take(" "),
      let year = reader.digits(4), reader.take(" "), let second = takeTime(&reader),
      reader.take(" GMT"), reader.isAtEnd
    else { return nil }
    return seconds(year: year, month: month, day: day, second: second)
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`
  private static func rfc850(_ reader: ValueReader, now: () -> Int64) -> Int64? {
    var reader = reader
    guard takeWeekday(&reader, isShort: false), reader.take(", "), let day = reader.digits(2),
      reader.take("-"), let month = takeMonth(&reader), reader.take("-"),
      let year = reader.digits(2), reader.take(" "), let second = takeTime(&reader),
      reader.take(" GMT"), reader.isAtEnd
    else { return nil }
    let latest = min(max(now(), 0), 253_402_300_799) + fiftyYears
    var whole = (date(ofDay: Int(latest / 86_400)).year / 100) * 100 + year
    // A day that the year may not have is judged below.
    let wanted = (month, day, second)
    while Int64(days(year: whole, wanted.0, wanted.1)) * 86_400 + Int64(wanted.2) > latest {
      whole -= 100
    }
    return seconds(year: whole, month: month, day: day, second: second)
  }

  /// `Sun Nov  6 08:49:37 1994`
  private static func asctime(_ reader: ValueReader) -> Int64? {
    var reader = reader
    guard takeWeekday(&reader, isShort: true), reader.take(" "),
      let month = takeMonth(&reader), reader.take(" "),
      let day = reader.take(" ") ? reader.digits(1) : reader.digits(2), reader.take(" "),
      let second = takeTime(&reader), reader.take(" "), let year = reader.digits(4),
      reader.isAtEnd
    else { return nil }
    return seconds(year: year, month: month, day: day, second: second)
  }

  // MARK: Parts

  /// Fifty years of mean length, in seconds.
  private static let fiftyYears: Int64 = 50 * 31_556_952

  private static func takeWeekday(_ reader: inout ValueReader, isShort: Bool) -> Bool {
    let names: [StaticString] =
      isShort
      ? ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      : ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    return names.contains { reader.take($0) }
  }

  /// 1 for January.
  private static func takeMonth(_ reader: inout ValueReader) -> Int? {
    let names: [StaticString] = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.firstIndex { reader.take($0) }.map { $0 + 1 }
  }

  /// `08:49:37` as the second of its day; 60 is the leap second, which the grammar allows.
  private static func takeTime(_ reader: inout ValueReader) -> Int? {
    guard let hour = reader.digits(2), hour < 24, reader.take(":"),
      let minute = reader.digits(2), minute < 60, reader.take(":"),
      let second = reader.digits(2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  // MARK: Calendar

  /// Nil for a day that its month does not have, and for the year 0.
  private static func seconds(year: Int, month: Int, day: Int, second: Int) -> Int64? {
    let number = days(year: year, month, day)
    guard year > 0, day > 0, date(ofDay: number) == (year, month, day) else { return nil }
    return Int64(number) * 86_400 + Int64(second)
  }

  /// Days from 1970-01-01 to a Gregorian date; the inverse of `date(ofDay:)`.
  private static func days(year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
