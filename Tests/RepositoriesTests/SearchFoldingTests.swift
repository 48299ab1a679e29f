import Domain
import Fakes
import Testing
import Text
import UseCases

@testable import Repositories

/// Texts that an earlier program folded are folded as queries are.
@Suite(.serialized) struct SearchFoldingTests {
  @Test("products that an earlier program stored are found as they are typed today")
  func products() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (ports, store) = (Ports(pool), PostgresStore(pool))
      let vendor = try await ports.vendor()
      let cream = try await ports.add(.sample(by: vendor, .sample("Crème 500㎖")))
      let mug = try await ports.add(.sample(by: vendor, .sample("머그컵")))
      while try await ports.search.countTerms() {}
      try database.psql(
        """
        update moa.product_search set title = ' crème 500㎖ ', body = E'crème500㎖\\n\\n'
        where product_id = \(cream.id);
        update moa.search_terms set term = 'crème', keys = 'crème', initials = 'crème'
        where term = 'creme';
        \(Self.earlier)
        """)
      #expect(try await Self.found("creme", ports) == [])
      while try await store.foldAgain() {}
      while try await ports.search.countTerms() {}
      #expect(try await Self.found("creme", ports) == [cream.id])
      #expect(try await Self.found("500ml", ports) == [cream.id])
      #expect(try await Self.found("머그", ports) == [mug.id])
      let terms = try database.psql(
        "select string_agg(term, ' ' order by term collate \"C\") from moa.search_terms")
      #expect(terms == "500ml creme 머그컵")
    }
  }

  /// In the state of a release before.
  private static let earlier = "update moa.search_folding set version = 1, walked_version = 1;"
  private static let count = 450

  @Test("more products than one step reads are all folded, in as many steps as they need")
  func manyProducts() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (load, item) = try await ProductLoadTests.load(pool, named: { "Crème \($0)호" })
      try await load.add(Self.count, setsIndexesAside: false, item)
      try database.psql("update moa.product_search set title = replace(title, 'creme', 'crème')")
      try database.psql("update moa.product_search set body = replace(body, 'creme', 'crème')")
      try database.psql(Self.earlier)
      let folded = "select count(*) from moa.product_search where title like ' creme %'"
      #expect(try database.psql(folded) == "0")
      for wanted in ["200", "400", "450"] {
        #expect(try await PostgresStore(pool).foldAgain() == (wanted != "450"))
        #expect(try database.psql(folded) == wanted)
      }
    }
  }

  @Test("a text that a server of the release before stores meanwhile is folded an hour later")
  func secondWalk() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (ports, store) = (Ports(pool), PostgresStore(pool))
      let vendor = try await ports.vendor()
      let cream = try await ports.add(.sample(by: vendor, .sample("Crème")))
      let version = "select version from moa.search_folding"
      try database.psql(Self.earlier)
      while try await store.foldAgain() {}
      #expect(try database.psql(version) == "1")
      try database.psql("update moa.product_search set title = ' crème ', body = E'crème\n\n'")
      _ = try await store.foldAgain()
      #expect(try await Self.found("creme", ports) == [])
      try database.psql("update moa.search_folding set walked_at = now() - interval '1 hour'")
      while try await store.foldAgain() {}
      #expect(try await Self.found("creme", ports) == [cream.id])
      #expect(try database.psql(version) == "\(FoldedText.version)")
      try database.psql("update moa.search_folding set walked_at = now() - interval '1 day'")
      try database.psql("update moa.product_search set title = ' crème ', body = E'crème\n\n'")
      while try await store.foldAgain() {}
      #expect(try await Self.found("creme", ports) == [])
    }
  }

  private static func found(_ text: String, _ ports: Ports) async throws -> [Int64] {
    let search = ProductSearch(pattern: try SearchQuery(text).pattern, sort: .newest, limit: 9)
    return try await ports.search.page(search).map(\.product.id)
  }

  @Test("rules that an earlier program stored hold for words as they are typed today")
  func rules() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (ports, store) = (Ports(pool), PostgresStore(pool))
      let rules = try SearchRules(.init(synonyms: [["céline", "셀린"]], banned: ["gré", "나쁜말"]))
      _ = try await ports.searchRules.replace(
        rules, if: .any, promise: .nothing, dryRun: false, once: nil)
      try database.psql(
        """
        update moa.search_synonyms set word = 'céline' where word = 'celine';
        update moa.search_banned_words set word = 'gré' where word = 'gre';
        insert into moa.search_banned_words (word, text, position) values ('gre', 'gre', 3);
        \(Self.earlier)
        """)
      while try await store.foldAgain() {}
      let rulings = try await ports.searchRules.rulings(on: ["celine", "gre"], query: nil)
      #expect(rulings.synonyms == ["celine": ["셀린"]])
      #expect(rulings.banned == ["gre"])
      #expect(try await ports.searchRules.rules() == rules)
    }
  }

  @Test("compatible forms are those of PostgreSQL")
  func compatibleForms() async throws {
    let database = try await DatabaseUnderTest.make()
    let rows = try database.psql(
      """
      select code, replace(normalize(chr(code), nfkc), ' ', '_')
      from generate_series(1, 1114111) code
      where code not between 55296 and 57343
        and normalize(chr(code), nfkc) <> normalize(chr(code), nfc)
        and code not between 12593 and 12686 and code not between 65440 and 65500
      order by code
      """)
    let wanted = rows.unicodeScalars.split(separator: "\n").map {
      $0.split(separator: "|", maxSplits: 1)
    }
    let wrong = wanted.filter { row in
      let scalar = UInt32(String(row[0])).flatMap(Unicode.Scalar.init)
      return scalar.flatMap(CompatibleForms.usual)?.elementsEqual(row[1]) != true
    }
    #expect(wanted.count > 3_500)
    #expect(wrong.isEmpty, "\(wrong.prefix(9).map { String($0[0]) })")
  }
}
