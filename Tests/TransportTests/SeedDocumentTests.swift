import Domain
import Testing
import Transport
import UseCases
import Web

/// The files that `moa seed` reads.
@Suite struct SeedDocumentTests {
  private static func seed(_ text: String) throws -> ShopSeed {
    try SeedDocument.seed(JSONParser.parse(Array(text.utf8)), from: nil)
  }

  @Test("every list of a file is read, and the others stay as they are")
  func lists() throws {
    let seed = try Self.seed(
      """
      {"categories":[{"id":1,"title":"상의"}],"home_sections":[],
      "app_config":[{"platform":"web","minimum_version":"2"}],
      "event_products":[{"event":"spring","products":[3,1]}],
      "search":{"synonyms":[["반팔","반소매"]],"redirects":{},"banned":["모조품"]}}
      """)
    #expect(seed.list(CategoryDraft.self)?.entries.map(\.known.id) == [1])
    #expect(seed.list(HomeSectionDraft.self)?.entries.isEmpty == true)
    #expect(seed.list(AppConfigDraft.self)?.drafts.map(\.minimumVersion?.text) == ["2"])
    #expect(seed.eventProducts?.map(\.products.ids) == [[3, 1]])
    #expect(seed.searchRules?.synonyms.map { $0.map(\.text) } == [["반팔", "반소매"]])
    #expect(seed.searchRules?.banned.map(\.text) == ["모조품"])
    #expect(seed.list(ItemTypeDraft.self) == nil)
    #expect(seed.list(EventBannerDraft.self) == nil)
    #expect(seed.list(EventCategoryDraft.self) == nil)
  }

  @Test(
    "a text with more than 30 combining marks in a row is refused with its pointer",
    arguments: [
      (#"{"categories":[{"id":1,"title":"MARKS"}]}"#, "/categories/0/title"),
      (
        #"{"search":{"synonyms":[["반팔","MARKS"]],"redirects":{},"banned":[]}}"#,
        "/search/synonyms/0/1"
      ),
      (#"{"search":{"synonyms":[],"redirects":{},"banned":["MARKS"]}}"#, "/search/banned/0"),
    ])
  func marks(_ text: String, _ pointer: String) throws {
    let marks = "a" + String(repeating: "\u{315}", count: 31)
    let rejection = #expect(throws: Rejection.self) {
      try Self.seed(text.replacing("MARKS", with: marks))
    }
    #expect(rejection?.fieldErrors.map(\.pointer) == [pointer])
    #expect(rejection?.fieldErrors.map(\.flaw.code) == ["too_many_marks"])
  }

  @Test("items of every list have a schedule in a file")
  func schedules() throws {
    let march = #""starts_at":"2026-03-02T00:00:00Z","ends_at":"2026-03-03T00:00:00Z""#
    let seed = try Self.seed(
      """
      {"event_banners":[{"content":"봄","thumbnail_image_url":"https://a.example/a.png",\(march)}],
      "home_sections":[{"key":"a","kind":"event_banners","layout":"row","titles":[],\(march)}],
      "app_config":[{"platform":"web",\(march)}]}
      """)
    let schedule = try Schedule(
      startsAt: Timestamp(rfc3339: "2026-03-02T00:00:00Z"),
      endsAt: Timestamp(rfc3339: "2026-03-03T00:00:00Z"))
    #expect(seed.list(EventBannerDraft.self)?.entries.map(\.schedule) == [schedule])
    #expect(seed.list(HomeSectionDraft.self)?.entries.map(\.schedule) == [schedule])
    #expect(seed.list(AppConfigDraft.self)?.entries.map(\.schedule) == [schedule])
  }

  @Test(
    "what is wrong is told at its place in the file",
    arguments: [
      (#"{"categories":null}"#, ["/categories wrong_type"]),
      (#"{"items":[]}"#, ["/items unknown_member"]),
      (
        #"{"categories":[{"id":1,"title":"a"},{"id":1,"title":"b"}]}"#,
        ["/categories/1/id duplicate"]
      ),
      (
        #"{"search":{"synonyms":[["a","a"]],"redirects":{"b":{}},"banned":[1]}}"#,
        [
          "/search/synonyms/0/1 duplicate", "/search/redirects/b/kind required",
          "/search/banned/0 wrong_type",
        ]
      ), (#"{"search":null}"#, ["/search wrong_type"]),
      (#"{"event_categories":[{}]}"#, ["/event_categories/0/key required"]),
      (
        #"{"event_products":[{"event":"a","products":[1,1]},{"event":"a","products":[]}]}"#,
        ["/event_products/0/products/1 duplicate", "/event_products/1/event duplicate"]
      ),
    ])
  func mistakes(_ text: String, _ expected: [String]) throws {
    let rejection = #expect(throws: Rejection.self) { try Self.seed(text) }
    let found = rejection?.fieldErrors.map { "\($0.pointer) \($0.flaw.code)" } ?? []
    #expect(Array(found.prefix(expected.count)) == expected)
  }
}
