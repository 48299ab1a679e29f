import HTTP
import Testing

/// Texts of clients that are slow to compare.
@Suite struct StreamSafeTextTests {
  static let longest = "a" + String(repeating: "\u{315}", count: 30)
  static let tooLong = longest + "\u{316}"

  @Test(
    "thirty marks in a row are a text, and so is everything that is no mark",
    arguments: [
      "", "abc", "각", longest, longest + longest, longest + "가" + longest,
      String(repeating: "\u{1112}\u{1161}\u{11ab}", count: 40),
      String(repeating: "\u{1F1F0}", count: 40), String(repeating: "\u{1F468}\u{200D}", count: 40),
      String(repeating: "\u{FE0F}", count: 40), String(repeating: "か\u{3099}", count: 40),
      String(repeating: "ｶﾞ", count: 40),
    ])
  func safe(_ text: String) {
    #expect(text.isStreamSafe)
  }

  @Test(
    "more are none, of whatever kind they are",
    arguments: [
      tooLong, "가나다" + tooLong + "라", String(repeating: "\u{344}", count: 31),
      String(repeating: "\u{F73}", count: 31), String(repeating: "\u{F75}", count: 31),
      String(repeating: "\u{F81}", count: 31), String(repeating: "\u{3099}", count: 31),
      String(repeating: "ﾞ", count: 31), String(repeating: "ﾟ", count: 31),
      String(repeating: "\u{1D165}", count: 31),
      (0..<31).map { $0.isMultiple(of: 2) ? "\u{5B0}" : "\u{F73}" }.joined(),
    ])
  func unsafe(_ text: String) {
    #expect(!text.isStreamSafe)
  }

  @Test func aFieldWithTooManyIsThereAndMeansNothing() throws {
    let fields = try Request(.get, "/", fields: ["A": Self.longest, "B": Self.tooLong]).fields
    #expect(fields["A"] == Self.longest)
    #expect(fields["B"] == "\u{FFFD}")
    #expect(fields.contains("B"))
  }

  @Test func anItemOfAQueryIsRefusedByItsName() throws {
    let target = try Request(.get, "/?a=1&b=\(Self.tooLong.encoded)&c=1").target
    #expect(throws: TargetError.tooManyMarks(in: "b")) { try target.queryItems() }
    #expect(throws: TargetError.tooManyMarks(in: "b")) { try target.queryItems(named: ["b"]) }
    #expect(try target.queryItems(named: ["c", "a"]).map(\.name) == ["a", "c"])
    let named = try Request(.get, "/?\(Self.tooLong.encoded)=1").target
    let beginning = String(Self.tooLong.unicodeScalars.prefix(30)) + "\u{FFFD}"
    #expect(throws: TargetError.tooManyMarks(in: beginning)) { try named.queryItems() }
    #expect(try named.queryItems(named: ["a"]).isEmpty)
  }

  @Test func aSegmentOfAPathIsNoText() throws {
    let target = try Request(.get, "/a/\(Self.tooLong.encoded)").target
    #expect(throws: TargetError.tooManyMarks(in: Self.tooLong.shownBeginning)) {
      try target.decodedSegments()
    }
  }

  @Test func aMediaTypeHasNoSuchParameter() {
    #expect(MediaType("text/plain; charset=\"\(Self.longest)\"") != nil)
    #expect(MediaType("text/plain; charset=\"\(Self.tooLong)\"") == nil)
  }
}

/// Words of the protocol, found in the bytes of fields.
@Suite struct FieldWordTests {
  private func fields(_ fields: KeyValuePairs<String, String>) throws -> Fields {
    try Request(.get, "/", fields: fields).fields
  }

  @Test(
    "of the languages that a client names, the one with the greatest weight is chosen",
    arguments: [
      ("ko", 0), ("en", 1), ("en-GB, ko;q=0.5", 1), ("KO-kr,ko;q=0.9,en;q=0.8", 0), ("*", 1),
      ("fr, *;q=0.1", 1), ("en;q=0.5,ko;q=0.501", 0), (" , en ; q=1.000 ,", 1), ("en;q=2, ko", 0),
      ("en;q=x, ko;q=0.1", 0), ("한국어, ko;q=0.1", 0), ("ko,en", 0),
    ])
  func languages(_ value: String, _ index: Int) throws {
    let fields = try fields(["Accept-Language": value])
    #expect(fields.preferredLanguage(of: ["ko", "en"], any: 1) == index)
  }

  @Test("no language is chosen of none", arguments: ["", "fr", "ko;q=0", "k", "kor", "ko_KR", "한"])
  func noLanguage(_ value: String) throws {
    let fields = try fields(["Accept-Language": value])
    #expect(fields.preferredLanguage(of: ["ko", "en"], any: 1) == nil)
  }

  @Test func aCookieIsFoundAmongOthers() throws {
    let fields = try fields([
      "Cookie": "a=1; moa=x=y ;; moa=2; b; long=123456; empty=; odd=é", "cookie": "last=9",
    ])
    #expect(fields.cookie("moa", bytesMax: 5) == "x=y")
    #expect(fields.cookie("last", bytesMax: 5) == "9")
    for name in ["b", "long", "empty", "odd", "c", "MOA"] {
      #expect(fields.cookie(name, bytesMax: 5) == nil, "\(name)")
    }
  }

  @Test func credentialsFollowTheirScheme() throws {
    #expect(try fields(["Authorization": "bEaReR  abc "]).credentials("bearer") == "abc")
    for value in ["Bearer", "Bearer ", "Bearerabc", "Basic abc", "Bearer é", ""] {
      #expect(try fields(["Authorization": value]).credentials("bearer") == nil, "\(value)")
    }
    let two: KeyValuePairs = ["Authorization": "Bearer a", "authorization": "Bearer a"]
    #expect(try fields(two).credentials("bearer") == nil)
  }

  @Test func aMediaTypeIsAcceptedByItsName() throws {
    #expect(try fields(["Accept": "application/json, Text/HTML;q=0.9"]).accepts("text/html"))
    for value in ["*/*", "text/*", "text/html5", "application/json", ""] {
      #expect(try !fields(["Accept": value]).accepts("text/html"), "\(value)")
    }
  }
}

extension String {
  /// In a path or a query.
  fileprivate var encoded: String {
    utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
