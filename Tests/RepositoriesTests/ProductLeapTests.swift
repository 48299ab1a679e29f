import Domain
import Fakes
import Postgres
import Testing
import UseCases

/// A leap begins where reading and counting all the products before it would have ended.
@Suite(.serialized) struct ProductLeapTests {
  /// How many leaps were tried, and how many of them begin elsewhere: below ceilings at all ids
  /// that were ever given and beside them, past random and extreme numbers of products. It is one
  /// statement, so that it is right among writers too.
  private static func comparison(ceilings: Int, salt: Int) -> String {
    """
    with live as materialized (
      select list, id, row_number() over (partition by list order by id) as place
      from moa.products
      cross join lateral unnest(moa.product_lists(currency, deleted_at)) as list
    ), ceilings as (
      select id + shift as ceiling
      from (
        select id from moa.products order by hashint8extended(id, \(salt)) limit \(ceilings)
      ) chosen
      cross join generate_series(-1, 1) as shift
      where id between -9223372036854775807 and 9223372036854775806
      union
      select unnest('{-9223372036854775808, -1, 0, 31, 32, 2097151, 2097152, 9223372036854775807}'
        ::bigint[])
      union
      select max(id) from moa.products
      union
      select min(id) from moa.products
    ), skips as (
      select mod(hashint8extended(number, \(salt)) & 65535, counted + 3) as skip
      from generate_series(1, 12) as number
      cross join (select count(*) as counted from live where list = 0) newest
      union
      select unnest('{0, 1, 31, 32, 100000000, 9223372036854775807}'::bigint[])
    )
    select count(*), count(*) filter (
      where \(ProductCountTests.place("list")) is distinct from live.id)
    from (
      select list.list, ceiling, skip, (
          select count(*) from live where live.list = list.list and id <= ceiling
        ) - skip as place
      from unnest('{0,1}'::smallint[]) as list (list) cross join ceilings cross join skips
    ) tried
    left join live using (list, place)
    """
  }

  /// Beside the borders of leaves and of rows, far away, and as far as ids go.
  private static let corners = [
    "generate_series(-70, 70)", "generate_series(8150, 8230)",
    "generate_series(2097100, 2097200)", "generate_series(4194300, 4194310, 2)",
    "generate_series(1000000000000, 1000000000100, 7)",
    "generate_series(9223372036854775800, 9223372036854775806)",
    "unnest('{-9223372036854775807, 9223372036854775807}'::bigint[])",
  ]

  /// Some change. Those that move ids are left out: they may meet ids that are there.
  private static func step(_ generator: inout SeededGenerator) -> String {
    while true {
      let script = ProductCountTests.step(&generator)
      if !script.contains("set id") { return script }
    }
  }

  @Test("Leaps into lists with any history begin where counting does, below every ceiling")
  func leapsAreCounted() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the leaps: \(seed)")
    var generator = SeededGenerator(seed: seed)
    let database = try await DatabaseUnderTest.make()
    try database.psql(ProductCountTests.vendor)
    for round in 0..<12 {
      let corner = Self.corners.randomElement(using: &generator) ?? ""
      let script =
        (0..<4).map { _ in Self.step(&generator) }.joined(separator: "\n")
        + ProductCountTests.insert(corner)
      if round > 0 { try database.psql(script) }
      let salt = Int.random(in: 0...1_000_000, using: &generator)
      let outcome = try database.psql(Self.comparison(ceilings: 8, salt: salt))
      #expect(outcome.hasSuffix("|0"), "\(outcome): \(script)")
      #expect(!outcome.hasPrefix("0|"), "\(outcome): \(script)")
      #expect(try database.psql(ProductCountTests.differences) == "0", "\(script)")
    }
  }

  @Test("Leaps begin where counting does at every moment of somebody else's writes")
  func leapsAmongWriters() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the writers: \(seed)")
    let database = try await DatabaseUnderTest.make()
    try database.psql(ProductCountTests.vendor + ProductCountTests.insert(Self.corners[1]))
    async let writing: Void = database.onConnection { connection in
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<100 {
        try await connection.script(Self.step(&generator))
      }
    }
    for salt in 0..<12 {
      let outcome = try database.psql(Self.comparison(ceilings: 5, salt: salt))
      #expect(outcome.hasSuffix("|0"), "\(outcome)")
      #expect(!outcome.hasPrefix("0|"), "\(outcome)")
    }
    try await writing
    #expect(try database.psql(ProductCountTests.differences) == "0")
  }

  @Test("Windows of any offset, below any anchor, hold what counting finds there")
  func windowsAreCounted() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(ProductCountTests.vendor)
    for ids in ["generate_series(1, 90)", "generate_series(8150, 8230, 3)", Self.corners[2]] {
      try database.psql(ProductCountTests.insert(ids))
    }
    try database.psql(ProductCountTests.fillLeaf)
    try await database.withPool { pool in
      let products = Ports(pool).products
      for list in CountedList.allCases {
        let condition = list == .won ? "and currency = 'KRW'" : ""
        let answer = try database.psql(
          "select id from moa.products where deleted_at is null \(condition) order by id desc")
        let ids = answer.split(separator: "\n").compactMap { Int64($0) }
        try #require(ids.count > 100)
        for newest in [nil, ids[0], ids[1] - 1, 8_200, 8_150, 5_000, 64, 1, 0] as [Int64?] {
          let below = newest.map { newest in ids.filter { $0 <= newest } } ?? ids
          let anchor = newest.map { newest in
            ListAnchor(newest: newest, offset: -9, first: newest, last: newest, count: 1)
          }
          for offset in Array(1...40) + [70, 100, 127, 128, 129, 1_000_000] {
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
}
