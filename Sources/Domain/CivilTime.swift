/// An instant as a calendar and a clock show it in UTC (proleptic Gregorian, no leap seconds).
package struct CivilTime: Sendable, Hashable {
  /// 1 to 9999.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// 0 to 999,999.
  package let microsecond: Int

  /// Never fails, because every timestamp is inside of the calendar.
  ///
  /// Days are split into eras of 400 years, which all have 146,097 days, so neither a table nor a
  /// loop is needed. Years begin in March, so the leap day is the last day of a year. Source:
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  package init(_ timestamp: Timestamp) {
    let (days, rest) = timestamp.microseconds.flooredDivision(by: 86_400_000_000)
    let shifted = Int(days) + 719_468
    let (era, dayOfEra) = shifted.flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let seconds = Int(rest / 1_000_000)
    self.year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.month = month
    self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    self.hour = seconds / 3_600
    self.minute = seconds / 60 % 60
    self.second = seconds % 60
    self.microsecond = Int(rest % 1_000_000)
  }

  /// Days from 1970-01-01 to a date that the caller has checked.
  ///
  /// Source: Howard Hinnant, as in `init(_:)`, `days_from_civil`.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.flooredDivision(by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2:
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// Quotient rounded towards minus infinity, and a remainder that is never negative.
  fileprivate func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
