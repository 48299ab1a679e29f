import Fakes
import Foundation
import Postgres
import Repositories
import TestDatabase
import Testing
import UseCases

/// All that the shop stores and reads, through a PgBouncer in transaction mode. The whole of this
/// target goes through one with `MOA_TEST_POOLER=1`.
@Suite(.serialized) struct PoolerTests {
  @Test("PostgreSQL keeps the contract behind a pooler", arguments: StoreContract.clauses)
  func keeps(_ clause: StoreContract.Clause) async throws {
    let database = try await DatabaseUnderTest.make(behindPooler: true)
    try await database.withPool { pool in
      try await clause.check(Ports(pool))
    }
  }

  @Test func migrationsAreAppliedThroughAPooler() async throws {
    let database = try await DatabaseUnderTest.empty(behindPooler: true)
    let migrations = try Migration.ofRepository()
    #expect(try await database.migrate(migrations).count == migrations.count)
    #expect(try await database.migrate(migrations).isEmpty)
  }
}
