import Domain
import Fakes
import Testing
import UseCases
import ViewData

/// What somebody meant who searches, stage by stage.
@Suite struct SearchProductsTests {
  let store = FakeStore()

  private var search: SearchProducts { SearchProducts(repository: store, rules: store) }
  private var cursors: SearchCursors { SearchCursors(signer: FakeSigner()) }

  private func filled() async throws {
    let vendor = try await store.ports.vendor()
    for name in ["도자기 머그", "무선 이어폰", "Travel Tumbler", "반팔 티셔츠", "반소매 셔츠", "머그 접시"] {
      try await store.ports.add(.sample(by: vendor, .sample(name)))
    }
  }

  private static func question(
    _ text: String, sort: SearchSort = .relevance, limit: Int = 20
  ) throws -> SearchProducts.Question {
    SearchProducts.Question(
      query: try SearchQuery(text), sort: sort, filter: SearchFilter(), limit: limit,
      wantsFacets: false)
  }

  private func found(_ text: String) async throws -> SearchResult {
    try await search(try Self.question(text), after: nil, in: .sample, from: nil).page
  }

  private func write(_ rules: SearchRules.Written) async throws {
    _ = try await store.replace(
      try SearchRules(rules), if: .any, promise: .nothing, dryRun: false, once: nil)
  }

  @Test(
    "what finds nothing as it stands is read as it may be meant",
    arguments: [
      ("머그", [6, 1], nil), ("이어포", [2], nil), ("이어ㅍ", [2], nil), ("ㅇㅇㅍ", [2], nil),
      ("dldjvhs", [2], nil), ("ㅅㄱㅁㅍ디", [3], nil), ("이어펀", [2], "이어폰"),
      ("travle tumbler", [3], "travel tumbler"), ("머그를", [6, 1], "머그"), ("이어폰으로", [2], "이어폰"),
      ("도자기의 머그는", [1], "도자기 머그"), ("그를를", [], nil), ("냉장고", [], nil), ("ㅅㅅㅅㅅ", [], nil),
    ] as [(String, [Int64], String?)])
  func stages(_ text: String, _ ids: [Int64], _ corrected: String?) async throws {
    try await filled()
    let result = try await found(text)
    #expect(result.items.map(\.id) == ids)
    #expect(result.correctedQuery == corrected)
    #expect(result.total == Int64(ids.count))
  }

  @Test func whatIsFoundAsItStandsIsTakenAsItStands() async throws {
    try await filled()
    let vendor = try await store.ports.vendor(2)
    try await store.ports.add(.sample(by: vendor, .sample("이어포 상점")))
    #expect(try await found("이어포").items.map(\.id) == [7])
  }

  @Test("initials of several words are read beginning with the longest, digits as they are")
  func initials() async throws {
    let vendor = try await store.ports.vendor(2)
    try await store.ports.add(.sample(by: vendor, .sample("물 자주 안 줘도 되는 화분 2포기")))
    for number in 0..<25 {
      for _ in 0..<2 { try await store.ports.add(.sample(by: vendor, .sample("모자\(number)개"))) }
    }
    #expect(try await found("ㅁ ㅈㅈ ㅇ").items.map(\.id) == [1])
    #expect(try await found("2ㅍㄱ").items.map(\.id) == [1])
    #expect(try await found("3ㅍㄱ").items.isEmpty)
  }

  @Test("the wrong keyboard is tried only if the initials find nothing")
  func initialsBeforeKeys() async throws {
    let vendor = try await store.ports.vendor(2)
    for name in ["침대 옆 무드등", "Céline 물병", "Vintage Hoodie", "travel 컵", "travel Tea"] {
      try await store.ports.add(.sample(by: vendor, .sample(name)))
    }
    #expect(try await found("ㅊㄷ").items.map(\.id) == [1])
    #expect(try await found("ㅊㄷㅣ").items.map(\.id) == [2])
    #expect(try await found("ㅅㄱㅁ").items.map(\.id) == [5, 4])
    #expect(try await found("ㅅㄱㅁ ㅋ").items.map(\.id) == [4])
    #expect(try await found("ㅍ").items.isEmpty)
  }

  @Test("filters do not change what a query means, and one that nothing passes has alternatives")
  func filters() async throws {
    let vendor = try await store.ports.vendor(2)
    try await store.ports.add(.sample(by: vendor, .sample("진 팬츠", price: 5_000)))
    try await store.ports.add(.sample(by: vendor, .sample("지노 컵", price: 50_000)))
    for (text, ids) in [("진", []), ("지노", [2]), ("지ㄴ", [2])] as [(String, [Int64])] {
      let question = SearchProducts.Question(
        query: try SearchQuery(text), sort: .relevance, filter: SearchFilter(priceMin: 40_000),
        limit: 20, wantsFacets: true)
      let page = try await search(question, after: nil, in: .sample, from: nil).page
      #expect(page.items.map(\.id) == ids, "\(text)")
      #expect(page.total == Int64(ids.count), "\(text)")
      #expect(page.facets?.prices.count == 1, "\(text)")
      let numbered = try await search.window(
        question.query, sort: .newest, question.filter, start: 0, count: 9)
      #expect(numbered.products.map(\.product.id) == ids, "\(text)")
    }
  }

