import Domain
import HTTP
import Synchronization
import Testing
import Transport
import Web

/// The arithmetic, with a clock that is handed in.
@Suite struct RateLimitTests {
  /// What a client has used up, and its clock in nanoseconds.
  struct Client {
    let limit: RateLimit
    var arrival: UInt64 = 0

    mutating func ask(at nanoseconds: Int64) -> Admission {
      let now = limit.tick(atNanoseconds: nanoseconds)
      let admission = limit.admit(ahead: Int64(bitPattern: arrival &- now))
      arrival = now &+ UInt64(admission.ahead)
      return admission
    }
  }

  static let second: Int64 = 1_000_000_000

  @Test(
    "of twice the burst exactly the burst is admitted, whatever the rate",
    arguments: [
      (1, 1, 1), (10, 1, 10), (3, 1, 7), (7, 60, 100), (100_000, 1, 5), (100_000, 1, 100_000),
      (1, 86_400, 2),
    ])
  func burst(_ requests: Int, _ seconds: Int, _ burst: Int) throws {
    let limit = try #require(
      RateLimit(requests: requests, periodSeconds: seconds, burst: burst))
    var client = Client(limit: limit)
    let answers = (0..<2 * burst).map { _ in client.ask(at: 5 * Self.second) }
    #expect(answers.count { $0.isAdmitted } == burst)
    #expect(answers.prefix(burst).map(\.remaining) == (0..<burst).reversed())
    #expect(answers.dropFirst(burst).allSatisfy { !$0.isAdmitted && $0.retryAfterSeconds >= 1 })
  }

  @Test("what was used up comes back at the rate")
  func refill() throws {
    let limit = try #require(RateLimit(requests: 10, periodSeconds: 1, burst: 20))
    var client = Client(limit: limit)
    for _ in 0..<20 { #expect(client.ask(at: 0).isAdmitted) }
    #expect(!client.ask(at: 0).isAdmitted)
    // A tenth of a second brings one, and not two.
    #expect(client.ask(at: Self.second / 10).isAdmitted)
    #expect(!client.ask(at: Self.second / 10).isAdmitted)
    // A second and a half bring fifteen.
    let later = Self.second * 16 / 10
    #expect((0..<30).count { _ in client.ask(at: later).isAdmitted } == 15)
    // A long pause brings the burst, and not more.
    #expect((0..<90).count { _ in client.ask(at: 1_000 * Self.second).isAdmitted } == 20)
  }

  @Test("whoever waits as long as told is admitted")
  func retryAfter() throws {
    for (requests, seconds) in [(1, 7), (3, 60), (600, 60), (2, 1)] {
      let limit = try #require(
        RateLimit(requests: requests, periodSeconds: seconds, burst: requests))
      var client = Client(limit: limit)
      while client.ask(at: 0).isAdmitted {}
      let wait = Int64(client.ask(at: 0).retryAfterSeconds)
      #expect(wait >= 1)
      #expect(wait <= Int64(seconds))
      #expect(client.ask(at: wait * Self.second).isAdmitted)
    }
  }

  @Test("a refusal costs nothing: whoever goes on asking is not punished for it")
  func refusalsAreFree() throws {
    let limit = try #require(RateLimit(requests: 1, periodSeconds: 1, burst: 1))
    var client = Client(limit: limit)
    #expect(client.ask(at: 0).isAdmitted)
    for _ in 0..<1_000 { #expect(!client.ask(at: Self.second / 2).isAdmitted) }
    #expect(client.ask(at: Self.second).isAdmitted)
  }

  @Test func nothingOverflows() throws {
    #expect(RateLimit(requests: 0, periodSeconds: 1, burst: 1) == nil)
    #expect(RateLimit(requests: 1, periodSeconds: 0, burst: 1) == nil)
    #expect(RateLimit(requests: 1, periodSeconds: 1, burst: 0) == nil)
    #expect(RateLimit(requests: .max, periodSeconds: 1, burst: 1) == nil)
    let limit = try #require(
      RateLimit(
        requests: RateLimit.requestsMax, periodSeconds: RateLimit.periodSecondsMax,
        burst: RateLimit.burstMax))
    for now in [Int64.min, -1, 0, 1, .max] { _ = limit.tick(atNanoseconds: now) }
    let quick = try #require(
      RateLimit(requests: RateLimit.requestsMax, periodSeconds: 1, burst: RateLimit.burstMax))
    #expect(quick.tick(atNanoseconds: .max) > quick.tick(atNanoseconds: .max - Self.second))
    let slow = try #require(
      RateLimit(requests: 1, periodSeconds: RateLimit.periodSecondsMax, burst: RateLimit.burstMax))
    #expect(slow.admit(ahead: slow.ticksAheadMax).retryAfterSeconds == 86_400)
    #expect(slow.admit(ahead: .min).isAdmitted)
  }
}

/// The stage before the routes.
@Suite struct RateGateTests {
  /// Admits so many requests of each address, and notes who asked.
  final class Counted: Sendable {
    let left: Mutex<[ClientAddress: Int]> = .init([:])
    let burst: Int
    init(burst: Int) { self.burst = burst }

    func admit(_ address: ClientAddress) -> Admission {
      left.withLock { left in
        let now = left[address, default: burst]
        left[address] = max(0, now - 1)
        return Admission(
          isAdmitted: now > 0, ahead: 0, remaining: max(0, now - 1),
          retryAfterSeconds: now > 0 ? 0 : 3)
      }
    }
  }

  static func shop(burst: Int, showsFields: Bool = true) throws -> Shop {
    let limit = try #require(RateLimit(requests: 20, periodSeconds: 1, burst: burst))
    let counted = Counted(burst: burst)
    let gate = RateGate(limit, showsFields: showsFields) { counted.admit($0) }
    return try Shop(policies: Policies(rate: gate))
  }

  @Test func whoAsksTooOftenIsToldWhenToComeBack() async throws {
    let shop = try Self.shop(burst: 1)
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
    let shop = try Self.shop(burst: 1, showsFields: false)
    _ = try await shop.send(.get, "/nowhere")
    let answer = try await shop.send(.get, "/nowhere")
    #expect(answer.status == 429)
    #expect(answer.fields["retry-after"] == "3")
    #expect(answer.fields["ratelimit"] == nil)
    #expect(answer.fields["ratelimit-policy"] == nil)
  }

  @Test func healthIsAlwaysTold() async throws {
    let shop = try Self.shop(burst: 1)
    // However it is written.
    for path in ["/livez", "/%6Civez", "/readyz", "/healthChecker", "//healthChecker"] {
      for _ in 0..<3 { #expect(try await shop.send(.get, path).status == 200) }
    }
    #expect(try await shop.send(.get, "/v1/event-categories").status == 200)
    #expect(try await shop.send(.get, "/v1/event-categories").status == 429)
  }

  @Test func dialectsRefuseInTheirOwnShape() async throws {
    let shop = try Self.shop(burst: 1)
    _ = try await shop.send(.get, "/nowhere")
    let answer = try await shop.send(.post, "/commerce/api/v1/category")
    #expect(answer.status == 429)
    #expect(answer.fields["content-type"] == "application/json")
    #expect(answer.fields["retry-after"] == "3")
  }

  @Test func eachAddressHasItsOwn() async throws {
    let shop = try Self.shop(burst: 1)
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
