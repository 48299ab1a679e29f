import Foundation
import Synchronization

/// Clients that read and write with hardly a pause, look at every answer, and send again what was
/// refused or lost until it is answered.
final class RollingLoad: Sendable {
  struct Outcome: Sendable {
    var reads = 0
    var writes = 0
    /// What was refused or lost, in words; each was sent again.
    var failures: [String] = []
    /// What never succeeded, or was not what had been written before.
    var mistakes: [String] = []
    /// The products that each device has liked, by its token, as it was told.
    var likes: [String: [Int]] = [:]
    /// Connections that the other side ended although it had not said so.
    var endedConnections = 0
  }

  private let url: String
  private let clients: Int
  private let outcome = Mutex(Outcome())
  private let isOver = Atomic<Bool>(false)
  private let done = DispatchSemaphore(value: 0)
  /// Products of the demo shop.
  private static let products = 101...207
  /// Microseconds between an answer and the next request: the servers that come and go need the
  /// processors, too, and hundreds of requests meet each of them.
  private static let pause: UInt32 = 4_000
  /// Far longer than it takes to replace a server.
  private static let patience = Duration.seconds(20)

  /// Begins, with so many who read and as many who write.
  init(of clients: Int, at url: String) {
    self.url = url
    self.clients = clients
    for number in 0..<clients {
      Thread.detachNewThread { self.run { try self.read(number, $0) } }
      Thread.detachNewThread { self.run(self.write) }
    }
  }

  var soFar: Outcome { outcome.withLock { $0 } }

  /// Waits for so many more reads and writes, so that what was done last has been met.
  func waitForMore(_ count: Int = 40) async throws {
    let before = soFar
    try await waiting(for: "\(count) more reads and writes") {
      let now = soFar
      return now.reads >= before.reads + count && now.writes >= before.writes + count ? true : nil
    }
  }

  /// Lets all clients finish what they do.
  func end() async throws -> Outcome {
    isOver.store(true, ordering: .relaxed)
    let clients = clients
    try await offloading { [done] in for _ in 0..<(2 * clients) { done.wait() } }
    return soFar
  }

  private func run(_ round: (KeptClient) throws -> Void) {
    defer { done.signal() }
    do {
      let client = try KeptClient(url)
      while !isOver.load(ordering: .relaxed) { try round(client) }
      outcome.withLock { $0.endedConnections += client.replacements }
    } catch {
      outcome.withLock { $0.mistakes.append("\(error)") }
    }
  }

  private func read(_ number: Int, _ client: KeptClient) throws {
    for path in [
      "/v1/products?limit=\(20 + number)", "/v1/products/207", "/v1/event-categories",
      "/v1/search?q=%EB%A8%B8%EA%B7%B8",
    ] {
      let reply = try send("GET", path, to: client, expecting: 200)
      outcome.withLock {
        $0.reads += 1
        if reply.body.last != UInt8(ascii: "}") { $0.mistakes.append("GET \(path): \(reply.text)") }
      }
    }
  }

  /// A device comes, likes ten products, and sees all of them after each.
  private func write(_ client: KeptClient) throws {
    struct Created: Decodable {
      let token: String
    }
    let created = try send("POST", "/v1/devices", to: client, expecting: 201)
    let token = try JSONDecoder().decode(Created.self, from: Data(created.body)).token
    var liked: [Int] = []
    for product in Self.products.shuffled().prefix(10) {
      _ = try send("PUT", "/v1/likes/\(product)", token, to: client, expecting: 204)
      liked.append(product)
      let shown = try send("GET", "/v1/likes", token, to: client, expecting: 200)
      let isShown = try Self.ids(of: shown) == liked.reversed()
      outcome.withLock { [liked] in
        $0.writes += 1
        $0.likes[token] = liked
        if !isShown { $0.mistakes.append("liked \(liked), shown \(shown.text)") }
      }
    }
    outcome.withLock { $0.writes += 1 }
  }

  /// The products of a list, in its order.
  static func ids(of reply: KeptClient.Reply) throws -> [Int] {
    struct Page: Decodable {
      struct Item: Decodable {
        let id: Int
      }
      let items: [Item]
    }
    return try JSONDecoder().decode(Page.self, from: Data(reply.body)).items.map(\.id)
  }

  /// Sends it until it is answered with that status.
  private func send(
    _ method: String, _ path: String, _ token: String? = nil, to client: KeptClient,
    expecting status: Int
  ) throws -> KeptClient.Reply {
    let end = ContinuousClock.now + Self.patience
    while true {
      let failure: String
      do {
        let reply = try client.send(Self.request(method, path, token))
        if reply.status == status {
          usleep(Self.pause)
          return reply
        }
        failure = "\(method) \(path): \(reply.text.prefix(2_000))"
      } catch { failure = "\(method) \(path): \(error)" }
      outcome.withLock { $0.failures.append(failure) }
      guard ContinuousClock.now < end else { throw EndToEndError.timeout(failure) }
      usleep(50_000)
    }
  }

  static func request(_ method: String, _ path: String, _ token: String? = nil) -> [UInt8] {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let length = method == "GET" ? "" : "Content-Length: 0\r\n"
    return Array(
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(authorization)\(length)\r\n".utf8)
  }
}
