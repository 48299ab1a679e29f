import Domain
import Fakes
import Postgres
import Testing
import UseCases

@testable import Repositories

/// Searches of a shop that is too large to be looked at as a whole, in which the newest products
/// hardly match and old ones do.
@Suite(.serialized) struct NumberedResultsTests {
  /// A tenth of what matches is discounted.
  private static func fill(_ database: DatabaseUnderTest) async throws {
    try await database.withPool { pool in
      let (load, item) = try await ProductLoadTests.load(pool) { number in
        if number < 14_000 { return "세트 잠옷 \(number)" }
        return number.isMultiple(of: 100) ? "아기세트잠옷 \(number)" : "머그컵 \(number)"
      }
      try await load.add(40_000, setsIndexesAside: true, item)
    }
    try database.psql("update moa.products set discount = 1 where id % 1000 = 1 and amount > 0")
    try database.psql("analyze moa.product_search")
  }

  @Test("no product is on two numbered pages, and all of a list by cursor can be reached")
  func pages() async throws {
    let database = try await DatabaseUnderTest.make()
    try await Self.fill(database)
    try await database.withPool { pool in
      try await Self.checkNumberedPages(Ports(pool))
      try await Self.checkCursors(Ports(pool).search, SearchFilter(), atLeast: 600)
      let onSale = SearchFilter(onlyOnSale: true)
      try await Self.checkCursors(Ports(pool).search, onSale, atLeast: 14)
      try await Self.checkRelevance(Ports(pool).search)
    }
  }

  private static func checkNumberedPages(_ ports: Ports) async throws {
    let search = SearchProducts(repository: ports.search, rules: ports.searchRules)
    for sort in [SearchSort.relevance, .newest, .priceAscending, .priceDescending] {
      var ids: [Int64] = []
      for start in stride(from: 0, through: 990, by: 30) {
        let window = try await search.window(
          SearchQuery("잠옷"), sort: sort, SearchFilter(priceMin: 0), start: start, count: 30)
        ids += window.products.map(\.product.id)
      }
      #expect(ids.count == 1_020, "\(sort)")
      #expect(Set(ids).count == ids.count, "\(sort)")
    }
  }

  /// The newest match less well than old ones, and fill several pages.
  private static func checkRelevance(_ search: any ProductSearchRepository) async throws {
    var all = ProductSearch(
      pattern: try SearchQuery("잠옷").pattern, sort: .relevance, limit: 300)
    let expected = try await search.page(all).map(\.product)
    #expect(expected.first?.cell.name.text == "세트 잠옷 13999")
    all.limit = 20
    var found: [FoundProduct] = []
    for _ in 0..<15 {
      found += try await search.page(all)
      all.position = found.last?.position
    }
    #expect(found.map(\.product) == expected)
  }

  /// Goes on by cursor, thirty pages at most.
  private static func checkCursors(
    _ search: any ProductSearchRepository, _ filter: SearchFilter, atLeast count: Int
  ) async throws {
    for sort in SearchSort.allCases {
      var (ids, position): ([Int64], ProductPosition?) = ([], nil)
      for _ in 0..<30 {
        let page = try await search.page(
          ProductSearch(
            pattern: SearchQuery("잠옷").pattern, sort: sort, filter: filter, position: position,
            limit: 20))
        ids += page.map(\.product.id)
        position = page.last?.position
        if page.count < 20 { break }
      }
      #expect(ids.count >= count, "\(sort)")
      #expect(Set(ids).count == ids.count, "\(sort)")
    }
  }
}
