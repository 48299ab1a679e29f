import Domain
import Fakes
import Postgres
import Testing
import UseCases

@testable import Repositories

/// A page costs the database the same wherever it stands in its list: counted in blocks that the
/// plan of a prepared statement looks at, which do not depend on how busy the machine is.
@Suite(.serialized) struct PageCostTests {
  private static let count = 6_000
  private static let limit = 21

  private static let shop = """
    insert into moa.vendors (identifier, name, secret_hash)
    values ('6d6f6120-6465-6d6f-2076-656e646f7231', 'v', 'x'), (gen_random_uuid(), 'w', 'x');
    insert into moa.categories (title, position) values ('c', 1);
    insert into moa.item_types (category_id, title, thumbnail_image_url, position)
    values (1, 't', '/a', 1), (1, 'u', '/a', 2);
    insert into moa.products
      (item_type_id, vendor_id, name, description, currency, amount, discount, stock, type, created_at, updated_at)
    select 1 + id % 2, 1 + (id % 10 = 0)::int, 'name', '', case when id % 20 = 0 then 'USD' else 'KRW' end,
      1000 + mod(hashint8extended(id, 1) & 65535, 5000), (id % 3 = 0)::int, (id % 7 > 0)::int, 2,
      now(), now()
    from generate_series(1, \(count)) as id;
    """

  /// A statement, its parameters at the beginning of its list, and those far behind it.
  struct Page {
    let name: String
    let text: SQL
    let first: String
    let far: String
  }

