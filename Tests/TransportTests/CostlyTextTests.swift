import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Texts that Swift compares in quadratic time take no time here, wherever a client writes them.
@Suite(.serialized) struct CostlyTextTests {
  /// Two marks that are in the wrong order: each has to be carried past all of the others.
  static func costly(_ bytes: Int) -> String {
    String(repeating: "\u{315}", count: bytes / 4) + String(repeating: "\u{316}", count: bytes / 4)
  }

  /// Of the same length, in a target too, where each byte takes three.
  static func plain(_ bytes: Int) -> String { String(repeating: "{", count: bytes / 4 * 4) }

  /// The mean processor time of the requests, in seconds, and the status of the last one. A thread
  /// of its own answers them, so that no other test is measured.
  static func measured(
    _ requests: [Request], _ answer: @escaping @Sendable (Request) async -> Response
  ) async -> (time: Double, status: Int) {
    await Task(executorPreference: OwnThread.shared) {
      let start = OwnThread.processorTime
      var last = 0
      for request in requests { last = await answer(request).status.code }
      return ((OwnThread.processorTime - start) / Double(requests.count), last)
    }.value
  }

  /// The least of at most five measurements of each, as long as they are too far apart. Each is the
  /// mean of more requests than the one before.
  static func spent(
    _ place: TextPlace, _ answer: @escaping @Sendable (Request) async -> Response
  ) async throws -> (costly: Double, plain: Double, statuses: [Int]) {
    var (costly, plain) = (Double.infinity, Double.infinity)
    var statuses: [Int] = []
    for round in 0..<5 where round == 0 || costly > 5 * plain {
      let texts = [Self.plain(place.bytesMax), Self.costly(place.bytesMax)]
      var times: [Double] = []
      statuses = []
      for text in texts {
        let requests = try (0..<(1 << round)).map { _ in try place.request(text) }
        let (time, status) = await measured(requests, answer)
        times.append(time)
        statuses.append(status)
      }
      (plain, costly) = (min(plain, times[0]), min(costly, times[1]))
    }
    return (costly, plain, statuses)
  }

  /// As the endpoint wants them.
  static func credentials(for endpoint: Endpoint) throws -> [AlteredRequest.Field] {
    let alternatives = endpoint.access.alternatives
    switch alternatives.first?.schemes.first?.name {
    case "device": return [("Authorization", "Bearer \(Shop.deviceToken)")]
    case "identifier": return [("identifier", "\(try VendorIdentifier.sample(2))")]
    case "token" where alternatives.count > 1:
      let text = "\(try VendorIdentifier.sample(2)):\(VendorShop.secret)"
      return [("Authorization", "Basic \(VendorProductRoutesTests.base64(text))")]
    case "token": return [("Authorization", "Bearer \(Shop.bootstrap)")]
    default: return []
    }
  }

  @Test(
    "a text that is slow to compare takes at most five times as long as one that is not",
    arguments: ContractTests.all.indices)
  func everyPlace(_ index: Int) async throws {
    let endpoint = ContractTests.all[index]
    let shop = try await AllRoutesTests.shop(on: FakeStore())
    let places = TextPlace.all(
      of: endpoint, try Self.credentials(for: endpoint), secret: VendorShop.secret)
    #expect(!places.isEmpty)
    if let first = places.first { _ = await shop.response(try first.request("a")) }
    for place in places {
      let (costly, plain, statuses) = try await Self.spent(place, shop.response)
      #expect(costly <= 5 * plain, "\(place)")
      switch place.judgement {
      case .ignored: #expect(statuses[0] == statuses[1], "\(place)")
      case .refused: #expect(400..<500 ~= statuses[1], "\(place)")
      case .either: #expect(statuses[1] < 500, "\(place)")
      }
    }
  }

  @Test("a request is not read for its language before the gate of rates, and not for long after")
  func language() async throws {
    let limit = try #require(RateLimit(requests: 1, periodSeconds: 1, burst: 1))
    let gate = RateGate(limit, showsFields: true) { _ in
      Admission(isAdmitted: false, ahead: 0, remaining: 0, retryAfterSeconds: 1)
    }
    let limited = try await Shop(on: FakeStore(), policies: Policies(rate: gate))
    for (shop, path, status) in [
      (limited, "/v1/products", 429), (try await Shop(on: FakeStore()), "/nowhere", 404),
    ] {
      let place = TextPlace(
        description: path, judgement: .ignored, bytesMax: 28_000
      ) { text in try Request(.get, path, fields: ["Accept-Language": text]) }
      _ = await shop.response(try place.request("a"))
      let (costly, plain, statuses) = try await Self.spent(place, shop.response)
      #expect(costly <= 5 * plain, "\(place)")
      #expect(statuses == [status, status])
    }
  }

  @Test("what other threads do is not measured, and what a request does is")
  func measurement() async throws {
    let end = Date(timeIntervalSinceNow: 0.1)
    let others = Task.detached { while end.timeIntervalSinceNow > 0 {} }
    let request = try Request(.get, "/")
    let (idle, _) = await Self.measured([request]) { _ in
      await others.value
      return Response(.ok)
    }
    let (busy, _) = await Self.measured([request]) { _ in
      let end = OwnThread.processorTime + 0.02
      while OwnThread.processorTime < end {}
      return Response(.ok)
    }
    #expect(idle < 0.01)
    #expect(busy >= 0.02)
  }

  @Test("a text is refused at its place, and what is ignored is not read")
  func pointers() async throws {
    let vendors = try await VendorShop(try await Shop(on: FakeStore()))
    let text = Self.costly(400)
    let answer = try await vendors.register(
      #"{"title":"\#(text)","price":1,"currency":"KRW","\#(text)":1}"#)
    #expect(answer.errors.first == "/title too_many_marks")
    #expect(answer.errors.last?.hasSuffix("unknown_member") == true)
    let query = try await vendors.shop.send(
      .get, "/v1/products?sort=" + text.utf8.map { "%" + String($0, radix: 16) }.joined())
    #expect(query["errors.0.parameter"] == .string("sort"))
    #expect(query["errors.0.code"] == .string("too_many_marks"))
  }
}

/// Runs tasks one after the other on a thread of its own, whose processor time is theirs alone.
private final class OwnThread: TaskExecutor, @unchecked Sendable {
  static let shared = OwnThread()
  // Unchecked: the condition guards it.
  private var jobs: [UnownedJob] = []
  private let condition = NSCondition()

  private init() {
    let thread = Thread { [self] in
      while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
    }
    // As large as that of a process.
    thread.stackSize = 8 << 20
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    condition.lock()
    jobs.append(UnownedJob(job))
    condition.signal()
    condition.unlock()
  }

  private func next() -> UnownedJob {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty { condition.wait() }
    return jobs.removeFirst()
  }

  /// Spent by the calling thread, in seconds.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
