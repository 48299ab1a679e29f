import Domain
import Fakes
import Testing
import UseCases

@testable import Dialects

/// Clients search up to their quota, and the store is asked rarely.
@Suite struct SearchClientCallsTests {
  private let store = FakeStore()
  private let clock = FakeClock("2026-03-01T00:00:00Z")
  private static let secret = "aBcDeFgH_1"
  private static let midnight = 15 * 3_600

  private func client(quota: Int, _ id: String? = nil) async throws -> String {
    let create = CreateSearchClient(
      clients: store, secretDigest: FakeSecretDigest(), randomBytes: CountingBytes().bytes,
      now: clock.now)
    let created = try await create(
      name: try Title("앱"), dailyQuota: quota, id: id.flatMap(SearchClientID.init),
      secret: try SearchClientSecret(Self.secret))
    return created.client.id.text
  }

  private func calls(countMax: Int = 1_000) -> SearchClientCalls {
    SearchClientCalls(
      clients: store, secretDigest: FakeSecretDigest(), now: clock.now, countMax: countMax)
  }

  private func wait(seconds: Int64) {
    clock.set(Timestamp(clamping: clock.now().microseconds + seconds * 1_000_000))
  }

  /// How many of so many searches are admitted.
  private func admitted(
    _ count: Int, of id: String, by calls: SearchClientCalls
  ) async throws -> Int {
    var admitted = 0
    for _ in 0..<count where try await calls.admit(id, Self.secret) == .admitted { admitted += 1 }
    return admitted
  }

  @Test func aClientSearchesUpToItsQuotaOnEachDay() async throws {
    let id = try await client(quota: 1_234)
    let calls = calls()
    #expect(try await admitted(1_300, of: id, by: calls) == 1_234)
    #expect(
      try await calls.admit(id, Self.secret) == .spent(retryAfterSeconds: Self.midnight))
    wait(seconds: Int64(Self.midnight) - 1)
    #expect(try await calls.admit(id, Self.secret) == .spent(retryAfterSeconds: 1))
    wait(seconds: 1)
    #expect(try await admitted(1_300, of: id, by: calls) == 1_234)
  }

  @Test("the store is asked once for many searches, and not at all for those behind the quota")
  func statements() async throws {
    let id = try await client(quota: 25_000)
    let calls = calls()
    #expect(try await admitted(5_000, of: id, by: calls) == 5_000)
    #expect(store.searchClientStatements == (reads: 1, takings: 100))
    wait(seconds: 9)
    #expect(try await admitted(25_000, of: id, by: calls) == 20_000)
    #expect(store.searchClientStatements == (reads: 1, takings: 501))
  }

  @Test("of several servers none gives more than the rest, and little is lost among them")
  func severalServers() async throws {
    let id = try await client(quota: 5_000)
    let servers = (0..<4).map { _ in calls() }
    var sum = 0
    for round in 0..<2_000 {
      sum += try await admitted(1, of: id, by: servers[round % 3])
    }
    for server in servers { sum += try await admitted(5_000, of: id, by: server) }
    #expect(sum == 5_000)
    let other = try await client(quota: 5_000, "01234567890123456789")
    #expect(try await admitted(1, of: other, by: servers[0]) == 1)
    // What one has taken and not used, nobody else gets.
    #expect(try await admitted(6_000, of: other, by: servers[1]) == 4_990)
  }

  @Test func ofManyAtOnceNoMoreAreAdmittedThanTheQuota() async throws {
    let id = try await client(quota: 900)
    store.becomeSlow()
    let calls = calls()
    let outcomes = try await withThrowingTaskGroup(of: SearchClientCalls.Outcome.self) { group in
      for _ in 0..<1_000 { group.addTask { try await calls.admit(id, Self.secret) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == .admitted } == 900)
    #expect(outcomes.count { $0 == .spent(retryAfterSeconds: Self.midnight) } == 100)
    // Those that wait get theirs by one statement.
    #expect(store.searchClientStatements.takings <= 100)
    #expect(try await admitted(1, of: id, by: self.calls()) == 0)
  }

  @Test("with more clients than are kept, one without calls left makes room for the next")
  func room() async throws {
    let calls = calls(countMax: 20)
    var kept: [String] = []
    for number in 101..<120 {
      let id = try await client(quota: 1_000, "client_of_an_app_\(number)")
      #expect(try await admitted(1, of: id, by: calls) == 1)
      kept.append(id)
    }
    for number in 201...220 {
      let other = try await client(quota: 1, "client_of_an_app_\(number)")
      #expect(try await admitted(1, of: other, by: calls) == 1)
    }
    let takings = store.searchClientStatements.takings
    for id in kept { #expect(try await admitted(1, of: id, by: calls) == 1) }
    #expect(store.searchClientStatements.takings == takings)
  }

  @Test("strangers and wrong secrets are told apart, and neither counts")
  func strangers() async throws {
    let id = try await client(quota: 1)
    let calls = calls()
    for (id, secret, outcome) in [
      (nil, nil, .unknownClient), (id, nil, .wrongSecret), (nil, Self.secret, .unknownClient),
      ("01234567890123456789", Self.secret, .unknownClient), ("short", Self.secret, .unknownClient),
      (id, "another-secret", .wrongSecret), (id, "", .wrongSecret),
      (id, String(repeating: "a", count: 513), .wrongSecret), (id, Self.secret, .admitted),
      (id, "another-secret", .wrongSecret),
      (id, Self.secret, .spent(retryAfterSeconds: Self.midnight)),
    ] as [(String?, String?, SearchClientCalls.Outcome)] {
      #expect(try await calls.admit(id, secret) == outcome)
    }
  }

  @Test func aRevokedClientSearchesTenSecondsMore() async throws {
    let id = try await client(quota: 25_000)
    let calls = calls()
    #expect(try await calls.admit(id, Self.secret) == .admitted)
    let clientID = try #require(SearchClientID(id))
    _ = try await store.revoke(clientID, at: clock.now())
    wait(seconds: 9)
    #expect(try await calls.admit(id, Self.secret) == .admitted)
    wait(seconds: 1)
    #expect(try await calls.admit(id, Self.secret) == .unknownClient)
  }

  @Test func aClockThatIsSetBackAsksTheStoreAgain() async throws {
    let id = try await client(quota: 25_000)
    let calls = calls()
    #expect(try await calls.admit(id, Self.secret) == .admitted)
    wait(seconds: -60)
    #expect(try await calls.admit(id, Self.secret) == .admitted)
    #expect(store.searchClientStatements.reads == 2)
  }

  @Test func afterAFailureOfTheStoreSearchesGoOn() async throws {
    let id = try await client(quota: 25_000)
    let calls = calls()
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    await #expect(throws: Failure.self) { try await calls.admit(id, Self.secret) }
    store.fail(with: nil)
    #expect(try await admitted(50, of: id, by: calls) == 50)
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    await #expect(throws: Failure.self) { try await calls.admit(id, Self.secret) }
    wait(seconds: 10)
    await #expect(throws: Failure.self) { try await calls.admit(id, Self.secret) }
    store.fail(with: nil)
    #expect(try await admitted(50, of: id, by: calls) == 50)
  }

  @Test(
    "calls are taken in batches that fit the quota",
    arguments: [
      (1, 1), (10, 1), (999, 1), (1_000, 2), (25_000, 50), (1_000_000, 100),
    ])
  func batches(_ quota: Int, _ batch: Int) async throws {
    let id = try #require(SearchClientID(try await client(quota: quota)))
    let client = try #require(try await store.find(id))
    #expect(client.callsTakenAtOnce == batch)
  }
}