  @Test("A page far behind the beginning of its list reads what the first page reads")
  func pagesCostTheSameEverywhere() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.shop)
    for table in ["products", "product_counts", "vendors"] {
      try database.psql("vacuum analyze moa.\(table)")
    }
    let pages = try Self.counted + Self.newest + Self.buckets(database) + Self.groups(database)
    #expect(pages.count == 15)
    for page in pages {
      let (first, far) = try (
        Self.blocks(page, page.first, database), Self.blocks(page, page.far, database)
      )
      #expect(first > 2, "\(page.name): \(first) blocks")
      #expect(first < 100, "\(page.name): \(first) blocks")
      #expect(far < first + 10, "\(page.name): \(far) blocks after \(first)")
    }
  }

  @Test("A page of products with a value of an option reads few others, however rare it is")
  func optionsAreFoundByAnIndex() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.shop + Self.options)
    for table in ["products", "product_variants", "vendors"] {
      try database.psql("vacuum analyze moa.\(table)")
    }
    let cells = ProductListStatements.cells
    for (sort, _) in Self.sorts {
      let walk = try #require(cells.walkedOfOptions[sort]).text
      let all = try #require(cells.allOfOptions[sort]).text
      let start = Self.parameters(FilterBuckets(.init(sort: sort), after: nil, limit: Self.limit))
      // A walk ends after 1,000 products, of which each may lie in a block of its own.
      for (text, size, blocksMax) in [(walk, "M", 1_200), (all, "특대", 500)] {
        let parameters =
          "\(start), null, null, null, array['사이즈'], array['\(size)'], null, null, true"
        let page = Page(name: "\(sort) \(size)", text: text, first: parameters, far: "")
        let blocks = try Self.blocks(page, parameters, database)
        #expect((20..<blocksMax).contains(blocks), "\(page.name): \(blocks) blocks")
      }
    }
  }

  @Test("Hidden and removed products are read in the order of an index, and not sorted")
  func unseenProducts() async throws {
    let database = try await DatabaseUnderTest.make()
    // Fewer are sorted sooner.
    let shop = Self.shop.replacing("(1, \(Self.count))", with: "(1, \(3 * Self.count))")
    try database.psql(
      shop + "update moa.products set deleted_at = now(), is_hidden = id % 2 = 0;")
    try database.psql("vacuum analyze moa.products")
    for (statement, index) in [
      (ProductTableStatements.hidden, "products_hidden"),
      (ProductTableStatements.hiddenByPrice, "products_hidden_cheapest"),
      (ProductTableStatements.removed, "products_removed_last"),
      (ProductTableStatements.withoutPictures, "products_without_pictures"),
    ] {
      let plan = try database.psql(
        """
        set plan_cache_mode = force_generic_plan;
        prepare page as \(statement.text);
        explain (costs off) execute page (0, 0, 21, null, array['%a%'], now(), now());
        """)
      #expect(plan.contains(#/Index Only Scan (Backward )?using \w+ on products\s/#), "\(plan)")
      #expect(plan.contains("using \(index) on products"), "\(plan)")
    }
  }

  private static let options = """
    update moa.products
    set options = array['사이즈', case when id % 300 = 0 then '특대' else 'M' end, '']
    where id % 10 > 0 or id % 300 = 0;
    insert into moa.product_variants (product_id, vendor_id, position, choices, amount, discount, stock)
    select id, vendor_id, 1, array[options[2]], amount, discount, 1
    from moa.products
    where options is not null;
    """

  /// How many blocks the plan looks at that is made once for all parameters; the second time, when
  /// the session knows its tables.
  static func blocks(
    _ page: Page, _ parameters: String, _ database: DatabaseUnderTest
  ) throws -> Int {
    let plan = try database.psql(
      """
      set plan_cache_mode = force_generic_plan;
      prepare page as \(page.text);
      explain analyze execute page (\(parameters));
      explain (analyze, buffers, costs off, timing off) execute page (\(parameters));
      """)
    // The first line of buffers is that of the whole plan.
    let line = try #require(plan.split(separator: "\n").first { $0.contains("Buffers: shared") })
    return line.split(separator: " ").compactMap { word in
      guard word.hasPrefix("hit=") || word.hasPrefix("read=") else { return nil }
      return word.split(separator: "=").last.flatMap { Int($0) }
    }.reduce(0, +)
  }

  private static var newest: [Page] {
    [
      Page(
        name: "newest", text: ProductListStatements.cells.newest.text,
        first: "\(Int64.max), \(limit)", far: "300, \(limit)")
    ]
  }

  /// Numbered pages that follow another one; for those that skip see ``NumberedPageTests``.
  private static var counted: [Page] {
    [
      ("won and dollars", NumberedPageStatements.wonAndDollars),
      ("won", NumberedPageStatements.won),
    ].map {
      name, statement in
      Page(
        name: name, text: statement.text, first: "\(Int64.max), 0, \(limit)",
        far: "300, 0, \(limit)")
    }
  }

  private static func buckets(_ database: DatabaseUnderTest) throws -> [Page] {
    let vendor = try #require(VendorIdentifier("6d6f6120-6465-6d6f-2076-656e646f7231"))
    return try sorts.flatMap { sort, order in
      let far = try place(5_000, in: order, database)
      return try [nil, vendor].map { vendor in
        let query = ProductQuery(sort: sort, vendor: vendor)
        return Page(
          name: "\(sort) of \(vendor == nil ? "all" : "a vendor")",
          text: try #require(ProductListStatements.cells.statement(for: query)).text,
          first: parameters(FilterBuckets(query, after: nil, limit: limit)),
          far: parameters(FilterBuckets(query, after: far, limit: limit)))
      }
    }
  }

  /// Of a category with two item types, and of one of these.
  private static func groups(_ database: DatabaseUnderTest) throws -> [Page] {
    try sorts.flatMap { sort, order in
      let far = try place(5_000, in: order, database)
      let query = ProductQuery(sort: sort, category: 1)
      let text = try #require(ProductListStatements.cells.statement(for: query)).text
      return [("a category", "null, 1, null"), ("an item type", "null, null, 1")].map {
        name, group in
        Page(
          name: "\(sort) of \(name)", text: text,
          first: parameters(FilterBuckets(query, after: nil, limit: limit)) + ", \(group)",
          far: parameters(FilterBuckets(query, after: far, limit: limit)) + ", \(group)")
      }
    }
  }

  private static let sorts: [(ProductSort, String)] = [
    (.newest, "id desc"), (.priceAscending, "rank, id desc"),
    (.priceDescending, "rank desc, id desc"),
  ]

  /// Where a product of the first vendor stands.
  private static func place(
    _ offset: Int, in order: String, _ database: DatabaseUnderTest
  ) throws -> ProductPosition {
    let place = try database.psql(
      """
      select rank, id from moa.products where vendor_id = 1 order by \(order)
      offset \(offset) limit 1
      """)
    let numbers = place.split(separator: "|").compactMap { Int64($0) }
    try #require(numbers.count == 2)
    return ProductPosition(rank: numbers[0], id: numbers[1])
  }

  private static func parameters(_ buckets: FilterBuckets) -> String {
    let numbers = buckets.numbers.map { "\($0)" }.joined(separator: ", ")
    let vendor = buckets.vendor.map { ", '\($0)'" } ?? ""
    return "\(numbers), \(buckets.rank), \(buckets.id), \(buckets.limit)\(vendor)"
  }
}
