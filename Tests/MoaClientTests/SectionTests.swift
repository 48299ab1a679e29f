import Foundation
import MoaClient
import Testing

/// What all sections have is read without asking for their kind.
@Suite struct SectionTests {
  static let more = ScreenLink(kind: "products", path: "/v1/products?on_sale=true", nextCursor: nil)

  static let sections: [AnySection] = [
    .eventBanners(section("event_banners")), .eventCategories(section("event_categories")),
    .products(section("products")), .itemTypes(section("item_types")),
  ]

  static func section<Cell>(_ kind: String) -> ScreenSection<Cell> {
    ScreenSection(id: kind, kind: kind, title: "Title", layout: "row", items: [], more: more)
  }

  @Test func eachHasItsID() {
    #expect(
      Self.sections.map(\.id) == ["event_banners", "event_categories", "products", "item_types"])
  }

  @Test("each has its title, its layout and its link", arguments: sections)
  func common(_ section: AnySection) {
    #expect(section.title == "Title")
    #expect(section.layout == "row")
    #expect(section.more == Self.more)
  }

  @Test func oneOfAnotherKindHasItsIDAlone() {
    let unknown = AnySection.unknown(id: "clips", kind: "videos")
    #expect(unknown.id == "clips")
    #expect(unknown.title == nil)
    #expect(unknown.layout == nil)
    #expect(unknown.more == nil)
  }

  @Test func aLinkToSomethingElseThanProductsIsNotFollowed() throws {
    let moa = Moa(try #require(URL(string: "http://127.0.0.1:9")))
    let link = ScreenLink(kind: "videos", path: "/v1/videos", nextCursor: nil)
    #expect((moa.products(link) as Any?) == nil)
  }
}

/// An error is shown to people as it is.
@Suite struct MoaErrorTests {
  static func refused(_ detail: String, _ errors: [(detail: String, hint: String)]?) throws
    -> any Error
  {
    var problem: [String: Any] = [
      "type": "/docs/errors/x", "title": "X.", "status": 422, "code": "x", "detail": detail,
    ]
    problem["errors"] = errors?.map { ["code": "y", "detail": $0.detail, "hint": $0.hint] }
    let data = try JSONSerialization.data(withJSONObject: problem)
    return MoaError.refused(try JSONDecoder().decode(MoaProblem.self, from: data), retryAfter: nil)
  }

  @Test func aRefusalSaysItsTitleToShoppersAndItsDetailToDevelopers() throws {
    let error = try Self.refused("Product 9 does not exist.", nil)
    #expect(error.localizedDescription == "X.")
    #expect(String(reflecting: error) == "422 x: Product 9 does not exist.")
  }

  @Test func aRefusalOfSeveralThingsTellsDevelopersAllOfThem() throws {
    let error = try Self.refused(
      "See errors.", [("Too short.", "Write 3."), ("Too low.", "Write 1.")])
    #expect(String(reflecting: error) == "422 x: Too short. Too low.")
  }

  @Test func hintsAreWhatToDo() throws {
    let error = try Self.refused(
      "See errors.", [("Too short.", "Write 3."), ("Too low.", "Write 1.")])
    #expect((error as? any LocalizedError)?.recoverySuggestion == "Write 3. Write 1.")
  }

  @Test func aNetworkThatIsAwaySaysWhatTheSystemSays() {
    let error = MoaError.unreachable(URLError(.notConnectedToInternet))
    #expect(error.localizedDescription == URLError(.notConnectedToInternet).localizedDescription)
  }

  @Test func anAnswerOfAnotherServerTellsItsStatusToDevelopersAlone() throws {
    let error = MoaError.unexpected(status: 502, try #require(URL(string: "http://a/")))
    #expect(String(reflecting: error).contains("502"))
    #expect(!error.localizedDescription.contains("502"))
  }
}

/// A shop without a server, as the tests of an app make it.
@Suite struct MoaReadingTests {
  private struct Shop: MoaReading {
    struct None: Error {}

    func productPage(
      _ query: ProductQuery, after cursor: String?
    ) async throws -> Listing<ProductCell> {
      Listing(items: [], page: PageLink(nextCursor: nil))
    }
    func productTilePage(
      _ query: ProductQuery, after cursor: String?
    ) async throws -> Listing<ProductTile> { throw None() }
    func searchPage(
      _ query: SearchQuery, after cursor: String?, facets: Bool
    ) async throws -> SearchResult { throw None() }
    func homeScreen() async throws -> Screen { Screen(sections: []) }
    func categoriesScreen() async throws -> Screen { throw None() }
    func eventScreen(_ id: Int64) async throws -> EventScreen { throw None() }
    func productScreen(_ id: Int64) async throws -> ProductScreen { throw None() }
    func product(_ id: Int64) async throws -> ProductDetail { throw None() }
    func banner() async throws -> [ProductCell] { [] }
    func config(version: String?, platform: String) async throws -> AppConfiguration {
      throw None()
    }
    func eventCategories() async throws -> [EventCategoryCard] { [] }
    func eventCategories(_ variant: EventCategoryVariant) async throws -> [EventCategoryCell] { [] }
    func eventCategory(_ id: Int64) async throws -> EventCategoryDetail { throw None() }
    func trendingSearches() async throws -> [TrendingSearch] { [] }
    func suggestions(for text: String, limit: Int) async throws -> SearchSuggestions {
      throw None()
    }
  }

  @Test func aShopOfATestAnswersReadsByItsMethods() async throws {
    let shop: any MoaReading = Shop()
    #expect(try await shop.answer(.homeScreen).value.sections.isEmpty)
    var count = 0
    for try await home in shop.updates(of: .homeScreen) {
      #expect(!home.isStored)
      count += 1
    }
    #expect(count == 1)
    await #expect(throws: Shop.None.self) {
      for try await _ in shop.updates(of: .categoriesScreen) {}
    }
  }

  @Test func aTestMayGiveAScreenThatChanges() async throws {
    let cells = [1, 2].map { stock in TestShop.product(7, stock: stock) }
    let updates = Updates(cells.map { Answer([$0], isStored: $0.stock == 1) })
    var shown: [(isStored: Bool, changed: Set<Int64>)] = []
    for try await answer in updates { shown.append((answer.isStored, answer.changedIDs)) }
    #expect(shown.map(\.isStored) == [true, false])
    #expect(shown.map(\.changed) == [[], [7]])
  }

  @Test func aShopOfATestHasListsToo() async throws {
    let shop: any MoaReading = Shop()
    #expect(try await shop.homeScreen().sections.isEmpty)
    for try await product in shop.products() { Issue.record("\(product.id)") }
    await #expect(throws: Shop.None.self) {
      for try await _ in shop.search(SearchQuery("a")) {}
    }
  }
}

/// A directory for the files of one test: the first who writes there makes it; removed afterwards.
final class Scratch: Sendable {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("moa-client-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Makes the files of a directory in it older.
  func age(_ name: String, by seconds: TimeInterval) throws {
    let place = directory.appendingPathComponent(name)
    for file in try FileManager.default.contentsOfDirectory(atPath: place.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
        ofItemAtPath: place.appendingPathComponent(file).path)
    }
  }
}
