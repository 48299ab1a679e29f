import Domain
import Fakes
import Postgres
import Testing
import UseCases

@testable import Repositories

/// The database derives price and stock of a product, whoever writes its variants.
@Suite(.serialized) struct VariantDerivationTests {
  private static let take = Statement<Int64, Void>(
    "update moa.product_variants set stock = stock - 1 where id = $1 and stock > 0",
    effect: .write, bind: { id, encoder in encoder.int8(id) })

  @Test("writers of different variants at the same time leave the sum of all")
  func concurrentWriters() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let store = PostgresStore(pool)
      let vendor = try await store.add(
        identifier: .sample(1), name: try Title("가게"), secretHash: "x", createdAt: .earliest)
      let creation = try ProductCreation.varied(by: vendor)
      let product = try await store.add(creation, once: nil).value
      let ids = try #require(product.draft.variants).all.compactMap(\.id)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask {
            try await store.execute(Self.take, ids[number % 2])
          }
        }
        try await group.waitForAll()
      }
      let after = try #require(try await store.find(product.id) as Product?)
      #expect(after.draft.variants?.all.map(\.stock.count) == [0, 0, 0])
      #expect(after.cell.stock.count == 0)
      #expect(after.cell.price.amount == 10_000)
    }
  }

  @Test("a search for what is in stock leaves out a product whose variants are sold out")
  func soldOut() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let store = PostgresStore(pool)
      let vendor = try await store.add(
        identifier: .sample(1), name: try Title("가게"), secretHash: "x", createdAt: .earliest)
      _ = try await store.add(try ProductCreation.varied(by: vendor), once: nil)
    }
    try database.psql("update moa.product_variants set stock = 0")
    #expect(try database.psql("select is_sold_out from moa.product_search") == "t")
    try database.psql("update moa.product_variants set stock = 1 where position = 3")
    #expect(try database.psql("select is_sold_out from moa.product_search") == "f")
    #expect(
      try database.psql("select amount, price_varies, version from moa.products") == "10000|f|1")
  }
}
