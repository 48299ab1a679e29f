import Domain
import Fakes
import Testing

@Suite struct TimestampTests {
  @Test(
    "a well-formed time is read to the microsecond",
    arguments: [
      ("1970-01-01T00:00:00Z", 0),
      ("1970-01-01T00:00:00.000001Z", 1),
      ("1969-12-31T23:59:59.999999Z", -1),
      ("1970-01-01t00:00:00z", 0),
      ("1970-01-01T09:00:00+09:00", 0),
      ("1969-12-31T15:30:00-08:30", 0),
      ("1970-01-01T00:00:00-00:00", 0),
      ("1970-01-01T00:00:00.5Z", 500_000),
      ("1970-01-01T00:00:00.123456789Z", 123_456),
      ("2000-02-29T00:00:00Z", 951_782_400_000_000),
      ("2024-02-29T12:34:56Z", 1_709_210_096_000_000),
      ("2026-03-01T00:00:00+09:00", 1_772_290_800_000_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
      ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ])
  func reads(_ text: String, _ microseconds: Int) {
    #expect(Timestamp(rfc3339: text)?.microseconds == Int64(microseconds))
  }

  @Test(
    "what is no time, or no day of the calendar, is refused",
    arguments: [
      "", "2026", "2026-03-01", "2026-03-01T00:00:00", "2026-03-01 00:00:00Z",
      "2026-3-01T00:00:00Z", "2026-03-01T0:00:00Z", "20260301T000000Z", "2026-03-01T00:00Z",
      "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-03-00T00:00:00Z",
      "2026-03-32T00:00:00Z", "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-03-01T24:00:00Z",
      "2026-03-01T00:60:00Z", "2026-12-31T23:59:60Z", "2026-03-01T00:00:00.Z",
      "2026-03-01T00:00:00.1234567890Z", "2026-03-01T00:00:00,5Z", "2026-03-01T00:00:00+0900",
      "2026-03-01T00:00:00+09", "2026-03-01T00:00:00+24:00", "2026-03-01T00:00:00+09:60",
      "2026-03-01T00:00:00ZZ", " 2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z ",
      "+2026-03-01T00:00:00Z", "2026-03-01T00:00:00\u{0}", "２０２６-03-01T00:00:00Z",
      "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
      "99999-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
    ])
  func refuses(_ text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(
    "a time is written in UTC and whole seconds",
    arguments: [
      ("2026-03-01T09:00:00+09:00", "2026-03-01T00:00:00Z"),
      ("2026-03-01T00:00:00.250Z", "2026-03-01T00:00:00Z"),
      ("2026-03-01T00:00:00.999999Z", "2026-03-01T00:00:00Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59Z"),
      ("1969-12-31T23:59:59.9Z", "1969-12-31T23:59:59Z"),
    ])
  func writes(_ text: String, _ written: String) {
    #expect(Timestamp(rfc3339: text)?.rfc3339 == written)
  }

  @Test("every time that is written is read as the second that it is in")
  func roundTrip() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    let range = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
    for _ in 0..<20_000 {
      let timestamp = Timestamp(clamping: Int64.random(in: range, using: &generator))
      #expect(Timestamp(rfc3339: timestamp.rfc3339) == timestamp.wholeSecond, "seed \(seed)")
    }
  }

  @Test("every day of four hundred years, after which the calendar repeats, follows the day before")
  func calendar() {
    var (year, month, day) = (1, 1, 1)
    let days = Timestamp.earliest.microseconds / 86_400_000_000
    for number in 0..<146_097 {
      let civil = CivilTime(Timestamp(clamping: (days + Int64(number)) * 86_400_000_000))
      guard civil.year == year, civil.month == month, civil.day == day else {
        Issue.record("day \(number) is \(civil), not \(year)-\(month)-\(day)")
        return
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(year == 401)
    #expect(month == 1)
    #expect(day == 1)
  }

  @Test func timesOutsideOfTheCalendarAreClampedOrRefused() {
    #expect(Timestamp(microseconds: .max) == nil)
    #expect(Timestamp(microseconds: .min) == nil)
    #expect(Timestamp(clamping: .max) == .latest)
    #expect(Timestamp(clamping: .min) == .earliest)
  }
}
