import Domain
import Fakes
import Testing
import UseCases

@testable import Dialects

/// Clients search with their secret, and the store is asked rarely.
@Suite struct SearchClientAuthenticationTests {
  private let store = FakeStore()
  private let clock = FakeClock("2026-03-01T00:00:00Z")
  private static let secret = "aBcDeFgH_1"

  private func client(_ id: String? = nil) async throws -> String {
    let create = CreateSearchClient(
      clients: store, secretDigest: FakeSecretDigest(), randomBytes: CountingBytes().bytes,
      now: clock.now)
    let created = try await create(
      name: try Title("앱"), id: id.flatMap(SearchClientID.init),
      secret: try SearchClientSecret(Self.secret))
    return created.client.id.text
  }

  private func authentication(countMax: Int = 1_000) -> SearchClientAuthentication {
    SearchClientAuthentication(
      clients: store, secretDigest: FakeSecretDigest(), now: clock.now, failures: .unlimited,
      countMax: countMax)
  }

  private func wait(seconds: Int64) {
    clock.set(Timestamp(clamping: clock.now().microseconds + seconds * 1_000_000))
  }

  @Test func aClientIsReadOnceInTenSeconds() async throws {
    let id = try await client()
    let authentication = authentication()
    for _ in 0..<100 {
      #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    }
    #expect(store.searchClientReads == 1)
    wait(seconds: 10)
    for _ in 0..<100 {
      #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    }
    #expect(store.searchClientReads == 2)
  }

  @Test func moreClientsThanAreKeptSearchAllTheSame() async throws {
    let authentication = authentication(countMax: 3)
    for number in 100..<110 {
      let id = try await client("client_of_an_app_\(number)")
      #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    }
  }

  @Test func strangersAndWrongSecretsAreToldApart() async throws {
    let id = try await client()
    let authentication = authentication()
    for (id, secret, outcome) in [
      (nil, nil, .unknownClient), (id, nil, .wrongSecret), (nil, Self.secret, .unknownClient),
      ("01234567890123456789", Self.secret, .unknownClient), ("short", Self.secret, .unknownClient),
      (id, "another-secret", .wrongSecret), (id, "", .wrongSecret),
      (id, String(repeating: "a", count: 513), .wrongSecret), (id, Self.secret, .admitted),
      (id, "another-secret", .wrongSecret),
    ] as [(String?, String?, SearchClientAuthentication.Outcome)] {
      #expect(try await authentication.admit(id, secret, from: .sample) == outcome)
    }
  }

  @Test func aRevokedClientSearchesTenSecondsMore() async throws {
    let id = try await client()
    let authentication = authentication()
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    let clientID = try #require(SearchClientID(id))
    _ = try await store.revoke(clientID, at: clock.now())
    wait(seconds: 9)
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    wait(seconds: 1)
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .unknownClient)
  }

  @Test func aClockThatIsSetBackAsksTheStoreAgain() async throws {
    let id = try await client()
    let authentication = authentication()
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    wait(seconds: -60)
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    #expect(store.searchClientReads == 2)
  }

  @Test func afterAFailureOfTheStoreSearchesGoOn() async throws {
    let id = try await client()
    let authentication = authentication()
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    await #expect(throws: Failure.self) {
      try await authentication.admit(id, Self.secret, from: .sample)
    }
    store.fail(with: nil)
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
    wait(seconds: 10)
    await #expect(throws: Failure.self) {
      try await authentication.admit(id, Self.secret, from: .sample)
    }
    store.fail(with: nil)
    #expect(try await authentication.admit(id, Self.secret, from: .sample) == .admitted)
  }
}
