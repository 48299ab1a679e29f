import Domain
import Testing

/// What a merchandiser writes about searching.
@Suite struct SearchRulesTests {
  private static func mistakes(_ written: SearchRules.Written) -> [String] {
    do throws(Rejection) {
      _ = try SearchRules(written)
      return []
    } catch {
      return error.fieldErrors.map { "\($0.pointer) \($0.flaw.code)" }
    }
  }

  @Test("all mistakes are told at once, each at its place")
  func mistakes() {
    let written = SearchRules.Written(
      synonyms: [["반팔", "반소매"], ["반 팔", "나시"], ["바지"], ["ＭＵＧ", "mug", "-"], ["", "반팔"]],
      redirects: [("골프", .event(1)), ("골 프", .event(2)), ("!", .event(3))],
      banned: ["금지", "금지", nil, "두 단어"])
    #expect(
      Self.mistakes(written) == [
        "/synonyms/1/0 malformed", "/synonyms/2 too_few", "/synonyms/3/1 duplicate",
        "/synonyms/3/2 empty", "/synonyms/4/0 empty", "/synonyms/4/1 duplicate",
        "/redirects/골 프 duplicate", "/redirects/! empty", "/banned/1 duplicate",
        "/banned/3 malformed",
      ])
  }

  @Test("no list is longer than it may be")
  func limits() {
    let words = (0...20).map { "단어\($0)" as String? }
    #expect(Self.mistakes(.init(synonyms: [words])) == ["/synonyms/0 too_many"])
    let groups = (0...1_000).map { ["가\($0)", "나\($0)"] as [String?]? }
    #expect(Self.mistakes(.init(synonyms: groups)) == ["/synonyms too_many"])
    #expect(Self.mistakes(.init(synonyms: Array(groups.dropLast()))) == [])
    let banned = (0...1_000).map { "금지\($0)" as String? }
    #expect(Self.mistakes(.init(banned: banned)) == ["/banned too_many"])
    let redirects = (0...1_000).map { ("검색\($0)", LinkTarget.event(1) as LinkTarget?) }
    #expect(Self.mistakes(.init(redirects: redirects)) == ["/redirects too_many"])
    let long = String(repeating: "가", count: 101)
    #expect(Self.mistakes(.init(banned: [long])) == ["/banned/0 too_long"])
  }

  @Test("a word is searched in all readings of its group but the banned ones")
  func rulings() throws {
    let rules = try SearchRules(
      .init(
        synonyms: [["머그", "Mug", "머그컵"]], redirects: [("골 프", .event(6))], banned: ["머그컵"]))
    let rulings = rules.rulings(on: ["mug", "컵"], query: "골프") { _ in true }
    #expect(rulings == SearchRulings(synonyms: ["mug": ["머그"]], redirect: .event(6)))
    #expect(rules.rulings(on: ["머그컵"], query: nil) { _ in true }.banned == ["머그컵"])
    #expect(rules.rulings(on: [], query: "골프") { _ in false }.redirect == nil)
  }

  @Test(
    "a banned word is banned in every spelling",
    arguments: [
      ("구찌", true), ("구 찌", true), ("구-찌", true), ("구.찌 가방", true), ("ＧＵＣＣＩ", true),
      ("gu cc i", true),
      ("가방 구 찌", true), ("구", false), ("찌 구", false), ("구찌가방", false), ("구 찌개", false),
      ("가구 찌", false),
    ])
  func spellings(_ text: String, _ isBanned: Bool) throws {
    let rules = try SearchRules(.init(banned: ["구찌", "Gucci"]))
    let query = try SearchQuery(text)
    let rulings = rules.rulings(on: query.words, query: nil) { _ in true }
    #expect(rulings.bans(query) == isBanned)
    #expect((query.pattern.under(rulings) == nil) == isBanned)
  }

  @Test("readings of several words that are a banned word together are left out")
  func bannedReadings() {
    let rulings = SearchRulings(banned: ["구찌"])
    let pattern = SearchPattern(words: [["rn", "구"], ["wl", "찌", "지갑"]], whole: nil)
    #expect(pattern.under(rulings)?.words == [["rn", "구"], ["wl", "지갑"]])
  }

  @Test func aPatternOfNothingButBannedWordsIsNone() throws {
    let pattern = try SearchQuery("좋은 금지").pattern
    #expect(pattern.under(SearchRulings(banned: ["금지"])) == nil)
    let wider = pattern.under(SearchRulings(synonyms: ["금지": ["불허"]], banned: ["금지"]))
    #expect(wider?.words == [["좋은"], ["불허"]])
  }
}
