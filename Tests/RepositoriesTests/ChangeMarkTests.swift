import Domain
import Fakes
import Foundation
import Postgres
import Testing
import UseCases

@testable import Repositories

/// Every write that public answers show leaves a mark, and no other does.
@Suite(.serialized) struct ChangeMarkTests {
  enum Marking {
    /// By triggers for rows that were inserted, updated and deleted, and for a truncated table.
    case marked(String)
    /// The reason.
    case unmarked(String)
  }

  /// All tables.
  static let tables: [String: Marking] = [
    "products": .marked("product"), "vendors": .marked("vendor"),
    "event_categories": .marked("event"), "event_category_products": .marked("event"),
    "event_banners": .marked("home"), "categories": .marked("home"),
    "item_types": .marked("home"), "home_sections": .marked("home"),
    "app_config": .marked("config"),
    "search_synonyms": .marked("search"), "search_redirects": .marked("search"),
    "search_banned_words": .marked("search"), "search_terms": .marked("search"),
    "search_folding": .marked("search"),
    "product_images": .unmarked("written in the transaction of its product, as a new version"),
    "product_variants": .unmarked("written in the transaction of its product, as a new version"),
    "product_counts": .unmarked("written by triggers on products"),
    "product_search": .unmarked("written with its product, or with search_folding"),
    "list_versions": .unmarked("written with the items of its list"),
    "images": .unmarked("stored before it is shown; a colour that comes later has a trigger"),
    "image_renditions": .unmarked("stored with its image"),
    "search_term_changes": .unmarked("shown when it is counted in search_terms"),
    "search_devices": .unmarked("trends may be two seconds old"),
    "search_trends": .unmarked("trends may be two seconds old"),
    "like_changes": .unmarked("counts of likes may be two seconds old"),
    "likes": .unmarked("answers to devices are not kept"),
    "recent_views": .unmarked("answers to devices are not kept"),
    "devices": .unmarked("answers to devices are not kept"),
    "shoppers": .unmarked("answers to devices are not kept"),
    "access_tokens": .unmarked("answers to administrators are not kept"),
    "search_clients": .unmarked("checked at each request, before an answer is looked up"),
    "history": .unmarked("answers to administrators are not kept"),
    "vendor_uploads": .unmarked("limits writes"),
    "removed_images": .unmarked("limits writes"),
    "stock_operations": .unmarked("answers of writes"),
    "idempotency_keys": .unmarked("answers of writes"),
    "server_keys": .unmarked("no answer shows it"), "demo_shop": .unmarked("no answer shows it"),
    "read_only": .unmarked("stops writes"),
    "schema_history": .unmarked("no answer shows it"),
    "change_marks": .unmarked("the marks"), "changes": .unmarked("the numbered marks"),
    "change_clock": .unmarked("the numbered marks"), "change_eras": .unmarked("the numbered marks"),
  ]

  /// Unknown tables, and the triggers that are missing.
  private static func gaps(in database: DatabaseUnderTest) throws -> [String] {
    let present = try database.psql(
      "select relname from pg_class where relnamespace = 'moa'::regnamespace and relkind in ('r', 'p')"
    ).split(separator: "\n").map(String.init)
    let triggers = Set(
      try database.psql(
        """
        select concat_ws(' ', relname, split_part(tgname, '_mark_', 2), encode(tgargs, 'escape'))
        from pg_trigger join pg_class on pg_class.oid = tgrelid
        where tgname like '%\\_mark\\_%' and tgenabled = 'O' and relnamespace = 'moa'::regnamespace
        """
      ).split(separator: "\n").map { String($0).replacing("\\000", with: "") })
    let unknown = present.filter { tables[$0] == nil }
    let missing = tables.flatMap { table, marking -> [String] in
      guard case .marked(let kind) = marking else { return [] }
      return ["inserted", "updated", "deleted", "truncated"].map { "\(table) \($0) \(kind)" }
    }.filter { !triggers.contains($0) }
    return (unknown + missing).sorted()
  }

