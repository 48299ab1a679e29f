import Domain
import Fakes
import Testing
import UseCases

/// The counts that pages by number are found with are those that counting would give.
@Suite(.serialized) struct ProductCountTests {
  /// How many of the kept counts are wrong.
  static let differences = """
    with recount as (
      select list, level, id >> bits as block, count(*) as live
      from moa.products
      cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
      cross join (values (0, 5), (1, 10), (2, 15), (3, 63)) as step (level, bits)
      group by 1, 2, 3
    )
    select count(*)
    from recount full join moa.product_counts kept using (list, level, block)
    where coalesce(recount.live, 0) <> coalesce(kept.live, 0)
    """

  private static let vendor = """
    insert into moa.vendors (identifier, name, secret_hash) values (gen_random_uuid(), 'v', 'x');
    """

  /// Products with chosen ids, every third in dollars and every seventh removed.
  private static func insert(_ ids: String) -> String {
    """
    insert into moa.products
      (id, vendor_id, name, description, currency, amount, discount, stock, type, created_at,
        updated_at, deleted_at)
    select id, 1, 'name', '', case when id % 3 = 0 then 'USD' else 'KRW' end, 1, 0, 1, 2, now(),
      now(), case when id % 7 = 0 then now() end
    from \(ids) as id
    on conflict do nothing;
    """
  }

  @Test("Any history of single and mass changes leaves the counts right")
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

  private static func step(_ generator: inout SeededGenerator) -> String {
    let low = Int.random(in: 0...70_000, using: &generator)
    let high = low + [1, 40, 3_000].randomElement(using: &generator).unsafelyUnwrapped
    let some = "where id between \(low) and \(high)"
    let script =
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<8: insert("generate_series(\(low + 1), \(high))")
      case 8..<11: "update moa.products set deleted_at = now() \(some);"
      case 11, 12: "update moa.products set deleted_at = null \(some);"
      case 13, 14:
        "update moa.products set currency = case when id % 2 = 0 then 'KRW' else 'USD' end \(some);"
      case 15: "update moa.products set stock = stock + 1, version = version + 1 \(some);"
      case 16: "update moa.products set id = id + 100000 \(some) and id < 5000;"
      case 17, 18: "delete from moa.products \(some);"
      default: "truncate moa.products cascade;"
      }
    guard Int.random(in: 0..<6, using: &generator) == 0 else { return script }
    return "begin; \(script) rollback;"
  }

  @Test("The beginning of every page is found among ids with gaps, below any ceiling")
  func leapsAreFound() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.vendor)
    for ids in [
      "generate_series(1, 200)", "generate_series(1000, 1100, 5)",
      "generate_series(30000, 40000, 3)", "generate_series(70000, 70031)",
      "generate_series(4000000, 4000500, 2)",
    ] {
      try database.psql(Self.insert(ids))
    }
    let wrong = try database.psql(
      """
      select count(*), count(*) filter (where found is distinct from counted)
      from (
        select moa.product_id_at(list::smallint, ceiling, skip) as found, (
            select id from moa.products
            where deleted_at is null and id <= ceiling and (list = 0 or currency = 'KRW')
            order by id desc offset skip limit 1
          ) as counted
        from (values (0), (1)) lists (list)
        cross join (values (9223372036854775807), (4000499), (4000033), (70015), (40000), (35555),
          (32768), (32767), (1024), (1023), (1050), (201), (64), (32), (31), (1), (0)) c (ceiling)
        cross join (
          select generate_series(0, 60) union all select generate_series(60, 4000, 37)
          union all values (100000), (9223372036854775807)
        ) s (skip)
      ) tried
      """)
    #expect(wrong.hasSuffix("|0") && !wrong.hasPrefix("0|"), "\(wrong)")
  }

  @Test("Two who add at once get their ids in the order in which they can be seen")
  func idsBecomeVisibleInTheirOrder() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = StorePorts(pool)
      let vendor = try await ports.vendor()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<20 { try await ports.add(.sample(by: vendor, images: [2])) }
          }
        }
        group.addTask {
          var seen: Set<Int64> = []
          while seen.count < 80 {
            let page = try await ports.products.page(ProductQuery(), after: nil, limit: 101)
            let late = page.map(\.id).filter { !seen.contains($0) && $0 < seen.max() ?? 0 }
            try #require(late.isEmpty, "\(late) came late")
            seen.formUnion(page.map(\.id))
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