  @Test func manyWordsMayAllBeTypedOnTheWrongKeyboard() async throws {
    let vendor = try await store.ports.vendor()
    try await store.ports.add(.sample(by: vendor, .sample("손으로 빚은 하얀 도자기 머그")))
    let result = try await found("thsdmfh qlwdms gkdis ehwkrl ajrm")
    #expect(result.items.map(\.id) == [1])
  }

  @Test("synonyms find and mark each other, from the first reading on")
  func synonyms() async throws {
    try await filled()
    try await write(.init(synonyms: [["반팔", "반소매"], ["컵", "머그"]]))
    let result = try await found("반팔")
    #expect(Set(result.items.map(\.id)) == [4, 5])
    #expect(result.items.first { $0.id == 5 }?.highlights == [.init(location: 0, length: 3)])
    #expect(try await found("도자기 컵").items.map(\.id) == [1])
  }

  @Test("words that are half typed or mistyped have synonyms, too")
  func readSynonyms() async throws {
    try await filled()
    try await write(.init(synonyms: [["반소매", "티셔츠"], ["물건들", "머그"]]))
    #expect(Set(try await found("qksthao").items.map(\.id)) == [4, 5])
  }

  @Test("a query with a banned word finds nothing, and nothing becomes a banned word")
  func banned() async throws {
    try await filled()
    try await write(.init(redirects: [("머그", .url(try ImageReference("/a")))], banned: ["머그"]))
    for text in ["머그", "도자기 머그", "ajrm", "머ㄱ", "머그를"] {
      #expect(try await found(text).items.isEmpty, "\(text)")
    }
    #expect(try await found("머그").redirect == nil)
    #expect(try await found("도자기").items.map(\.id) == [1])
  }

  @Test("a whole query may lead somewhere, whatever its spaces")
  func redirects() async throws {
    try await filled()
    let target = LinkTarget.search(try Title("머그"))
    try await write(.init(redirects: [("여름 특가", target)]))
    #expect(try await found("여름특가").redirect == CellLink(kind: "search", query: "머그"))
    #expect(try await found("여름 특가 머그").redirect == nil)
  }

  @Test("a redirect stands on the first page alone")
  func redirectOfPages() async throws {
    try await filled()
    try await write(.init(redirects: [("머그", .search(try Title("컵")))]))
    let question = try Self.question("머그", limit: 1)
    let first = try await search(question, after: nil, in: .sample, from: nil)
    let next = try #require(first.next)
    let second = try await search(question, after: next, in: .sample, from: nil)
    #expect(first.page.redirect != nil)
    #expect(second.page.redirect == nil)
    #expect(second.page.items.map(\.id) == [1])
  }

  @Test("a cursor goes on in the reading in which it began")
  func readingOfCursors() async throws {
    try await filled()
    let question = try Self.question("머ㄱ", limit: 1)
    let first = try await search(question, after: nil, in: .sample, from: nil)
    let place = try cursors.place(
      cursors.text(try #require(first.next), of: question), of: question)
    // Now the query is found as it stands, but this page began before.
    let vendor = try await store.ports.vendor(2)
    try await store.ports.add(.sample(by: vendor, .sample("머ㄱ 상점")))
    let second = try await search(question, after: place, in: .sample, from: nil)
    #expect(first.page.items.map(\.id) + second.page.items.map(\.id) == [6, 1])
    #expect(second.next == nil)
  }

  @Test(
    "a cursor belongs to its query, its order and its filters",
    arguments: [
      ("머그컵", SearchSort.relevance, SearchFilter()), ("머그", .newest, SearchFilter()),
      ("머그", .relevance, SearchFilter(priceMin: 1)),
      ("머그", .relevance, SearchFilter(onlyInStock: true)),
    ])
  func foreignCursors(_ text: String, _ sort: SearchSort, _ filter: SearchFilter) async throws {
    try await filled()
    let question = try Self.question("머그", limit: 1)
    let first = try await search(question, after: nil, in: .sample, from: nil)
    let cursor = cursors.text(try #require(first.next), of: question)
    let other = SearchProducts.Question(
      query: try SearchQuery(text), sort: sort, filter: filter, limit: 1, wantsFacets: false)
    var code: String?
    do throws(ValidationError) { _ = try cursors.place(cursor, of: other) } catch {
      code = error.code
    }
    #expect(code == "invalid_cursor")
  }

  @Test("two spellings of a query may share a cursor")
  func spellings() async throws {
    try await filled()
    let question = try Self.question("머그", limit: 1)
    let first = try await search(question, after: nil, in: .sample, from: nil)
    let cursor = cursors.text(try #require(first.next), of: question)
    let other = try Self.question("  \u{1106}\u{1165}\u{1100}\u{1173} ", limit: 1)
    #expect(try cursors.place(cursor, of: other) == first.next)
  }

  @Test("numbered results know all readings, too")
  func windows() async throws {
    try await filled()
    let window = try await search.window(try SearchQuery("머ㄱ"), sort: .newest, start: 1, count: 5)
    #expect(window.products.map(\.product.id) == [1])
    #expect(window.total == SearchTotal(count: 2, isExact: true))
  }
}
