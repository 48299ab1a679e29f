import Domain
import Fakes
import Postgres
import Testing
import UseCases

@testable import Repositories

/// A numbered page begins where counting the products before it ends.
@Suite(.serialized) struct NumberedPageTests {
  @Test("Windows of any offset, below any anchor, hold what counting finds there")
  func windowsAreCounted() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(ProductCountTests.vendor)
    for ids in [
      "generate_series(1, 90)", "generate_series(8150, 8230, 3)",
      "generate_series(2097100, 2097200)",
    ] {
      try database.psql(ProductCountTests.insert(ids))
    }
    try await database.withPool { pool in
      let products = Ports(pool).products
      for list in CountedList.allCases {
        let condition = "and currency in ('KRW'\(list == .won ? "" : ", 'USD'"))"
        let answer = try database.psql(
          "select id from moa.products where deleted_at is null \(condition) order by id desc")
        let ids = answer.split(separator: "\n").compactMap { Int64($0) }
        try #require(ids.count > 100)
        for newest in [nil, ids[0], ids[1] - 1, 8_200, 8_150, 5_000, 64, 1, 0] as [Int64?] {
          let below = newest.map { newest in ids.filter { $0 <= newest } } ?? ids
          let anchor = newest.map { newest in
            ListAnchor(newest: newest, offset: -9, first: newest, last: newest, count: 1)
          }
          for offset in Array(1...40) + [70, 100, 127, 128, 129, 10_001, 1_000_000] {
            let window = NumberedPage(
              list: list, offset: Int64(offset), count: 5, anchor: anchor)
            let found = try await products.window(window)
            #expect(found.products.map(\.id) == Array(below.dropFirst(offset).prefix(5)))
            #expect(found.total == Int64(ids.count))
            #expect(found.hasNext == (below.count > offset + 5))
          }
        }
      }
    }
  }

  @Test("The deepest page skips ids in an index, and reads no rows but its own")
  func skippedRowsAreNotRead() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      ProductCountTests.vendor + ProductCountTests.insert("generate_series(1, 9000)"))
    try database.psql("vacuum analyze moa.products")
    for statement in [NumberedPageStatements.wonAndDollars, NumberedPageStatements.won] {
      let page = PageCostTests.Page(
        name: "deep", text: statement.text, first: "\(Int64.max), 0, 21",
        far: "\(Int64.max), 5000, 21")
      let first = try PageCostTests.blocks(page, page.first, database)
      let deep = try PageCostTests.blocks(page, page.far, database)
      // Of 5,000 rows there are hundreds of blocks, of their ids some twenty.
      #expect(deep < first + 50, "\(deep) blocks after \(first)")
    }
  }
}
