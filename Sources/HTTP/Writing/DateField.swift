/// A moment as written in `Date` and `Last-Modified`: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// A pure function of the seconds: the server makes one per second and keeps it.
/// Source: RFC 9110 §5.6.7 (IMF-fixdate).
public struct DateField: Sendable, Hashable, CustomStringConvertible {
  /// Bytes of every IMF-fixdate.
  static let count = 29

  private var bytes = SIMD32<UInt8>(repeating: Octet.space)

  /// The moment this many seconds after 1970-01-01 00:00:00 UTC, between the years 1 and 9999.
  public init(secondsSince1970 seconds: Int64) {
    let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let day = Int(seconds / 86_400) - (seconds % 86_400 < 0 ? 1 : 0)
    let second = Int(seconds) - day * 86_400
    let date = Self.date(ofDay: day)
    write("Thu,Fri,Sat,Sun,Mon,Tue,Wed,", from: (day % 7 + 7) % 7 * 4, count: 4, at: 0)
    write(date.day, digits: 2, at: 5)
    write("JanFebMarAprMayJunJulAugSepOctNovDec", from: (date.month - 1) * 3, count: 3, at: 8)
    write(date.year, digits: 4, at: 12)
    write(second / 3600, digits: 2, at: 17)
    write(":", from: 0, count: 1, at: 19)
    write(second / 60 % 60, digits: 2, at: 20)
    write(":", from: 0, count: 1, at: 22)
    write(second % 60, digits: 2, at: 23)
    write("GMT", from: 0, count: 3, at: 26)
  }

  /// The text.
  public var description: String {
    withBytes { String(decoding: $0, as: UTF8.self) }
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: bytes) { body($0.slice(0, Self.count)) }
  }

  private mutating func write(_ text: StaticString, from: Int, count: Int, at: Int) {
    for index in 0..<count { bytes[at + index] = text.utf8Start[from + index] }
  }

  private mutating func write(_ number: Int, digits: Int, at: Int) {
    var rest = number
    for index in stride(from: at + digits - 1, through: at, by: -1) {
      bytes[index] = Octet.zero + UInt8(rest % 10)
      rest /= 10
    }
  }

  /// The Gregorian date of a day counted from 1970-01-01.
  ///
  /// Counts years from March, so that the leap day is the last of its year, in eras of 400 years.
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let sinceMarch0000 = day + 719_468
    let era = (sinceMarch0000 >= 0 ? sinceMarch0000 : sinceMarch0000 - 146_096) / 146_097
    let dayOfEra = sinceMarch0000 - era * 146_097
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
