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

  @Test("a name is put together and cut to what is visible, and then counted")
  func tidies() throws {
    #expect(try ProductName(" 가나다\u{200B}").text == "가나다")
    #expect(
      try ProductName("\u{FEFF}" + String(repeating: "a\u{301}", count: 100)).text.utf8.count == 200
    )
    #expect(throws: ValidationError.self) { try ProductName(" 가나 ") }
  }

  @Test(
    "what is wrong is told as it is, with the rule of names",
    arguments: [
      ("", "No visible character.", lines),
      ("\t", "No visible character.", lines),
      ("가나\n다", control, lines), (String(repeating: "가", count: 101), long, lines),
      (String(repeating: family, count: 200), long, lines),
      ("가나다" + marks, "Longer than 4096 bytes of UTF-8.", fewer),
    ])
  func words(_ text: String, _ detail: String, _ hint: String) {
    do throws(ValidationError) {
      _ = try ProductName(text)
      Issue.record("it is a name")
    } catch {
      #expect(error.detail == detail)
      #expect(error.hint == hint)
    }
  }

  static let lines = "Write 3 to 100 visible characters on one line."
  static let control = "Holds a control character or a line break."
  static let long = "Longer than 100 characters."
  static let fewer = "Put fewer combining marks on the characters."
  static let marks = String(repeating: "\u{301}", count: 3_000)

  @Test func ofADescriptionTheCapInBytesIsToldToo() {
    for (text, detail) in [
      ("가" + String(repeating: "\u{301}", count: 40_960), "Longer than 81920 bytes of UTF-8."),
      (String(repeating: Self.family, count: 20_001), "Longer than 20000 characters."),
      (String(repeating: "가", count: 20_001), "Longer than 20000 characters."),
    ] {
      #expect {
        try ProductDescription(text)
      } throws: {
        ($0 as? ValidationError)?.detail == detail && ($0 as? ValidationError)?.code == "too_long"
      }
    }
  }

  @Test(
    "one or two characters are too short, however many bytes they take",
    arguments: [
      "a", "ab", "가나", family, "가" + family, "🇰🇷👍🏽", "e" + String(repeating: "\u{301}", count: 40),
      "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}",
    ])
  func refuses(_ text: String) {
    #expect(flaw { () throws(ValidationError) in try ProductName(text) } == "too_short")
  }
}
