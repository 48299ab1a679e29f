import Fakes
import Testing

@Suite struct StoreContractTests {
  @Test("the fake store keeps the contract", arguments: StoreContract.clauses)
  func keeps(_ clause: StoreContract.Clause) async throws {
    try await clause.check(FakeStore().ports)
  }

  @Test func theContractIsNotEmpty() {
    #expect(StoreContract.clauses.count > 20)
    #expect(Set(StoreContract.clauses.map(\.description)).count == StoreContract.clauses.count)
  }
}

/// What shoppers type into the demo shop, on the store in memory.
@Suite struct JudgedSearchTests {
  @Test("every query finds what a shopper wants, and nothing else")
  func judged() async throws {
    let ports = FakeStore().ports
    try await JudgedShop.fill(ports)
    for query in JudgedQuery.all {
      let flaw = try await JudgedShop.flaw(query, ports)
      #expect(flaw == nil)
    }
  }

  @Test func thereAreManyQueriesOfManyKinds() {
    #expect(JudgedQuery.all.count >= 80)
    #expect(Set(JudgedQuery.all.map(\.kind)).count >= 20)
    #expect(Set(JudgedQuery.all.map(\.text)).count == JudgedQuery.all.count)
  }
}
