import Domain
import Fakes
import Foundation
import Postgres
import Repositories
import TestDatabase
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

/// Titles of the demo shop, typed key by key.
@Suite(.serialized) struct TypedTitleTests {
  @Test("a shopper who types a title sees suggestions and products at every key")
  func keys() async throws {
    let database = try await DatabaseUnderTest.make()
    let texts = try JudgedShop.halfTyped()
    #expect(texts.count > 1_500)
    let empty = try await database.withPool { pool in
      let ports = Ports(pool)
      try await JudgedShop.fill(ports)
      return try await withThrowingTaskGroup(of: [String].self) { group in
        for start in 0..<4 {
          group.addTask {
            var empty: [String] = []
            for text in stride(from: start, to: texts.count, by: 4).map({ texts[$0] }) {
              if let flaw = try await JudgedShop.flaw(whileTyping: text, ports) {
                empty.append(flaw)
              }
            }
            return empty
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
    }
    #expect(empty == [])
  }
}

/// What the clock does to a quota.
@Suite struct UploadQuotaTests {
  @Test func aDayAfterItsFirstImageAVendorMaySendAgain() async throws {
    let database = try await DatabaseUnderTest.make()
    let vendor = try await database.withPool { pool in
      let ports = Ports(pool)
      let vendor = try await ports.vendor().id
      #expect(try await ports.uploadQuota.take(images: 5, of: vendor, limit: 5) == nil)
      return vendor
    }
    try database.psql("update moa.vendor_uploads set day_began = now() - interval '23 hours'")
    try await database.withPool { pool in
      let quota = Ports(pool).uploadQuota
      let seconds = try #require(try await quota.take(images: 1, of: vendor, limit: 5))
      #expect((3_500...3_600).contains(seconds))
    }
    try database.psql("update moa.vendor_uploads set day_began = now() - interval '24 hours'")
    try await database.withPool { pool in
      let quota = Ports(pool).uploadQuota
      let five = try await quota.take(images: 5, of: vendor, limit: 5)
      let one = try await quota.take(images: 1, of: vendor, limit: 5)
      #expect(five == nil)
      #expect(one != nil)
    }
  }
}