  @Test("Each table leaves marks, or is listed with the reason why it need not")
  func everyTableIsKnown() async throws {
    let database = try await DatabaseUnderTest.make()
    #expect(try Self.gaps(in: database) == [])
    #expect(
      try database.psql("select count(*) from pg_tables where schemaname = 'moa'")
        == "\(Self.tables.count)")
  }

  @Test("A new table is noticed, and so is a trigger that was dropped or disabled")
  func gapsAreNoticed() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      create table moa.coupons (id bigint);
      drop trigger item_types_mark_deleted on moa.item_types;
      alter table moa.vendors disable trigger vendors_mark_updated
      """)
    #expect(
      try Self.gaps(in: database) == [
        "coupons", "item_types deleted home", "vendors updated vendor",
      ])
  }

  // MARK: Which marks

  /// The marks since the last call, such as `product 1,2`.
  private static func marks(in database: DatabaseUnderTest) throws -> [String] {
    try database.psql(
      """
      with taken as (delete from moa.change_marks returning id, kind, keys)
      select kind || ' ' || (select string_agg(key::text, ',' order by key) from unnest(keys) as key)
      from taken order by id
      """
    ).split(separator: "\n").map { String($0) }
  }

  private static func shop(products: Int) async throws -> DatabaseUnderTest {
    let database = try await DatabaseUnderTest.make()
    try database.psql(ProductCountTests.vendor)
    try database.psql(ProductCountTests.insert("generate_series(1, \(products))"))
    try database.psql("update moa.products set deleted_at = null")
    _ = try marks(in: database)
    return database
  }

  @Test("A statement leaves one mark with the keys of what it touched")
  func keysAreMarked() async throws {
    let database = try await Self.shop(products: 3)
    let steps = [
      ("update moa.vendors set name = 'w'", "vendor 1"),
      ("update moa.products set stock = 5, version = version + 1 where id > 1", "product 2,3"),
      ("update moa.products set item_type_id = null, version = version + 1", "product 1,2,3"),
      (
        """
        insert into moa.event_categories
          (key, title, thumbnail_image_url, thumbnail_text_image_url, position)
        values ('a', 'a', '/a', '/a', 1), ('b', 'b', '/b', '/b', 2)
        """, "event 1,2"
      ),
      ("insert into moa.event_category_products values (1, 1, 1), (1, 2, 2)", "event 1"),
      (
        "update moa.event_category_products set event_category_id = 2 where product_id = 1",
        "event 1,2"
      ),
      ("delete from moa.event_category_products where product_id = 2", "event 1"),
      ("insert into moa.categories (title, position) values ('a', 1)", "home 0"),
      ("insert into moa.search_terms values ('a', 1, 'a', 'a')", "search 0"),
      ("insert into moa.app_config (platform, position) values ('ios', 1)", "config 0"),
      ("truncate moa.event_banners", "home 0"),
    ]
    for (sql, mark) in steps {
      try database.psql(sql)
      #expect(try Self.marks(in: database) == [mark], "\(sql)")
    }
    // The rows that go with it leave their own.
    try database.psql("delete from moa.event_categories where id = 2")
    #expect(try Set(Self.marks(in: database)) == ["event 2"])
  }

  @Test("More than a thousand rows are marked as all of their kind")
  func manyAreAll() async throws {
    let database = try await Self.shop(products: 1_001)
    let change = "update moa.products set version = version + 1 where id"
    try database.psql("\(change) > 1")
    let marks = try Self.marks(in: database)
    #expect(marks.first?.split(separator: ",").count == 1_000)
    try database.psql("\(change) > 0")
    #expect(try Self.marks(in: database) == ["product 0"])
    try database.psql(
      """
      insert into moa.event_categories
        (key, title, thumbnail_image_url, thumbnail_text_image_url, position)
      select 'e' || number, 'a', '/a', '/a', number from generate_series(1, 1001) as number;
      insert into moa.event_category_products select id, 1, 1 from moa.event_categories;
      update moa.event_category_products set position = 2
      """)
    #expect(try Self.marks(in: database) == ["event 0", "event 0", "event 0"])
  }

  @Test("Counted likes, new secrets, statements without rows and rollbacks leave no mark")
  func nothingChangedIsNoMark() async throws {
    let database = try await Self.shop(products: 2)
    try database.psql(
      "insert into moa.like_changes (product_id, change) select id, 1 from moa.products")
    try await database.withPool { pool in
      let counted = try await PostgresStore(pool).foldCounts()
      #expect(counted == 2)
    }
    #expect(try database.psql("select sum(like_count) from moa.products") == "2")
    try database.psql(
      "delete from moa.search_terms; update moa.home_sections set position = 1 where id < 0")
    try database.psql("begin; update moa.home_sections set layout = 'row'; rollback")
    try database.psql("update moa.vendors set secret_hash = 'new'")
    #expect(try Self.marks(in: database) == [])
  }

  @Test("Writes by the ports of the shop leave marks")
  func portsLeaveMarks() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let vendor = try await ports.vendor()
      let product = try await ports.add(.sample(by: vendor, images: [2]))
      #expect(try Self.marks(in: database) == ["vendor \(vendor.id)", "product \(product.id)"])
      _ = try await ports.search.countTerms()
      #expect(try Set(Self.marks(in: database)) == ["search 0"])
      _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      #expect(try Self.marks(in: database) == ["product \(product.id)"])
    }
  }
}
