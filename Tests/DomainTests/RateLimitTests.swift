import Domain
import Testing

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
