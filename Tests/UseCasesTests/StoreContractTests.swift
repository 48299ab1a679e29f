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
