import Domain
import Fakes
import HTTP
import Synchronization
import Testing

@testable import Transport
@testable import Web

/// The stage before the routes.
@Suite(.realStore) struct RateGateTests {
  /// Admits so many requests of each network, and notes who asked.
  final class Counted: Sendable {
    let left: Mutex<[ClientNetwork: Int]> = .init([:])
    let burst: Int
    init(burst: Int) { self.burst = burst }

    func admit(_ network: ClientNetwork) -> Admission {
      left.withLock { left in
        let now = left[network, default: burst]
        left[network] = max(0, now - 1)
        return Admission(
          isAdmitted: now > 0, ahead: 0, remaining: max(0, now - 1),
          retryAfterSeconds: now > 0 ? 0 : 3)
      }
    }
  }

  static func shop(burst: Int, showsFields: Bool = true) async throws -> Shop {
    let limit = try #require(RateLimit(requests: 20, periodSeconds: 1, burst: burst))
    let counted = Counted(burst: burst)
    let gate = RateGate(limit, showsFields: showsFields) { counted.admit($0) }
    return try await Shop(policies: Policies(rate: gate))
  }

  @Test func whoAsksTooOftenIsToldWhenToComeBack() async throws {
    let shop = try await Self.shop(burst: 1)
    #expect(try await shop.send(.get, "/nowhere").status == 404)
    #expect(
      try await shop.send(.get, "/nowhere").text == """
        HTTP/1.1 429 Too Many Requests
        Content-Type: application/problem+json
        (security)
        Retry-After: 3
        RateLimit-Policy: "address";q=20;w=1
        RateLimit: "address";r=0;t=3
        Cache-Control: no-store

        {"type":"/docs/errors/too_many_requests","title":"More requests came from this address than are answered.",\
        "status":429,"code":"too_many_requests",\
        "detail":"More requests came from this address than are answered; see Retry-After.",\
        "request_id":"request-1"}
        """)
  }

  @Test func theFieldsOfTheDraftCanBeLeftOut() async throws {
    let shop = try await Self.shop(burst: 1, showsFields: false)
    _ = try await shop.send(.get, "/nowhere")
    let answer = try await shop.send(.get, "/nowhere")
    #expect(answer.status == 429)
    #expect(answer.fields["retry-after"] == "3")
    #expect(answer.fields["ratelimit"] == nil)
    #expect(answer.fields["ratelimit-policy"] == nil)
  }

  @Test func healthIsAlwaysTold() async throws {
    let shop = try await Self.shop(burst: 1)
    // However it is written.
    for path in ["/livez", "/%6Civez", "/readyz", "/healthChecker", "//healthChecker"] {
      for _ in 0..<3 { #expect(try await shop.send(.get, path).status == 200) }
    }
    #expect(try await shop.send(.get, "/v1/event-categories").status == 200)
    #expect(try await shop.send(.get, "/v1/event-categories").status == 429)
  }

  @Test func dialectsRefuseInTheirOwnShape() async throws {
    let shop = try await Self.shop(burst: 1)
    _ = try await shop.send(.get, "/nowhere")
    let answer = try await shop.send(.post, "/commerce/api/v1/category")
    #expect(answer.status == 429)
    #expect(answer.fields["content-type"] == "application/json")
    #expect(answer.fields["retry-after"] == "3")
  }

  @Test func eachAddressHasItsOwn() async throws {
    let shop = try await Self.shop(burst: 1)
    for last in UInt32(1)...3 {
      let client = Client(peer: ClientAddress(ipv4: 0xC000_0200 | last))
      for wanted in [404, 429] {
        let request = try Request(.get, "/nowhere")
        let response = await shop.response(
          Request(head: request.head, body: request.body, id: "", client: client))
        #expect(response.status.code == wanted)
      }
    }
  }
}

/// Which hosts a request may name.
@Suite(.realStore) struct HostGateTests {
  private static func shop() async throws -> Shop {
    try await Shop(policies: Policies(hosts: HostGate(["Shop.example", "shop.example:8443"])))
  }

  @Test(
    arguments: [
      ("shop.example", 200), ("SHOP.example", 200), ("shop.example:80", 200),
      ("shop.example:8443", 200), ("shop.example:8444", 421), ("evil.example", 421),
      ("shop.example.evil.example", 421), ("shop.example.", 421), ("[::1]", 421),
    ])
  func hosts(_ host: String, _ status: Int) async throws {
    let answer = try await Self.shop().send(.get, "/v1/products", ["Host": host])
    #expect(answer.status == status)
    #expect(answer.code == (status == 421 ? "unknown_host" : nil))
  }

  @Test("the host that a trusted proxy was asked for counts, with the scheme's own port")
  func forwardedHosts() async throws {
    let shop = try await Self.shop()
    for (host, status) in [("shop.example:443", 200), ("evil.example", 421)] {
      let client = Client(peer: .unix, scheme: .https, forwardedHost: host)
      let answer = try await shop.send(
        .get, "/v1/products", ["Host": "shop.example"], client: client)
      #expect(answer.status == status)
    }
  }

  @Test("a page, a write, a dialect and an unknown path are refused too")
  func everything() async throws {
    let shop = try await Self.shop()
    for (method, path) in [
      (.get, "/p/1"), (.post, "/v1/devices"), (.get, "/v1/search/shop.json?query=a"),
      (.get, "/nowhere"),
    ] as [(HTTP.Method, String)] {
      let answer = try await shop.send(method, path, ["Host": "evil.example"])
      #expect(answer.status == 421, "\(path)")
      #expect(!answer.text.contains("evil.example"))
    }
  }

  @Test(arguments: ["/livez", "/readyz", "/healthChecker"])
  func healthIsTold(_ path: String) async throws {
    let answer = try await Self.shop().send(.get, path, ["Host": "10.0.0.7:8080"])
    #expect(answer.status == 200)
  }

  @Test func withoutAListAnyHostIsServed() async throws {
    let answer = try await Shop().send(.get, "/v1/products", ["Host": "evil.example"])
    #expect(answer.status == 200)
  }
}

/// What clients get while an operator has stopped writes.
@Suite(.realStore) struct ReadOnlyGateTests {
  private static func shop(isReadOnly: Bool) async throws -> Shop {
    let policies = Policies()
    policies.readOnly.close(isReadOnly)
    return try await Shop(policies: policies)
  }

  @Test(
    "every method that may change something is refused, and told when to come again",
    arguments: [Method.post, .put, .patch, .delete])
  func writes(_ method: Method) async throws {
    let shop = try await Self.shop(isReadOnly: true)
    let answer = try await shop.send(method, "/v1/likes/1")
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "30")
    #expect(answer.body.contains(#""code":"writes_stopped""#))
  }

  @Test("reads are answered", arguments: [Method.get, .head])
  func reads(_ method: Method) async throws {
    let shop = try await Self.shop(isReadOnly: true)
    #expect(try await shop.send(method, "/v1/products").status == 200)
  }

  @Test("what an app reads by POST is answered", arguments: SmartCommerceTests.paths)
  func readsByPost(_ path: String) async throws {
    let shop = try await Self.shop(isReadOnly: true)
    #expect(try await shop.send(.post, path).status == 200)
  }

  @Test func writesPassWhenTheyAreLetInAgain() async throws {
    let policies = Policies()
    policies.readOnly.close(true)
    policies.readOnly.close(false)
    let shop = try await Shop(policies: policies)
    #expect(try await shop.send(.post, "/v1/devices").status == 201)
  }
}
