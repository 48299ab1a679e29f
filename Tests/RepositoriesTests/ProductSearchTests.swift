import Domain
import Fakes
import Postgres
import Repositories
import Testing
import UseCases

/// A search ends where it says that it ends.
@Suite(.serialized) struct ProductSearchTests {
  private static let vendor = """
    insert into moa.vendors (identifier, name, secret_hash) values (gen_random_uuid(), 'v', 'x');
    """

  private static func insert(_ name: String, _ count: Int) -> String {
    """
    insert into moa.products
      (vendor_id, name, description, currency, amount, discount, stock, type, created_at,
        updated_at)
    select 1, '\(name)', '', 'KRW', 1, 0, 1, 2, now(), now()
    from generate_series(1, \(count));
    """
  }

  @Test func onlyTheNewestTwoThousandAreLookedAt() async throws {
    let database = try await DatabaseUnderTest.make()
    let hay = ProductSearch.scannedMax
    try database.psql(Self.vendor + Self.insert("Needle", 1) + Self.insert("haystack", hay - 1))
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      func found(_ text: String, _ offset: Int64 = 0) async throws -> ListedWindow {
        try await products.search(ProductSearch(text: text, offset: offset, count: 20))
      }
      #expect(try await found("needle").products.map(\.name.text) == ["Needle"])
      let straw = try await found("STACK", Int64(hay - 21))
      #expect(straw.products.count == 20 && !straw.hasNext && straw.total == Int64(hay - 1))
      try database.psql(Self.insert("haystack", 1))
      #expect(try await found("needle").total == 0)
      #expect(try await found("haystack").total == Int64(hay))
    }
  }
}
