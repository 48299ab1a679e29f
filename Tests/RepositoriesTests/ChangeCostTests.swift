import Postgres
import Testing

@testable import Repositories

/// What a phone asks costs the database what changed, not what the shop has.
@Suite(.serialized) struct ChangeCostTests {
  private static let shop = """
    insert into moa.vendors (identifier, name, secret_hash) values (gen_random_uuid(), 'v', 'x');
    insert into moa.products
      (vendor_id, name, description, currency, amount, discount, stock, type, created_at, updated_at)
    select 1, 'name', '', 'KRW', 1000, 0, 1, 2, now(), now() from generate_series(1, 6000);
    insert into moa.changes (kind, key, sequence) select 'product', id, id from moa.products;
    insert into moa.changes (kind, key, sequence) values ('home', 0, 6001), ('event', 1, 6002);
    update moa.change_clock
    set era = '00000000-0000-0000-0000-000000000001', sequence = 6002;
    delete from moa.change_marks;
    """

  @Test("an old cursor costs no more than a new one that leads to as many products")
  func oldCursors() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.shop)
    for table in ["products", "changes", "vendors"] {
      try database.psql("vacuum analyze moa.\(table)")
    }
    func blocks(_ text: SQL, _ parameters: String) throws -> Int {
      let era = "'00000000-0000-0000-0000-000000000001'"
      return try PageCostTests.blocks(
        .init(name: "changes", text: text, first: "", far: ""), "\(era), \(parameters)", database)
    }
    func products(_ range: ClosedRange<Int>) -> String {
      "'{\(range.map(String.init).joined(separator: ","))}'"
    }
    let nothing = try blocks(ChangeStatements.among.text, "6002, \(products(5901...6000))")
    #expect(nothing < 500, "\(nothing) blocks")
    let ten = try blocks(ChangeStatements.among.text, "5990, \(products(5901...6000))")
    #expect(ten < nothing + 100, "\(ten) blocks")
    let old = try blocks(ChangeStatements.among.text, "5, \(products(5991...6000))")
    #expect(old < 200, "\(old) blocks")
    let page = try blocks(ChangeStatements.feed.text, "5, 11")
    #expect(page < 120, "\(page) blocks")
  }
}
