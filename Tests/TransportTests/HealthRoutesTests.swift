import Fakes
import HTTP
import Testing
import UseCases

@Suite(.realStore) struct HealthRoutesTests {
  @Test func theProcessIsAlive() async throws {
    #expect(
      try await Shop().send(.get, "/livez").text == """
        HTTP/1.1 200 OK
        Content-Type: text/plain; charset=utf-8
        (security)
        Cache-Control: no-store

        ok

        """)
  }

  @Test func theAppsCheckHasItsQuotes() async throws {
    let answer = try await Shop().send(.get, "/healthChecker")
    #expect(answer.status == 200)
    #expect(answer.body == "\"OK\"")
  }

  @Test func readinessIsToldWithEveryObstacle() async throws {
    let shop = try await Shop()
    #expect(
      try await shop.send(.get, "/readyz").text == """
        HTTP/1.1 200 OK
        Content-Type: application/json
        (security)
        Cache-Control: no-store

        {"status":"ready","obstacles":[],"warnings":[]}
        """)
    shop.readiness.set(ReadinessObstacle.allCases)
    let answer = try await shop.send(.get, "/readyz")
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "1")
    #expect(
      answer.body
        == #"{"status":"unavailable","obstacles":["database_unreachable","schema_outdated","#
        + #""draining"],"warnings":[]}"#)
  }

  @Test func aDiskThatIsNearlyFullIsToldAndKeepsNoRequestsAway() async throws {
    let shop = try await Shop()
    shop.readiness.warn(of: [.diskNearlyFull])
    let answer = try await shop.send(.get, "/readyz")
    #expect(answer.status == 200)
    #expect(answer.body == #"{"status":"ready","obstacles":[],"warnings":["disk_nearly_full"]}"#)
  }

  @Test func aLiveProcessAsksNoStore() async throws {
    let store = FakeStore()
    let shop = try await Shop(on: store)
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    #expect(try await shop.send(.get, "/livez").status == 200)
  }
}
