import Domain
import Fakes
import Postgres
import Repositories
import Testing
import UseCases

/// What requests meet while somebody else's transaction stays open: a dump, a report, an operator's
/// psql. The article Faults tells operators the same.
@Suite(.serialized) struct LongTransactionTests {
  @Test("A dump, or whoever else only reads, stops nobody, however long it takes")
  func readersStopNobody() async throws {
    try await holding([
      "begin isolation level repeatable read read only",
      """
      lock table moa.products, moa.product_images, moa.product_counts, moa.idempotency_keys,
        moa.images in access share mode
      """,
      "select count(*) from moa.products",
    ]) { ports, product, creation in
      let start = ContinuousClock.now
      try await ports.add(creation)
      try await Self.checkEditsAndReads(ports, product)
      _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      let took = ContinuousClock.now - start
      print("beside a dump: an addition, an edit, reads and a removal in \(took)")
    }
  }

  /// What adds and removes products takes the total of the list, and holds it until its end.
  @Test("An open transaction that has added a product stops additions and removals, and no more")
  func writersStopAdditionsAndRemovals() async throws {
    try await holding([
      "begin",
      """
      insert into moa.products
        (vendor_id, name, description, currency, amount, discount, stock, type, created_at,
          updated_at)
      select id, 'by hand', '', 'KRW', 1, 0, 1, 2, now(), now() from moa.vendors limit 1
      """,
    ]) { ports, product, creation in
      let start = ContinuousClock.now
      await #expect(throws: Failure.unavailable(retryAfterSeconds: 1)) {
        try await ports.add(creation)
      }
      print("beside an open addition: refused after \(ContinuousClock.now - start)")
      await #expect(throws: Failure.unavailable(retryAfterSeconds: 1)) {
        _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      }
      try await Self.checkEditsAndReads(ports, product)
    }
  }

  private typealias Body = @Sendable (Ports, Product, ProductCreation) async throws -> Void

  /// Runs `body` beside a session that has said this and does not end; then everything works again.
  private func holding(_ texts: [SQL], _ body: @escaping Body) async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let product = try await ports.add(creation)
      try await database.onConnection(isStranger: true) { connection in
        for text in texts {
          try await connection.execute(Statement<Void, Void>(text, effect: .write))
        }
        try await body(ports, product, creation)
        try await connection.execute(Statement<Void, Void>("rollback", effect: .write))
      }
      let start = ContinuousClock.now
      try await ports.add(creation)
      let took = ContinuousClock.now - start
      print("behind \(texts[1].description.prefix(30))...: added after \(took)")
    }
  }

  private static func checkEditsAndReads(_ ports: Ports, _ product: Product) async throws {
    _ = try await ports.products.change(product.id, once: nil) { $0.unchanged }
    #expect(try await ports.products.find(product.id) as Product? != nil)
    let window = NumberedPage(list: .wonAndDollars, offset: 0, count: 20, anchor: nil)
    #expect(try await ports.products.window(window).products.isEmpty == false)
    let search = ProductSearch(pattern: try SearchQuery("코트").pattern, sort: .newest, limit: 20)
    #expect(try await ports.search.page(search).isEmpty == false)
  }
}
