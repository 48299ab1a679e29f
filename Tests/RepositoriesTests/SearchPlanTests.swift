import Domain
import Fakes
import Foundation
import Postgres
import Testing
import UseCases

@testable import Repositories

/// Each statement of a search looks where its name says, also with the plan that PostgreSQL makes
/// once for all parameters.
@Suite(.serialized) struct SearchPlanTests {
  /// `make nightly` tries a million.
  private static let count =
    ProcessInfo.processInfo.environment["MOA_TEST_SEARCHED_PRODUCTS"].flatMap(Int.init) ?? 50_000

  @Test("products are searched by indexes, and found the same way by each")
  func indexes() async throws {
    let database = try await DatabaseUnderTest.make()
    try await Self.fill(database)
    try Self.checkPlans(database)
    // Through a million products a forced walk for a rare word takes seconds, which no plan takes.
    try await database.withPool({
      $0.connectionString = $0.connectionString.patient
      $0.statements.readDeadline = .seconds(120)
    }) { pool in
      try await Self.checkAccesses(pool)
      try await Self.checkEstimates(PostgresStore(pool))
    }
  }

  private static func checkPlans(_ database: DatabaseUnderTest) throws {
    for (sort, statements) in SearchStatements.pages {
      for (access, statement) in statements {
        let plan = try genericPlan(of: statement.text, database)
        #expect(!plan.contains("Seq Scan on product"), "\(sort) \(access)\n\(plan)")
        for index in indexes(sort, access) {
          #expect(plan.contains(index), "\(sort) \(access)\n\(plan)")
        }
      }
    }
    for (access, statement) in SearchStatements.words {
      let plan = try genericPlan(of: statement.text, database)
      #expect(plan.contains(indexes(.newest, access)[0]), "\(access)\n\(plan)")
    }
    for (access, statement) in SearchStatements.overviews {
      let plan = try genericPlan(of: statement.text, database)
      #expect(!plan.contains("Seq Scan on product"), "\(access)\n\(plan)")
    }
  }

  /// A walk and the index find the same, in the same order, of frequent and of rare words.
  private static func checkAccesses(_ pool: Pool) async throws {
    let grams = GramStatistics(products: Double(count), shares: [:])
    let literal = try ["흔한", "흔", "흔한 겨울", "보통13", "드문777", "겨울 드문777", "상점"].map {
      try SearchQuery($0).pattern
    }
    let several = [
      SearchPattern(words: [["드문777", "드문888"]], whole: nil),
      SearchPattern(
        words: [["겨울", "여름"], ["흔한"], ["보통1", "보통3"], ["상"], ["드", "x"]], whole: nil),
    ]
    for pattern in literal + several {
      for sort in SearchSort.allCases where sort != .relevance {
        let search = ProductSearch(pattern: pattern, sort: sort, limit: 50)
        let planning = SearchPlanning(
          statistics: grams, pattern: search.pattern, filter: search.filter)
        var found: [[Int64]] = []
        for plan in [SearchPlan.walk(rows: count), planning.index] {
          let call = planning.call(search, plan)
          found.append(
            try await pool.rows(SearchStatements.page(of: call), call).map(\.found.product.id))
        }
        #expect(found[0] == found[1], "\(pattern) \(sort)")
        #expect(!found[0].isEmpty, "\(pattern) \(sort)")
      }
    }
  }

  /// Within some percent of what was loaded.
  private static func checkEstimates(_ search: PostgresStore) async throws {
    for (text, count) in [("흔한", count / 3), ("흔", count / 3), ("흔한 겨울", count / 6)] {
      for withFacets in [false, true] {
        let total = try await search.overview(
          SearchQuery(text).pattern, SearchFilter(), withFacets: withFacets
        ).total
        #expect(!total.isExact, "\(text)")
        #expect(abs(Double(total.count) / Double(count) - 1) < 0.08, "\(text): \(total.count)")
      }
    }
  }

  private static func indexes(_ sort: SearchSort, _ access: SearchPlan.Access) -> [String] {
    switch (access, sort) {
    case (.index, _): ["product_search_grams"]
    case (.group, _):
      ["products_vendor_", "products_item_type", "products_options", "event_category_products_"]
    case (.walk, .newest): ["product_search_key"]
    case (.walk, .relevance): ["product_search_key", "product_search_beginning"]
    case (.walk, .priceAscending): ["products_bucket_cheapest", "product_search_key"]
    case (.walk, .priceDescending): ["products_bucket_dearest", "product_search_key"]
    case (.walk, .reviews): ["products_reviews", "product_search_key"]
    }
  }

  /// Parameters do not matter to it.
  private static func genericPlan(of text: SQL, _ database: DatabaseUnderTest) throws -> String {
    let types = parameterTypes.joined(separator: ", ")
    let nothing = parameterTypes.map { _ in "null" }.joined(separator: ", ")
    return try database.psql(
      """
      set plan_cache_mode = force_generic_plan;
      prepare page (\(types)) as \(text);
      explain (costs off) execute page (\(nothing));
      """)
  }

  /// Of all parameters, of which a statement uses some.
  private static var parameterTypes: [String] {
    let statements =
      SearchStatements.pages.values.flatMap(\.values).map(\.text)
      + SearchStatements.words.values.map(\.text)
    let text = statements.map(\.description).joined()
    let found = text.matches(of: /\$([0-9]+)::([a-z0-9]+(\[\])?)/).map { match in
      (Int(match.1) ?? 0, String(match.2))
    }
    return Dictionary(found) { first, _ in first }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// A third has a frequent word, one has a word of its own.
  private static func fill(_ database: DatabaseUnderTest) async throws {
    try await database.withPool { pool in
      let ports = Ports(pool)
      let vendor = try await ports.vendor()
      let product = try await ports.add(.sample(by: vendor))
      let image = try #require(product.images.first?.picture.digest)
      try await PostgresProductLoad(pool).add(count - 1, setsIndexesAside: true) { number in
        let words = [
          number % 3 == 0 ? "흔한" : "다른", number % 2 == 0 ? "겨울" : "여름", "보통\(number % 40)",
          "드문\(number % 20_000)",
        ]
        return PostgresProductLoad.Item(
          vendorID: vendor.id,
          draft: try .sample(
            words.joined(separator: " "), price: Int64(number * 7_919 % 90_000),
            details: ProductDetails(maker: try Title("상점"))),
          image: image, reviews: ReviewScore(count: number * 31 % 977, average: 4),
          createdAt: product.summary.createdAt)
      }
    }
    for table in ["products", "product_search", "vendors"] {
      try database.psql("vacuum analyze moa.\(table)")
    }
  }
}
