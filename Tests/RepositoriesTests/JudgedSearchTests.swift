import Fakes
import Testing
import UseCases

/// What shoppers type into the demo shop, on PostgreSQL.
@Suite(.serialized) struct JudgedSearchTests {
  @Test("every query finds what a shopper wants, and nothing else")
  func judged() async throws {
    let database = try await DatabaseUnderTest.make()
    let flaws = try await database.withPool { pool in
      let ports = Ports(pool)
      try await JudgedShop.fill(ports)
      var flaws: [String] = []
      for query in JudgedQuery.all {
        if let flaw = try await JudgedShop.flaw(query, ports) { flaws.append(flaw) }
      }
      return flaws
    }
    #expect(flaws == [])
  }
}
