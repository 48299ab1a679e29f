import Fakes
import Testing
import UseCases

/// The contract that the fake store keeps as well: what use cases are tried with behaves like what
/// they meet in life.
@Suite(.serialized) struct StoreContractTests {
  @Test("PostgreSQL keeps the contract", arguments: StoreContract.clauses)
  func keeps(_ clause: StoreContract.Clause) async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      try await clause.check(Ports(pool))
    }
  }
}
