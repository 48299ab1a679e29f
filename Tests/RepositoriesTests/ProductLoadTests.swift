import Domain
import Fakes
import Postgres
import Testing
import UseCases

@testable import Repositories

@Suite(.serialized) struct ProductLoadTests {
  private static let indexes = """
    select string_agg(definition, ';' order by definition)
    from (
      select indexdef as definition from pg_indexes where schemaname = 'moa'
      union all
      select conname || pg_get_constraintdef(oid) || convalidated from pg_constraint
    ) definitions
    """

  @Test("what is loaded is what was described, and all indexes are there afterwards")
  func loadedWithIndexesAside() async throws {
    let database = try await DatabaseUnderTest.make()
    let indexes = try database.psql(Self.indexes)
    try await database.withPool { pool in
      let (load, item) = try await Self.load(pool)
      try await load.add(7, setsIndexesAside: true, item)
      // The second time there are more than come, and the indexes stay.
      try await load.add(5, setsIndexesAside: true, item)
      let products: any ProductRepository = PostgresStore(pool)
      let page = try await products.cells(ProductQuery(), after: nil, limit: 100)
      #expect(page.map(\.name.text) == (Array(0..<7) + Array(0..<5)).reversed().map { "상품 \($0)번" })
      for cell in page {
        let product = try #require(try await products.find(cell.id))
        #expect(product.cell == cell)
        let picture = try #require(product.images.first?.picture)
        #expect(cell.cover == picture.served(as: .cell))
        #expect(product.images.count == 1)
      }
    }
    #expect(try database.psql(Self.indexes) == indexes)
    #expect(try database.psql(ProductCountTests.differences) == "0")
    let covers =
      "select count(*) from moa.product_images join moa.products"
      + " on products.id = product_id and cover_sha256 = sha256"
    #expect(try database.psql(covers) == "12")
  }

  @Test("a load that fails leaves nothing behind, and every index")
  func failedLoad() async throws {
    let database = try await DatabaseUnderTest.make()
    let indexes = try database.psql(Self.indexes)
    try await database.withPool { pool in
      let (load, item) = try await Self.load(pool)
      await #expect(throws: Failure.self) {
        try await load.add(PostgresProductLoad.batch + 2, setsIndexesAside: true) { number in
          guard number < PostgresProductLoad.batch else { throw Failure.inFlight }
          return try item(number)
        }
      }
    }
    #expect(try database.psql("select count(*) from moa.products") == "0")
    #expect(try database.psql(Self.indexes) == indexes)
  }

  @Test("a load marks each batch as all products, so that its changes are numbered at once")
  func loadedBatchesAreMarked() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (load, item) = try await Self.load(pool)
      try await load.add(PostgresProductLoad.batch + 2, setsIndexesAside: false, item)
      let marks = """
        select string_agg(cardinality(keys) || ':' || keys[1], ' ' order by id)
        from moa.change_marks where kind = 'product'
        """
      let last = try database.psql("select max(id) - 1 from moa.products")
      #expect(try database.psql(marks) == "1:0 2:\(last)")
      #expect(try await PostgresStore(pool).numberChanges() > 0)
      #expect(try database.psql("select count(*) from moa.change_marks") == "0")
    }
  }

  static func load(
    _ pool: Pool, named name: @escaping @Sendable (Int) -> String = { "상품 \($0)번" }
  ) async throws -> (PostgresProductLoad, @Sendable (Int) throws -> PostgresProductLoad.Item) {
    let image = try PreparedImage.sample(7)
    _ = try await PostgresStore(pool).add(image, once: nil)
    let load = PostgresProductLoad(pool)
    let vendors = try await load.add(
      vendors: [(try .sample(1), try Title("가게"))], secretHash: "x", at: .earliest)
    let vendor = try #require(vendors.first)
    return (
      load,
      { number in
        PostgresProductLoad.Item(
          vendorID: vendor, draft: try .sample(name(number)), image: image.original.digest,
          reviews: .none, createdAt: .earliest)
      }
    )
  }
}
