import Domain
import Fakes
import Testing
import UseCases
import ViewData

/// What is suggested while somebody types.
@Suite struct SuggestSearchesTests {
  let store = FakeStore()

  private func filled() async throws {
    let vendor = try await store.ports.vendor()
    for name in [
      "도자기 머그컵", "유리 머그컵", "머그 받침", "도자기 접시", "Travel Mug", "머플러", "양모 머플러", "머리띠",
      "머리핀", "머스크 향수", "머슬핏 티셔츠", "머스터드 니트",
    ] {
      try await store.ports.add(.sample(by: vendor, .sample(name)))
    }
  }

  private func suggestions(_ text: String, limit: Int = 8) async throws -> SearchSuggestions {
    try await SuggestSearches(repository: store, rules: store)(
      try SearchQuery(text), limit: limit, in: .sample, from: nil)
  }

  private func terms(_ text: String) async throws -> [String] {
    try await suggestions(text).terms.map(\.text)
  }

  @Test(
    "the last word is completed, however it was typed",
    arguments: [
      ("머그", ["머그컵", "머그"]), ("머ㄱ", ["머그컵", "머그"]), ("ㅁㄱ", ["머그컵", "머그"]), ("ajr", ["머그컵", "머그"]),
      ("tra", ["Travel"]), ("ㅅㄱㅁ", ["Travel"]), ("냉장", []),
    ])
  func lastWord(_ text: String, _ expected: [String]) async throws {
    try await filled()
    #expect(try await terms(text) == expected)
  }

  @Test("a consonant alone suggests no Latin word and no Latin title, two do if no word has them")
  func consonants() async throws {
    try await filled()
    #expect(try await suggestions("ㅅ").products.isEmpty)
    #expect(try await terms("ㅅ") == [])
    #expect(try await suggestions("ㅅㄱ").products.map(\.tile.title) == ["Travel Mug"])
    let initials = try await suggestions("ㅁㄱ")
    #expect(initials.products.allSatisfy { $0.tile.title.contains("머그") })
    #expect(
      try await suggestions("ㅅㄱ").terms
        == [SuggestedTerm(text: "Travel", highlights: [.init(location: 0, length: 2)])])
  }

  @Test("earlier words stay in front of words that products have together with them")
  func earlierWords() async throws {
    try await filled()
    #expect(try await terms("도자기 머") == ["도자기 머그컵"])
    #expect(try await terms("도자기 머ㄱ") == ["도자기 머그컵"])
    #expect(try await terms("도자기 유") == [])
  }

  @Test("a word that has just begun is one of those that titles have together with the first")
  func commonWordsOfOthers() async throws {
    try await filled()
    let vendor = try await store.ports.vendor(2)
    for number in 0..<25 {
      for _ in 0..<2 { try await store.ports.add(.sample(by: vendor, .sample("아무\(number)개"))) }
    }
    try await store.ports.add(.sample(by: vendor, .sample("침대 옆 무드등")))
    #expect(try await terms("침대 ㅇ") == ["침대 옆"])
    #expect(try await terms("침대 여") == ["침대 옆"])
    #expect(try await terms("침대 옆 ㅁ") == ["침대 옆 무드등"])
    let search = SearchProducts(repository: store, rules: store)
    let page = try await search.window(try SearchQuery("침대 ㅇ"), sort: .newest, start: 0, count: 9)
    #expect(page.products.map(\.product.cell.name.text) == ["침대 옆 무드등"])
  }

  @Test("earlier words on the wrong keyboard keep their capitals, so that the suggestion is found")
  func capitals() async throws {
    try await store.ports.add(.sample(by: try await store.ports.vendor(2), .sample("쌀 포대")))
    #expect(try await terms("Tkf vh") == ["Tkf 포대"])
    let search = SearchProducts(repository: store, rules: store)
    let query = try SearchQuery("Tkf 포대")
    let found = try await search.window(query, sort: .newest, start: 0, count: 9)
    #expect(found.products.count == 1)
  }

  @Test("a word is suggested as the title beside it writes it, with the typed part marked")
  func spellings() async throws {
    try await store.ports.add(
      .sample(by: try await store.ports.vendor(2), .sample("Céline 물병 500㎖ 30 × 40")))
    for (text, expected, length) in [
      ("cel", "Céline", 3), ("물병 500", "물병 500㎖", 6), ("물병 500m", "물병 500㎖", 7),
      ("물병 30x4", "물병 30 × 40", 9),
    ] {
      let term = try #require(try await suggestions(text).terms.first, "\(text)")
      #expect(
        term == SuggestedTerm(text: expected, highlights: [.init(location: 0, length: length)]))
      #expect(try await terms(term.text).first == expected)
    }
  }

  @Test("what is typed already is marked")
  func highlights() async throws {
    try await filled()
    #expect(
      try await suggestions("도자기 머ㄱ").terms.first
        == SuggestedTerm(text: "도자기 머그컵", highlights: [.init(location: 0, length: 6)]))
  }

  @Test("there are as many terms as are wanted, and five products at most")
  func limits() async throws {
    try await filled()
    let all = try await suggestions("머")
    #expect(all.terms.count == 8)
    #expect(all.products.count == 5)
    #expect(
      try await suggestions("머", limit: 3).terms.map(\.text) == all.terms.prefix(3).map(\.text))
  }

  @Test("products have small pictures and what matches marked")
  func products() async throws {
    let vendor = try await store.ports.vendor()
    try await store.ports.add(.sample(by: vendor, .sample("도자기 머그"), images: [1]))
    let product = try #require(try await suggestions("머ㄱ").products.first)
    #expect(product.tile.title == "도자기 머그")
    #expect(product.tile.image?.width == 200)
    #expect(product.highlights == [.init(location: 4, length: 2)])
  }

  @Test("banned words are not suggested, and suggest nothing")
  func banned() async throws {
    try await filled()
    _ = try await store.replace(
      try SearchRules(.init(banned: ["머그컵"])), if: .any, promise: .nothing, dryRun: false,
      once: nil)
    #expect(try await terms("머그") == ["머그"])
    #expect(try await suggestions("머그컵") == .none)
    #expect(try await suggestions("머그 컵") == .none)
  }

  @Test("products are found by synonyms, too")
  func synonyms() async throws {
    try await filled()
    _ = try await store.replace(
      try SearchRules(.init(synonyms: [["목도리", "머플러"]])), if: .any, promise: .nothing,
      dryRun: false, once: nil)
    #expect(Set(try await suggestions("목도리").products.map(\.id)) == [6, 7])
  }
}
