import Foundation
import Synchronization
import Testing

/// What many clients saw who asked once and at the same time, and what one saw who asked for
/// `/livez` meanwhile.
struct CrowdOutcome {
  private(set) var statuses: [Int] = []
  private var retries: [Int] = []
  private var durations: [Duration] = []
  private(set) var slowestLivez = Duration.zero

  var slowest: Duration { durations.max() ?? .zero }
  /// What a machine that does other things delays less than the slowest.
  var median: Duration { durations.isEmpty ? .zero : durations.sorted()[durations.count / 2] }
  var times: String { "half within \(median), all within \(slowest), livez \(slowestLivez)" }

  /// Everybody, and every 503 says when to ask again.
  var areRefused: Bool {
    !statuses.isEmpty && statuses.allSatisfy { $0 == 503 } && retries.count == statuses.count
      && retries.allSatisfy { $0 >= 1 }
  }

  /// By clients on threads of their own, so that a time is the server's and not that of programs
  /// that start.
  static func of(
    _ count: Int, at url: String, _ request: (Int) -> [UInt8]
  ) async throws -> CrowdOutcome {
    let outcome = Mutex(CrowdOutcome())
    let done = DispatchSemaphore(value: 0)
    for number in 1...count {
      let bytes = request(number)
      Thread.detachNewThread {
        let start = ContinuousClock.now
        let reply = try? KeptClient(url).send(bytes)
        let took = ContinuousClock.now - start
        outcome.withLock { $0.add(reply, after: took) }
        done.signal()
      }
    }
    let livez = try await offloading { try Self.livez(at: url) }
    try await offloading { for _ in 0..<count { done.wait() } }
    outcome.withLock { $0.slowestLivez = livez }
    return outcome.withLock { $0 }
  }

  static func get(_ path: String) -> [UInt8] {
    Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
  }

  /// A write, by an administrator.
  static func add(_ key: String) -> [UInt8] {
    let body = ShopFlow.item(key, "기다림")
    return Array(
      ("POST /admin/v1/event-categories HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        + "Authorization: Bearer \(MoaServer.adminToken)\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
  }

  private mutating func add(_ reply: KeptClient.Reply?, after took: Duration) {
    let retry = reply?.head.lowercased().firstMatch(of: /retry-after: ([0-9]+)/)
    statuses.append(reply?.status ?? 0)
    retries += retry.flatMap { Int($0.1) }.map { [$0] } ?? []
    durations.append(took)
  }

  /// The slowest of twenty, each after a pause.
  private static func livez(at url: String) throws -> Duration {
    let client = try KeptClient(url)
    var slowest = Duration.zero
    for _ in 0..<20 {
      let start = ContinuousClock.now
      #expect(try client.send(get("/livez")).status == 200)
      slowest = max(slowest, ContinuousClock.now - start)
      usleep(20_000)
    }
    return slowest
  }
}
