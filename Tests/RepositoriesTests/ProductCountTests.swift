import Domain
import Fakes
import Postgres
import Testing
import UseCases

/// The kept totals are what counting would give.
@Suite(.serialized) struct ProductCountTests {
  /// How many of the kept totals are wrong.
  static let differences = """
    select count(*)
    from moa.product_counts as kept
    where held <> (
      select count(*)
      from moa.products
      where deleted_at is null and
        (kept.list = 0 and currency = 'USD' or currency = 'KRW'))
    """

  static let vendor = """
    insert into moa.vendors (identifier, name, secret_hash) values (gen_random_uuid(), 'v', 'x');
    """

  /// Products with chosen ids, a sixth in dollars and in euros, and every seventh removed.
  static func insert(_ ids: String) -> String {
    """
    insert into moa.products
      (id, vendor_id, name, description, currency, amount, discount, stock, type, created_at,
        updated_at, deleted_at)
    select id, 1, 'name', '',
      (array['USD', 'KRW', 'KRW', 'EUR', 'KRW', 'KRW'])[1 + id % 6], 1, 0, 1, 2, now(),
      now(), case when id % 7 = 0 then now() end
    from \(ids) as id
    on conflict do nothing;
    """
  }

  @Test("Any history of single and mass changes leaves the totals right")
  func anyHistoryIsCounted() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the history: \(seed)")
    var generator = SeededGenerator(seed: seed)
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.vendor)
    for round in 0..<12 {
      let script = (0..<10).map { _ in Self.step(&generator) }.joined(separator: "\n")
      try database.psql(script)
      #expect(try database.psql(Self.differences) == "0", "round \(round): \(script)")
    }
  }

  static func step(_ generator: inout SeededGenerator) -> String {
    let low = Int.random(in: 0...70_000, using: &generator)
    let high = low + ([1, 40, 3_000].randomElement(using: &generator) ?? 1)
    let some = "where id between \(low) and \(high)"
    let script =
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<8: insert("generate_series(\(low + 1), \(high))")
      case 8..<11: "update moa.products set deleted_at = now() \(some);"
      case 11, 12: "update moa.products set deleted_at = null \(some);"
      case 13, 14:
        "update moa.products set currency = (array['KRW', 'USD', 'JPY'])[1 + id % 3] \(some);"
      case 15: "update moa.products set stock = stock + 1, version = version + 1 \(some);"
      case 16: "update moa.products set id = id + 100000 \(some) and id < 5000;"
      case 17, 18: "delete from moa.products \(some);"
      default: "truncate moa.products cascade;"
      }
    guard Int.random(in: 0..<6, using: &generator) == 0 else { return script }
    return "begin; \(script) rollback;"
  }

  @Test("A transaction that adds waits for others that add before it draws an id")
  func idsBecomeVisibleInTheirOrder() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.vendor)
    let insert = """
      insert into moa.products
        (vendor_id, name, description, currency, amount, discount, stock, type, created_at,
          updated_at)
      values (1, 'name', '', 'KRW', 1, 0, 1, 2, now(), now());
      """
    try await database.onConnection { connection in
      try await connection.script("begin; \(insert)")
      async let second: Void = database.onConnection { try await $0.script(insert) }
      let waiters = """
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
        """
      while try database.psql(waiters) == "0" { try await Task.sleep(for: .milliseconds(5)) }
      #expect(try database.psql("select last_value from moa.products_id_seq") == "1")
      try await connection.script("commit")
      try await second
    }
    #expect(try database.psql(Self.differences) == "0")
  }
}
