import Domain
import Fakes
import Testing
import UseCases

@testable import Repositories

/// Numbered pages of a search in a shop that is too large to be looked at as a whole.
@Suite(.serialized) struct SearchWindowTests {
  @Test("no product is on two pages, where the newest products hardly match and old ones do")
  func apart() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (load, item) = try await ProductLoadTests.load(pool) { number in
        number < 14_000 || number.isMultiple(of: 100) ? "잠옷 세트 \(number)" : "머그컵 \(number)"
      }
      try await load.add(40_000, setsIndexesAside: true, item)
    }
    try database.psql("analyze moa.product_search")
    try await database.withPool { pool in
      let search = SearchProducts(
        repository: Ports(pool).search, rules: Ports(pool).searchRules)
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
  }
}
