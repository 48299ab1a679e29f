import Domain
import EventLoop
import Fakes
import Postgres
import Repositories
import Synchronization
import Testing
import UseCases

/// A list is one statement, whatever it is about, and so is a product.
@Suite(.serialized) struct StatementCountTests {
  @Test func everyReadOfProductsIsOneStatement() async throws {
    try await counting { ports, count in
      let vendor = try await ports.vendor()
      let product = try await ports.add(.sample(by: vendor, images: [2, 3, 4, 5, 6]))
      for query in ProductQuery.all(vendors: [nil, vendor.identifier]) {
        for position in [nil, ProductPosition(rank: 0, id: 9)] {
          let statements = try await count {
            _ = try await ports.products.cells(query, after: position, limit: 21)
          }
          #expect(statements == 1, "\(query)")
          let ofTiles = try await count {
            _ = try await ports.products.tiles(query, after: position, limit: 21)
          }
          #expect(ofTiles == 1, "\(query)")
        }
      }
      for sort in ProductSort.allCases {
        for vendor in [nil, vendor.identifier] {
          let query = ProductQuery(sort: sort, vendor: vendor, category: 1, itemType: 2)
          #expect(
            try await count {
              _ = try await ports.products.cells(query, after: nil, limit: 21)
            } == 1)
        }
      }
      let anchor = ListAnchor(newest: 9, offset: 20, first: 9, last: 5, count: 20)
      for offset in [0, 20, 40, 60, 1_000_000] as [Int64] {
        for anchor in [nil, anchor] {
          let window = NumberedPage(list: .won, offset: offset, count: 20, anchor: anchor)
          #expect(try await count { _ = try await ports.products.window(window) } == 1)
        }
      }
      let pattern = try SearchQuery("a").pattern
      // What is known of letters is read once a minute.
      _ = try await ports.search.page(ProductSearch(pattern: pattern, sort: .newest, limit: 1))
      for sort in SearchSort.allCases {
        let search = ProductSearch(pattern: pattern, sort: sort, limit: 20)
        #expect(try await count { _ = try await ports.search.page(search) } == 1)
      }
      try await Self.expectOneStatement(of: ports, product.id, count)
      #expect(try await count { _ = try await ports.products.find(product.id) as Product? } == 1)
      let code = product.summary.code
      #expect(try await count { _ = try await ports.products.find(code) } == 1)
      #expect(try await count { _ = try await ports.vendors.find(vendor.identifier) } == 1)
    }
  }

  /// What a search asks beside its page, and what suggestions, trends and changes ask.
  private static func expectOneStatement(
    of ports: Ports, _ product: Int64, _ count: Counter
  ) async throws {
    _ = try await ports.searchRules.replace(
      try SearchRules(.init(synonyms: [["a", "b"]], banned: ["c"])), if: .any,
      promise: .nothing, dryRun: false, once: nil)
    let words = ["a", "c"]
    #expect(
      try await count { _ = try await ports.searchRules.rulings(on: words, query: "a") } == 1)
    let titles = ports.search.titles(beginningWith:limit:)
    #expect(try await count { _ = try await titles("a", 5) } == 1)
    #expect(try await count { _ = try await ports.search.tiles(of: [product]) } == 1)
    let place = try await ports.changes.newestChange()
    #expect(try await count { _ = try await ports.changes.newestChange() } == 1)
    #expect(
      try await count { _ = try await ports.changes.changes(after: place, among: [product]) } == 1)
    #expect(try await count { _ = try await ports.changes.changes(after: place, limit: 9) } == 1)
    let search = CountedSearch(
      query: "a", device: SixteenBytes(high: 1, low: 2), at: Timestamp(clamping: 0))
    #expect(try await count { try await ports.searchTrends.count([search], at: .latest) } == 1)
    #expect(
      try await count { _ = try await ports.searchTrends.trending(at: .latest) } == 1)
    #expect(
      try await count {
        _ = try await ports.search.found(among: [SearchQuery("a").pattern], limit: 1)
      } == 1)
  }

  @Test("a search asks for its words and for its page, and for nothing else")
  func search() async throws {
    try await counting { ports, count in
      try await ports.add(.sample(by: try await ports.vendor()))
      let search = SearchProducts(repository: ports.search, rules: ports.searchRules)
      let question = SearchProducts.Question(
        query: try SearchQuery("코트"), sort: .newest, filter: SearchFilter(), limit: 5,
        wantsFacets: false)
      _ = try await search(question, after: nil, in: .sample, from: nil)
      #expect(
        try await count { _ = try await search(question, after: nil, in: .sample, from: nil) }
          == 2)
    }
  }

  @Test("trending searches are two statements, however many are trending")
  func trends() async throws {
    try await counting { ports, count in
      try await ports.add(.sample(by: try await ports.vendor(), .sample("겨울 코트 하나 둘")))
      let now = Timestamp(clamping: 86_400_000_000)
      for text in ["겨울", "코트", "하나", "둘"] {
        try await ports.searchTrends.count(
          (0..<5).map {
            CountedSearch(query: text, device: SixteenBytes(high: 1, low: $0), at: now)
          }, at: now)
      }
      let browse = BrowseTrendingSearches(repository: ports.searchTrends, products: ports.search) {
        now
      }
      #expect(try await browse().count == 4)
      #expect(try await count { _ = try await browse() } == 2)
    }
  }

  @Test("the home screen is one statement more than it has sections, however much is in them")
  func homeScreen() async throws {
    try await counting { ports, count in
      let vendor = try await ports.vendor()
      for _ in 0..<30 { try await ports.add(.sample(by: vendor)) }
      let products = BrowseProducts(
        repository: ports.products, cursors: ProductCursors(signer: FakeSigner()))
      let home = ShowHomeScreen(BrowseLists(ports.lists) { .earliest }, products: products)
      #expect(try await count { _ = try await home(in: "ko", saying: .sample, from: nil) } == 5)
    }
  }

  @Test("A write asks, writes, reads back and commits: what it holds it holds for short")
  func writesAreShort() async throws {
    try await counting { ports, count in
      let vendor = try await ports.vendor()
      let product = try await ports.add(.sample(by: vendor))
      let id = product.id
      let creation = try ProductCreation.sample(by: vendor)
      let once = try RecordedWrite<Product>.sample("key")
      // One image with four renditions; a look at removed ones; the product; reading it; commit.
      #expect(try await count { try await ports.add(creation) } == 9)
      // The same with a claim, a look and the answer.
      #expect(try await count { _ = try await ports.products.add(creation, once: once) } == 12)
      #expect(try await count { _ = try await ports.products.add(creation, once: once) } == 3)
      // The lock, reading it, changing and reading it, commit.
      #expect(
        try await count {
          _ = try await ports.products.change(id, once: nil) { $0.unchanged }
        } == 4)
      #expect(
        try await count {
          _ = try await ports.products.remove(id, at: .latest, once: nil) { _ in }
        } == 4)
    }
  }

  private typealias Counter =
    @Sendable (@Sendable () async throws -> Void) async throws -> Int

  /// Lets every statement count as slow, and counts those.
  private func counting(
    _ body: @escaping @Sendable (Ports, Counter) async throws -> Void
  ) async throws {
    let database = try await DatabaseUnderTest.make()
    let counted = CountedStatements()
    try await database.withPool(
      { $0.statements.slowAfter = .zero }, observe: counted.take
    ) { pool in
      try await body(Ports(pool)) { work in
        let before = counted.count
        try await work()
        return counted.count - before
      }
    }
  }
}

/// How many statements were answered.
private final class CountedStatements: Sendable {
  private let counted = Mutex(0)

  var count: Int { counted.withLock { $0 } }

  var take: @Sendable (PostgresEvent) -> Void {
    { event in
      guard case .statementSlow = event else { return }
      self.counted.withLock { $0 += 1 }
    }
  }
}
