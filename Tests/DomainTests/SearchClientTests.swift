import Domain
import Testing

@Suite struct SearchClientTests {
  @Test(
    "an id is 20 letters, digits or low lines",
    arguments: [
      ("jN9vHX1nYpgvQxvGhL_M", true), ("01234567890123456789", true), ("", false),
      ("jN9vHX1nYpgvQxvGhL_", false), ("jN9vHX1nYpgvQxvGhL_MM", false),
      ("jN9vHX1nYpgvQxvGhL-M", false), ("jN9vHX1nYpgvQxvGhL M", false),
      ("jN9vHX1nYpgvQxvGhL_가", false), ("jN9vHX1nYpgvQxvG가", false),
    ])
  func ids(_ text: String, _ isID: Bool) {
    #expect((SearchClientID(text) != nil) == isID)
  }

  @Test func anIDIsMadeOfAnyTwentyBytes() throws {
    for start in stride(from: 0, through: 240, by: 20) {
      let bytes = (start..<start + 20).map { UInt8(truncatingIfNeeded: $0) }
      let id = try #require(SearchClientID(random: bytes))
      #expect(SearchClientID(id.text) == id)
    }
    #expect(SearchClientID(random: []) == nil)
  }

  @Test(
    "a day in Korea begins at 15:00 UTC",
    arguments: [
      ("1970-01-01T00:00:00Z", 0, 54_000), ("1970-01-01T14:59:59Z", 0, 1),
      ("1970-01-01T15:00:00Z", 1, 86_400), ("1969-12-31T14:59:59.5Z", -1, 1),
      ("2026-03-01T00:00:00.512Z", 20_513, 53_999), ("1969-12-30T15:00:00Z", -1, 86_400),
    ])
  func days(_ text: String, _ number: Int32, _ secondsLeft: Int) throws {
    let instant = try #require(Timestamp(rfc3339: text))
    let day = KoreanDay(instant)
    #expect(day.number == number)
    #expect(day.secondsLeft(at: instant) == secondsLeft)
  }

  @Test func callsAreThoseOfTheirDay() throws {
    let client = SearchClient(
      id: try #require(SearchClientID("jN9vHX1nYpgvQxvGhL_M")), name: try Title("앱"),
      secretDigest: [], dailyQuota: 9, createdAt: .earliest, calls: 4, on: KoreanDay(number: 7))
    #expect(client.calls(on: KoreanDay(number: 7)) == 4)
    #expect(client.calls(on: KoreanDay(number: 8)) == 0)
    #expect(client.calls(on: KoreanDay(number: 6)) == 4)
  }
}
