import Postgres
import Testing

/// Days mean to the server what they say here.
struct CalendarDateTests {
  @Test("By chance: the server writes each day as we do, and reads our text as the same day")
  func meansTheSame() async throws {
    let echo = Statement<(CalendarDate, String), [String]>(
      "select $1::date::text, ($1::date = $2::text::date)::text", effect: .read,
      bind: {
        $1.date($0.0)
        $1.text($0.1)
      },
      decode: { row throws(PostgresError) in [try row.text(), try row.text()] })
    let seed = UInt64.random(in: .min ... .max)
    var random = RandomValues(seed: seed)
    let days = (0..<500).map { _ in random.date() }
    try await ServerUnderTest.withConnection { connection in
      for day in days {
        let answer = try await connection.first(echo, (day, day.description))
        #expect(answer == [day.description, "true"], "seed \(seed)")
        #expect(CalendarDate(day.description) == day, "seed \(seed)")
        guard let (year, month, ofMonth) = day.components else { continue }
        #expect(CalendarDate(year: year, month: month, day: ofMonth) == day, "seed \(seed)")
      }
    }
  }

  @Test(
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("0001-01-01", -719_162),
      ("0001-12-31 BC", -719_163), ("0001-02-29 BC", -719_469), ("4714-11-24 BC", -2_440_588),
      ("5874897-12-31", 2_145_042_905), ("infinity", .max), ("-infinity", .min),
    ] as [(String, Int32)])
  func knownDays(text: String, days: Int32) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.daysSince1970 == days)
    #expect(date.description == text)
    #expect(date.isFinite == (date.components != nil))
  }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2000-00-01", "2000-13-01", "2000-01-00", "2000-01-32",
    "0000-01-01",
    "4714-11-23 BC", "5874898-01-01", "2000-1-1", "20000101", "", "-1-01-01", "2000-01-01 AD",
    "+200-01-01", "Infinity", "2000-01-01-01", "99999999999999999999-01-01",
  ])
  func daysThatThereAreNotAreRefused(text: String) { #expect(CalendarDate(text) == nil) }

  @Test func countsThatNoDayHasAreRefused() {
    #expect(CalendarDate(daysSince1970: -2_440_589) == nil)
    #expect(CalendarDate(daysSince1970: 2_145_042_906) == nil)
    #expect(CalendarDate(year: .max, month: 1, day: 1) == nil)
    #expect(CalendarDate(year: .min, month: 1, day: 1) == nil)
  }

  @Test func theInfinitiesAreAroundAllDays() throws {
    let first = try #require(CalendarDate("4714-11-24 BC"))
    let last = try #require(CalendarDate("5874897-12-31"))
    let sorted = [last, .infinity, first, .negativeInfinity].sorted()
    #expect(sorted == [.negativeInfinity, first, last, .infinity])
  }
}
