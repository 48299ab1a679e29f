import Testing

@testable import HTTP

/// RFC 9110 §5.6.7: three forms are read, one is written.
@Suite struct DateReadingTests {
  /// 2026-03-01 00:00:00 UTC.
  static let now: Int64 = 1_772_323_200

  @Test(
    "each of the three forms means the same moment",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
    ]) func forms(_ text: String)
  {
    #expect(DateField.secondsSince1970(reading: text, now: Self.now) == 784_111_777)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu Jan  1 00:00:00 1970", 0),
      ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Tue Feb 29 00:00:00 2000", 951_782_400),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      // A leap second is the first of the next minute.
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ] as [(String, Int64)]) func moments(_ text: String, _ seconds: Int64)
  {
    #expect(DateField.secondsSince1970(reading: text, now: Self.now) == seconds)
  }

  @Test func whatIsWrittenIsReadAgain() {
    for seconds in stride(from: Int64(-62_135_596_800), to: 253_402_300_799, by: 999_999_937) {
      let text = DateField(secondsSince1970: seconds).description
      #expect(DateField.secondsSince1970(reading: text, now: Self.now) == seconds, "\(text)")
    }
  }

  @Test(
    "a year of two digits is the latest one at most 50 years ahead",
    arguments: [
      ("Sunday, 06-Nov-94 08:49:37 GMT", 1_772_323_200, 784_111_777),
      // 2075 is 49 years ahead of 2026, 2077 is 51.
      ("Friday, 01-Mar-75 00:00:00 GMT", 1_772_323_200, 3_318_624_000),
      ("Tuesday, 01-Mar-77 00:00:00 GMT", 1_772_323_200, 226_022_400),
      // In 2090, 05 is 2105.
      ("Thursday, 01-Jan-05 00:00:00 GMT", 3_786_912_000, 4_260_211_200),
      // 2100 has no 29 February, and in 2060 that year is meant.
      ("Monday, 29-Feb-00 00:00:00 GMT", 1_772_323_200, 951_782_400),
      ("Monday, 29-Feb-00 00:00:00 GMT", 2_840_140_800, nil),
    ] as [(String, Int64, Int64?)]) func shortYears(_ text: String, _ now: Int64, _ wanted: Int64?)
  {
    #expect(DateField.secondsSince1970(reading: text, now: now) == wanted)
    for now in [Int64.min, .max] { _ = DateField.secondsSince1970(reading: text, now: now) }
  }

  @Test func theClockIsReadOnlyForShortYears() {
    var asked = 0
    func now() -> Int64 {
      asked += 1
      return Self.now
    }
    _ = DateField.secondsSince1970(reading: "Sun, 06 Nov 1994 08:49:37 GMT", now: now())
    _ = DateField.secondsSince1970(reading: "garbage", now: now())
    #expect(asked == 0)
    _ = DateField.secondsSince1970(reading: "Sunday, 06-Nov-94 08:49:37 GMT", now: now())
    #expect(asked == 1)
  }

  @Test(
    "anything else is no date",
    arguments: [
      "", "0", "not-a-date", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
      "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 gmt", "Sun,06 Nov 1994 08:49:37 GMT",
      "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 1900 00:00:00 GMT",
      "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
      "Sun, 06 Nov 1994 08:49:37", "Sun, 06-Nov-94 08:49:37 GMT",
      "Sunday, 06-Nov-1994 08:49:37 GMT",
      "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT",
      "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT, Sun",
      "1994-11-06T08:49:37Z", "Sun, 06 Nov １９９４ 08:49:37 GMT",
    ]) func refused(_ text: String)
  {
    #expect(DateField.secondsSince1970(reading: text, now: Self.now) == nil)
  }
}

extension DateField {
  fileprivate static func secondsSince1970(
    reading text: String, now: @autoclosure () -> Int64
  ) -> Int64? {
    text.withBytes { seconds(reading: $0, now: now) }
  }
}
