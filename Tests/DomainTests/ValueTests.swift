import Testing
import Text

@testable import Domain

@Suite struct TitleTests {
  static let family = "👨‍👩‍👧‍👦"
  static let flag = "🏴󠁧󠁢󠁳󠁣󠁴󠁿"

  @Test(
    "a line of 1 to 100 characters is a title, put together and cut to what is visible",
    arguments: [
      ("가", "가"), ("ON & OFF", "ON & OFF"), ("원피스/스커트", "원피스/스커트"),
      ("a\u{301}", "\u{E1}"), ("\u{1112}\u{1161}\u{11AB}", "한"), (family, family), (flag, flag),
      (String(repeating: family, count: 100), String(repeating: family, count: 100)),
      (String(repeating: flag, count: 100), String(repeating: flag, count: 100)),
      (
        " \u{FEFF}" + String(repeating: "가", count: 100) + "\u{200B}\n",
        String(repeating: "가", count: 100)
      ),
      ("zero\u{200D}width", "zero\u{200D}width"), ("e\u{FE0F}", "e\u{FE0F}"),
      ("\u{2800}.\u{3164}", "."), ("\u{1100}", "\u{1100}"), ("⠿", "⠿"), ("\u{202E}가", "가"),
    ])
  func accepts(_ text: String, _ stored: String) throws {
    #expect(Array(try Title(text).text.utf8) == Array(stored.utf8))
  }

  @Test(
    "anything else is refused with its reason",
    arguments: [
      ("", "empty"), (" ", "empty"), ("\u{3000}\u{A0}", "empty"),
      ("\u{3164}", "empty"), ("\u{200B}", "empty"), ("\u{2800}", "empty"), ("\u{AD}", "empty"),
      (" \u{200D}\u{2800}\u{115F} ", "empty"), ("\u{FE0F}", "empty"),
      ("가\n나", "control_character"), ("가\r\n나", "control_character"),
      ("\t\u{85}\u{2066}", "empty"), ("가\u{0}", "control_character"),
      ("\u{7F}", "control_character"), ("가\u{85}나", "control_character"),
      ("가\u{2028}나", "control_character"), ("나\u{202E}가", "control_character"),
      ("나\u{2066}가\u{2069}", "control_character"), ("\u{1B}[31m", "control_character"),
      (String(repeating: "가", count: 101), "too_long"),
      (String(repeating: family, count: 101), "too_long"),
      ("a" + String(repeating: "\u{301}", count: 2_100), "too_long"),
    ])
  func refuses(_ text: String, _ code: String) {
    #expect(flaw { () throws(ValidationError) in try Title(text) } == code)
  }

  @Test func aTitleThatWasTakenApartIsTheSameTitle() throws {
    let composed = try Title("caf\u{E9}")
    let decomposed = try Title("cafe\u{301}")
    #expect(composed == decomposed)
    #expect(Set([composed, decomposed]).count == 1)
  }
}

@Suite struct SlugTests {
  @Test(arguments: ["a", "0", "spring-outer", "a-", "2026--x", String(repeating: "k", count: 64)])
  func accepts(_ text: String) throws {
    #expect(try Slug(text).text == text)
  }

  @Test(arguments: [
    ("", "empty"), (String(repeating: "k", count: 65), "too_long"), ("-a", "malformed"),
    ("A", "malformed"), ("a b", "malformed"), ("a_b", "malformed"), ("봄", "malformed"),
    ("a\u{0}", "malformed"), ("a/b", "malformed"), ("ａ", "malformed"), ("a\n", "malformed"),
  ])
  func refuses(_ text: String, _ code: String) {
    #expect(flaw { () throws(ValidationError) in try Slug(text) } == code)
  }
}

@Suite struct ScheduleTests {
  static func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  @Test func startIsInclusiveAndEndIsExclusive() throws {
    let start = try Self.time("2026-03-01T00:00:00Z")
    let end = try Self.time("2026-03-02T00:00:00Z")
    let schedule = try Schedule(startsAt: start, endsAt: end)
    let before = try Self.time("2026-02-28T23:59:59.999999Z")
    let last = try Self.time("2026-03-01T23:59:59.999999Z")
    #expect([before, start, last, end].map(schedule.contains) == [false, true, true, false])
  }

