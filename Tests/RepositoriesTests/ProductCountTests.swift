import Domain
import Fakes
import Postgres
import Testing
import UseCases

/// The counts that pages by number are found with are those that counting would give.
@Suite(.serialized) struct ProductCountTests {
  /// How many of the kept counts are wrong.
  static let differences = """
    with leaves as (
      select list, id >> 5 as leaf, count(*) as live
      from moa.products
      cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
      group by 1, 2
    ), places as (
      select list, level, leaf >> (8 * level) as block, leaf >> (8 * (level - 1)) & 255 as place,
        sum(live) as live
      from leaves cross join generate_series(1, 2) as level
      group by 1, 2, 3, 4
    ), kept as (
      select list, level, block, place - 1 as place,
        coalesce(sums[place + 1], held) - sums[place] as live
      from moa.product_counts cross join lateral generate_subscripts(sums, 1) as place
    )
    select (
        select count(*)
        from places full join kept using (list, level, block, place)
        where coalesce(places.live, 0) <> coalesce(kept.live, 0)
      ) + (
        select count(*) from moa.product_counts where level < 5 and sums[1] <> 0
      ) + (
        select count(*)
        from moa.product_counts as kept
        where level = 2 and before <> (
          select coalesce(sum(live), 0) from leaves
          where leaves.list = kept.list and leaf >> 16 < kept.block)
      ) + (
        select count(*)
        from moa.product_counts as kept
        where level = 5 and held <> (
          select coalesce(sum(live), 0) from leaves where leaves.list = kept.list)
      )
    """

  static let vendor = """
    insert into moa.vendors (identifier, name, secret_hash) values (gen_random_uuid(), 'v', 'x');
    """

  /// Leaves one leaf without holes, in both lists: there a place is an id.
  static let fillLeaf = """
    update moa.products set deleted_at = null, currency = 'KRW' where id between 32 and 63;
    """

  /// Products with chosen ids, every third in dollars and every seventh removed.
  static func insert(_ ids: String) -> String {
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
        "update moa.products set currency = case when id % 2 = 0 then 'KRW' else 'USD' end \(some);"
      case 15: "update moa.products set stock = stock + 1, version = version + 1 \(some);"
      case 16: "update moa.products set id = id + 100000 \(some) and id < 5000;"
      case 17, 18: "delete from moa.products \(some);"
      default: "truncate moa.products cascade;"
      }
    guard Int.random(in: 0..<6, using: &generator) == 0 else { return script }
    return "begin; \(script) rollback;"
  }

  /// The id at which a leap begins, below `ceiling` past `skip` products, as the statements find
  /// it.
  static func place(_ list: String) -> String {
    """
    (
      select found.id
      from moa.products_upto(\(list), ceiling) as upto
      cross join lateral moa.product_leap(\(list), upto.counted - 1 - skip) as leap
      cross join lateral (
        select id
        from moa.products
        where deleted_at is null and id <= leap.ceiling and (list = 0 or currency = 'KRW')
        order by id desc
        offset leap.skip limit 1
      ) found
    )
    """
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
    try database.psql(Self.fillLeaf)
    let wrong = try database.psql(
      """
      select count(*), count(*) filter (where found is distinct from counted)
      from (
        select \(Self.place("list::smallint")) as found, (
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
    #expect(wrong.hasSuffix("|0"), "\(wrong)")
    #expect(!wrong.hasPrefix("0|"), "\(wrong)")
  }

  @Test("Whoever adds waits for those who are adding before an id is drawn")
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
