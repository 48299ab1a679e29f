import Domain
import EventLoop
import Fakes
import Postgres
import Repositories
import Testing
import UseCases

/// Claims of keys, and servers that die over them.
@Suite struct KeyClaimTests {
  private static let age = """
    update moa.idempotency_keys
    set created_at = created_at - interval '7 seconds' where status = 102
    """

  @Test func aClaimThatNobodyRenewsRunsOut() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("key")
      let lost = try #require(try await ports.answers.claim(once.sentKey))
      try database.psql(Self.age)
      let next = try #require(try await ports.answers.claim(once.sentKey))
      #expect(next.token != lost.token)
      // Whoever was thought dead and is not neither writes nor frees the key.
      await lost.withdraw()
      await #expect(throws: Failure.inFlight) {
        _ = try await ports.products.add(creation, once: once.claimed(by: lost))
      }
      let product = try await ports.products.add(creation, once: once.claimed(by: next)).value
      let answer = try await ports.products.add(creation, once: once.claimed(by: lost)).answer
      #expect(answer == .sample(of: product))
    }
  }

  @Test func aWriteThatWasNotPreparedPassesByAClaimThatRanOut() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("key")
      let lost = try #require(try await ports.answers.claim(once.sentKey))
      try database.psql(Self.age)
      _ = try await ports.products.add(creation, once: once).value
      _ = try await ports.products.add(creation, once: once.claimed(by: lost)).answer
    }
  }

  @Test func aClaimIsRenewedAsLongAsSomebodyHoldsIt() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let key = try RecordedWrite<Product>.sample("key").sentKey
      let answers = PostgresStore(pool)
      var claim = try await answers.claim(key)
      #expect(claim != nil)
      let young = """
        select count(*) from moa.idempotency_keys where created_at > now() - interval '4 seconds'
        """
      try database.psql(
        "update moa.idempotency_keys set created_at = created_at - interval '5 seconds'")
      #expect(try await Self.eventually { try database.psql(young).contains("1") })
      claim = nil
      try database.psql(Self.age)
      let next = try await answers.claim(key)
      #expect(next != nil)
    }
  }

  @Test func whoeverClaimsAKeyThatIsJustAnsweredWaitsForNobody() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("key")
      let claim = try #require(try await ports.answers.claim(once.sentKey))
      try await database.onConnection(isStranger: true) { connection in
        try await connection.execute(Statement<Void, Void>("begin", effect: .write))
        try await connection.execute(
          Statement<Void, Void>("update moa.idempotency_keys set status = 201", effect: .write))
        await #expect(throws: Failure.inFlight) { _ = try await ports.answers.claim(once.sentKey) }
        try await connection.execute(Statement<Void, Void>("rollback", effect: .write))
      }
      _ = try await ports.products.add(creation, once: once.claimed(by: claim)).value
    }
  }

  private static func eventually(_ isTrue: () throws -> Bool) async throws -> Bool {
    for _ in 0..<500 {
      if try isTrue() { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }
}
