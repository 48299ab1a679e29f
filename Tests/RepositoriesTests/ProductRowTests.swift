import Domain
import Fakes
import Testing
import UseCases

@testable import Repositories

/// Lists say what the columns say, whoever writes those.
@Suite(.serialized) struct ProductRowTests {
  private static let rows = """
    insert into moa.vendors (identifier, name, secret_hash, created_at)
    values ('6d6f6120-6465-6d6f-2076-656e646f7231', '모아', 'x', '2026-01-02T03:04:05.678901Z'),
      ('6d6f6120-6465-6d6f-2076-656e646f7232', '둘째', 'x', now());
    insert into moa.products
      (id, vendor_id, code, name, description, currency, amount, discount, stock, brand, type, tags,
        review_count, review_average, created_at, updated_at, version, like_count)
    values (7, 1, '00000000-0000-4000-8000-000000000001', '👩‍👩‍👧 카드', 'a
      b', 'USD', 1000000000000, 999999999999, 1000000000, null, 12, '{BEST,UNHEARD_OF}', 2147483647,
      4.25, '1999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59Z', 2147483647, 2147483646);
    """

  @Test("a row written by hand is listed with every one of its columns")
  func everyColumn() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.rows)
    try await database.withPool { pool in
      let products = PostgresStore(pool)
      let listed = try #require(
        try await products.cells(ProductQuery(), after: nil, limit: 2).first)
      let vendor = Vendor(
        id: 1,
        identifier: try #require(VendorIdentifier("6d6f6120-6465-6d6f-2076-656e646f7231")),
        name: try Title("모아"),
        createdAt: try #require(Timestamp(rfc3339: "2026-01-02T03:04:05.678901Z")))
      let expected = ProductSummary(
        cell: CellProduct(
          id: 7, vendor: vendor.seller, name: try ProductName("👩‍👩‍👧 카드"),
          price: try Price(1_000_000_000_000, discount: 999_999_999_999, in: .usd),
          stock: try Stock(1_000_000_000), brand: nil, type: try ProductType(12), tags: [.best],
          cover: nil, reviews: ReviewScore(count: 2_147_483_647, average: 4.25),
          version: 2_147_483_647, likeCount: 2_147_483_646),
        code: try #require(
          ProductCode(bytes: [0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1])),
        vendor: vendor, description: try ProductDescription("a\n  b"),
        createdAt: try #require(Timestamp(rfc3339: "1999-12-31T23:59:59.999999Z")),
        updatedAt: try #require(Timestamp(rfc3339: "9999-12-31T23:59:59Z")))
      #expect(listed == expected.cell)
      let tiles = try await products.tiles(ProductQuery(), after: nil, limit: 2)
      #expect(tiles.map(\.name) == [expected.cell.name])
      let page = NumberedPage(list: .wonAndDollars, offset: 0, count: 1, anchor: nil)
      #expect(try await products.window(page).products == [expected])
      #expect(try await products.find(7)?.summary == expected)
    }
  }

  @Test("products show what their vendor is called now")
  func renamedVendor() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.rows)
    try database.psql("update moa.vendors set name = '새 이름' where id = 1")
    try await database.withPool { pool in
      let products = PostgresStore(pool)
      let page = try await products.cells(ProductQuery(), after: nil, limit: 2)
      #expect(page.map(\.vendor.name.text) == ["새 이름"])
      #expect(page.map(\.version) == [2_147_483_647])
    }
  }

  @Test("a product whose first image is another one shows that in lists, too")
  func otherCover() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let product = try await ports.add(.sample(by: try await ports.vendor(), images: [2, 3]))
      let digest = product.images[1].picture.digest.hex
      try database.psql(
        "update moa.products set cover_sha256 = decode('\(digest)', 'hex')")
      let listed = try await ports.products.cells(ProductQuery(), after: nil, limit: 1)
      #expect(listed.map(\.cover) == [product.images[1].picture.served(as: .cell)])
      let tiles = try await ports.products.tiles(ProductQuery(), after: nil, limit: 1)
      #expect(tiles.map(\.cover) == [product.images[1].picture.served(as: .thumb)])
    }
  }

  @Test(
    "a row that breaks a rule is a bug that names the column, and no wrong product",
    arguments: [
      ("cell_file = 'cell.svg'", "cell_file"), ("tile_file = '../x'", "tile_file"),
    ])
  func brokenRow(_ change: String, _ column: String) async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      _ = try await ports.add(.sample(by: try await ports.vendor(), images: [2]))
      try database.psql("update moa.products set \(change)")
      let failure = await #expect(throws: Failure.self) {
        _ = try await ports.products.cells(ProductQuery(), after: nil, limit: 1)
        _ = try await ports.products.tiles(ProductQuery(), after: nil, limit: 1)
      }
      #expect("\(String(describing: failure))".contains(column))
    }
  }
}