  @Test func anOpenSideIsForEver() throws {
    let middle = try Self.time("2026-03-01T00:00:00Z")
    let sinceThen = try Schedule(startsAt: middle, endsAt: nil)
    let untilThen = try Schedule(startsAt: nil, endsAt: middle)
    let instants = [Timestamp.earliest, middle, .latest]
    #expect(instants.map(sinceThen.contains) == [false, true, true])
    #expect(instants.map(untilThen.contains) == [true, false, false])
    #expect(instants.map(Schedule.always.contains) == [true, true, true])
  }

  @Test func theEndMustBeAfterTheStart() throws {
    let start = try Self.time("2026-03-01T00:00:00Z")
    let later = try Self.time("2026-03-01T00:00:01Z")
    #expect(
      flaw { () throws(ValidationError) in try Schedule(startsAt: start, endsAt: later) } == nil)
    let sameSecond = try Self.time("2026-03-01T00:00:00.999999Z")
    for end in [start, sameSecond, .earliest] {
      let code = flaw { () throws(ValidationError) in try Schedule(startsAt: start, endsAt: end) }
      #expect(code == "ends_before_start")
    }
  }
}

@Suite struct IdentifierTests {
  @Test func aDigestHasOneSpelling() throws {
    let bytes = (0..<32).map { UInt8($0) &* 9 }
    let digest = try #require(ImageDigest(bytes: bytes))
    #expect(ImageDigest(hex: digest.hex) == digest)
    #expect(digest.bytes == bytes)
    #expect(ImageDigest(hex: digest.hex.uppercased()) == nil)
    #expect(ImageDigest(hex: String(digest.hex.dropLast())) == nil)
    #expect(ImageDigest(hex: String(repeating: "é", count: 32)) == nil)
    #expect(ImageDigest(bytes: Array(bytes.dropLast())) == nil)
  }

  @Test func hexadecimalIsReadBothWays() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(Hexadecimal.bytes(Hexadecimal.text(bytes)) == bytes)
    #expect(Hexadecimal.text(Array("foobar".utf8)) == "666f6f626172")
    #expect(Hexadecimal.bytes("FF00aB") == [255, 0, 171])
    for text in ["f", "0g", "g0", "0 ", "+1"] { #expect(Hexadecimal.bytes(text) == nil) }
  }

  @Test func aTokenIDIsSixteenLowerCaseDigits() {
    #expect(AccessTokenID("0123456789abcdef")?.text == "0123456789abcdef")
    for text in [
      "", "0123456789abcde", "0123456789ABCDEF", "0123456789abcdeff", "0123456789abcdeg",
    ] {
      #expect(AccessTokenID(text) == nil)
    }
  }
}

@Suite struct Base64Tests {
  @Test(
    "The vectors of RFC 4648 come out, without padding, and go in again",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(text: String, base64: String) {
    for variant in [Base64.standard, .urlSafe] {
      #expect(variant.text(Array(text.utf8)) == base64)
      #expect(variant.bytes(base64) == Array(text.utf8))
    }
  }

  @Test func twoCharactersTellTheAlphabetsApart() {
    let bytes: [UInt8] = [0xFB, 0xFF]
    #expect(Base64.urlSafe.text(bytes) == "-_8")
    #expect(Base64.urlSafe.bytes("-_8") == bytes)
    #expect(Base64.standard.text(bytes) == "+/8")
    #expect(Base64.standard.bytes("+/8") == bytes)
    #expect(Base64.urlSafe.bytes("+/8") == nil)
    #expect(Base64.standard.bytes("-_8") == nil)
    #expect("-_8".utf8.allSatisfy(Base64.urlSafe.contains))
    for byte in "+/= \n\u{7F}".utf8 { #expect(!Base64.urlSafe.contains(byte)) }
  }

  @Test(
    "Padding, spaces, a digit alone and bits that mean nothing are refused",
    arguments: ["Zg==", "Zm8=", " Zg", "Zm9v\n", "Z", "Zm9vZ", "Zh", "Zm9", "가"])
  func refused(text: String) {
    #expect(Base64.standard.bytes(text) == nil)
  }
}

@Suite struct SearchClientTests {
  @Test(
    "an id is 20 letters, digits or underscores",
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
}

/// The code of the flaw that a value type finds, or nil when it finds none.
func flaw<Value>(_ make: () throws(ValidationError) -> Value) -> String? {
  do throws(ValidationError) {
    _ = try make()
    return nil
  } catch {
    return error.code
  }
}
