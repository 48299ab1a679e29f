import Domain
import Testing

@Suite struct ProductNameTests {
  static let family = "👨‍👩‍👧‍👦"

  @Test(
    "3 to 100 characters as a reader counts them are a name",
    arguments: [
      "abc", "팥빙수", "é\u{301}é\u{301}e", family + "가나", String(repeating: family, count: 3),
      String(repeating: family, count: 100),
    ])
  func accepts(_ text: String) throws {
    #expect(try ProductName(text).text == text)
  }

  @Test(
    "one or two characters are too short, however many octets they take",
    arguments: [
      "a", "ab", "가나", family, "가" + family, "🇰🇷👍🏽", "e" + String(repeating: "\u{301}", count: 40),
      "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}",
    ])
  func refuses(_ text: String) {
    #expect(flaw { () throws(Flaw) in try ProductName(text) } == "too_short")
  }
}
