import Domain
import Fakes
import Postgres
import Repositories
import Testing
import UseCases

/// Whoever scrolls sees each product that stays where it is once, whatever others write meanwhile.
@Suite(.serialized) struct PagingUnderWritersTests {
  /// Of four readers each. Behind a pooler fewer: there it is seen whether they can be made at all.
  private static let rounds = DatabaseUnderTest.isPooled ? 40 : 250

  @Test("A thousand scrolls among writers show each row that kept its place exactly once")
  func scrollsAreWhole() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the scrolls: \(seed)")
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      var generator = SeededGenerator(seed: seed)
      let shop = try await BusyShop.open(Ports(pool))
      for _ in 0..<Self.rounds {
        try await shop.refill(&generator)
        let before = try await shop.everything()
        let crowd = (0..<4).map { _ in SeededGenerator(seed: generator.next()) }
        let writers = (0..<3).map { _ in SeededGenerator(seed: generator.next()) }
        let (scrolls, history) = try await shop.during(writers) {
          try await shop.scrolls(crowd)
        }
        for scroll in scrolls { try scroll.check(before, history) }
      }
    }
    #expect(try database.psql(ProductCountTests.differences) == "0")
  }

  @Test("Pages that are counted and read one after the other skip nothing and repeat nothing")
  func countedPagesAreWhole() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the counted pages: \(seed)")
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      var generator = SeededGenerator(seed: seed)
      let shop = try await BusyShop.open(Ports(pool))
      for _ in 0..<Self.rounds / 4 {
        try await shop.refill(&generator)
        let before = try await shop.everything()
        let crowd = (0..<4).map { _ in SeededGenerator(seed: generator.next()) }
        let writers = (0..<3).map { _ in SeededGenerator(seed: generator.next()) }
        let (readings, history) = try await shop.during(writers) {
          try await shop.countedReadings(crowd)
        }
        for reading in readings { try reading.check(before, history) }
      }
    }
    #expect(try database.psql(ProductCountTests.differences) == "0")
  }

  @Test("A page with an anchor begins in the same place while others add products")
  func numberedPagesAreExactWhileProductsAreAdded() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let shop = try await BusyShop.open(ports)
      var generator = SeededGenerator(seed: 1)
      for _ in 0..<3 { try await shop.refill(&generator) }
      let ids = try await shop.everything().reversed().map(\.id)
      let anchor = ListAnchor(newest: ids[0], offset: 0, first: ids[0], last: ids[1], count: 2)
      async let additions: Void = shop.add(40)
      for _ in 0..<10 {
        for offset in stride(from: 4, to: ids.count, by: 7) {
          let window = NumberedPage(
            list: .wonAndDollars, offset: Int64(offset), count: 5, anchor: anchor)
          let found = try await ports.products.window(window).products.map(\.id)
          #expect(found == Array(ids.dropFirst(offset).prefix(5)))
        }
      }
      try await additions
    }
  }
}

/// What one reader saw, and what it should have been.
struct Reading: Sendable {
  let description: String
  let seen: [Int64]
  /// Whether a product belongs to what was read; and where it stands there.
  let place: @Sendable (CellProduct) -> ProductPosition?

  /// - Throws: `ContractBreach`.
  func check(_ before: [CellProduct], _ history: [Change]) throws {
    var times: [Int64: Int] = [:]
    for id in seen { times[id, default: 0] += 1 }
    let moved = Set(history.filter { place($0.before) != $0.after.flatMap(place) }.map(\.before.id))
    for product in before where place(product) != nil && !moved.contains(product.id) {
      guard times[product.id] == 1 else {
        throw ContractBreach(
          "\(description): \(product.id) was shown \(times[product.id] ?? 0) times in \(seen)")
      }
    }
    for (id, count) in times where count > 1 && !moved.contains(id) {
      throw ContractBreach("\(description): \(id) was shown \(count) times in \(seen)")
    }
  }

  /// A product before and after a change; nil after its removal.
  struct Change: Sendable {
    let before: CellProduct
    let after: CellProduct?
  }
}
