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

  private static func window(_ text: String, _ offset: Int64 = 0) -> ListWindow {
    ListWindow(list: .named(text), offset: offset, count: 20, anchor: nil)
  }

  @Test func onlyTheNewestTwoThousandAreLookedAt() async throws {
    let database = try await DatabaseUnderTest.make()
    let hay = ProductList.searchedMax
    try database.psql(Self.vendor + Self.insert("Needle", 1) + Self.insert("haystack", hay - 1))
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      func found(_ text: String, _ offset: Int64 = 0) async throws -> ListedWindow {
        try await products.window(Self.window(text, offset))
      }
      #expect(try await found("needle").products.map(\.name.text) == ["Needle"])
      let straw = try await found("STACK", Int64(hay - 21))
      #expect(straw.products.count == 20)
      #expect(!straw.hasNext)
      #expect(straw.total == Int64(hay - 1))
      try database.psql(Self.insert("haystack", 1))
      #expect(try await found("needle").total == 0)
      #expect(try await found("haystack").total == Int64(hay))
    }
  }

  /// What Unicode alone holds for a case of a letter of ASCII, and the letter itself.
  @Test func onlyTheLettersOfASCIIAreFoldedForASCII() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      Self.vendor + Self.insert("KELVIN mini", 1) + Self.insert("300 \u{212A} heater", 1))
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      for (text, found) in [
        ("k", ["KELVIN mini"]), ("MINI", ["KELVIN mini"]), ("\u{212A} h", ["300 \u{212A} heater"]),
        ("300 ", ["300 \u{212A} heater"]), ("", ["300 \u{212A} heater", "KELVIN mini"]),
      ] {
        let window = try await products.window(Self.window(text))
        #expect(window.products.map(\.name.text) == found, "\(text)")
      }
    }
  }

  /// `ß` is `SS` in capitals, which no search by parts of a name makes of it.
  @Test func theSharpSIsALetterOfItsOwn() async throws {
    let database = try await DatabaseUnderTest.make()
    let (sharp, double) = ("Große Kanne mit Henkel", "GROSSE KANNE MIT HENKEL")
    try database.psql(Self.vendor + Self.insert(sharp, 1) + Self.insert(double, 1))
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      for (text, found) in [
        ("ß", [sharp]), ("GROßE k", [sharp]), ("große KANNE mit henkel", [sharp]),
        ("große kannen mit henkeln", []), ("ss", [double]), ("grosse kanne mit", [double]),
        ("kanne", [double, sharp]),
      ] {
        let window = try await products.window(Self.window(text))
        #expect(window.products.map(\.name.text) == found, "\(text)")
      }
    }
  }

  /// The search waits for a lock, so that its session can be ended in the middle of it.
  @Test func aSearchWhoseSessionEndsIsMadeAgain() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.vendor + Self.insert("needle", 1))
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      let search = Self.window("needle")
      #expect(try await products.window(search).total == 1)
      let found = try await database.onConnection { connection in
        try await connection.execute(Statement<Void, Void>("begin", effect: .write))
        try await connection.execute(
          Statement<Void, Void>("lock table moa.products in access exclusive mode", effect: .write))
        let found = Task(executorPreference: database.loop) {
          try await products.window(search)
        }
        while try database.psql(Self.endWaiting) != "t" {
          try await Task.sleep(for: .milliseconds(5))
        }
        try await connection.execute(Statement<Void, Void>("rollback", effect: .write))
        return found
      }
      #expect(try await found.value.total == 1)
    }
  }

  private static let endWaiting = """
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%strpos%'
    """
}
