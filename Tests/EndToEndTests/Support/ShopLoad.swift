import Foundation
import Synchronization

/// Clients who write and read without a pause until they are told to stop, and what they were told.
///
/// A write that gets no answer, or one that says to come again, is sent again as it was, with its
/// `Idempotency-Key`, for as long as that takes.
final class ShopLoad: Sendable {
  struct Like: Hashable, Sendable {
    let device: String
    let product: Int
  }

  struct Exchange: Sendable {
    let asked: ContinuousClock.Instant
    let answered: ContinuousClock.Instant
    /// 0 for no answer.
    let status: Int
    let isWrite: Bool
    var isDone: Bool { (200..<300).contains(status) }
  }

  struct Seen: Sendable {
    /// Of writes the acknowledged ones and the refused ones, each try.
    var exchanges: [Exchange] = []
    var likes: Set<Like> = []
    /// Names of products.
    var products: Set<String> = []
    /// Answers that are neither a success nor a request to come again.
    var surprises: [String] = []

    var acknowledged: Int { exchanges.count { $0.isWrite && $0.isDone } }
    var read: Int { exchanges.count { !$0.isWrite && $0.isDone } }

    /// The first write that was asked for and acknowledged after this.
    func firstWrite(after moment: ContinuousClock.Instant) -> ContinuousClock.Instant? {
      exchanges.filter { $0.isWrite && $0.isDone && $0.asked > moment }.map(\.answered).min()
    }

    /// Asks for what each device likes.
    func likesLost(at url: String) throws -> Set<Like> {
      struct Page: Decodable {
        struct Item: Decodable {
          let id: Int
        }
        let items: [Item]
      }
      let client = try KeptClient(url)
      return try Dictionary(grouping: likes, by: \.device).reduce(into: []) { lost, of in
        let reply = try client.send(
          [UInt8](ShopLoad.request("GET", "/v1/likes", ["Authorization: Bearer \(of.key)"])))
        let page = try? JSONDecoder().decode(Page.self, from: Data(reply.body))
        let there = Set(page?.items.map(\.id) ?? [])
        lost.formUnion(of.value.filter { !there.contains($0.product) })
      }
    }

    func failures(after moment: ContinuousClock.Instant) -> [Exchange] {
      exchanges.filter { !$0.isDone && $0.asked > moment }
    }
  }

  private static let likers = 2
  private static let readers = 2
  private static let clients = likers + readers + 1

  private let url: String
  private let picture: URL
  private let directory: URL
  private let state = Mutex(Seen())
  private let isOver = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - picture: of the products that are registered.
  ///   - directory: for their forms.
  init(at url: String, picture: URL, in directory: URL) {
    (self.url, self.picture, self.directory) = (url, picture, directory)
    for _ in 0..<Self.likers { begin { try $0.likeThings() } }
    for _ in 0..<Self.readers { begin { try $0.look() } }
    begin { try $0.registerProducts() }
  }

  var seen: Seen { state.withLock { $0 } }

  /// Lets everybody finish what they are at.
  func stop() async throws -> Seen {
    isOver.store(true, ordering: .relaxed)
    try await offloading { for _ in 0..<Self.clients { self.done.wait() } }
    return seen
  }

  private func begin(_ work: @escaping @Sendable (ShopLoad) throws -> Void) {
    Thread.detachNewThread { [self] in
      do { try work(self) } catch { state.withLock { $0.surprises.append("\(error)") } }
      done.signal()
    }
  }

  private var goesOn: Bool { !isOver.load(ordering: .relaxed) }

  // MARK: What they do

  /// Devices, each of which likes some products.
  private func likeThings() throws {
    struct Created: Decodable {
      let token: String
    }
    let client = try KeptClient(url)
    while goesOn {
      guard let created = write(Self.request("POST", "/v1/devices"), by: client) else { return }
      let device = try JSONDecoder().decode(Created.self, from: Data(created.body)).token
      for product in 198..<208 {
        let request = Self.request(
          "PUT", "/v1/likes/\(product)", ["Authorization: Bearer \(device)"])
        guard write(request, by: client) != nil else { return }
        state.withLock { _ = $0.likes.insert(Like(device: device, product: product)) }
      }
    }
  }

  private func registerProducts() throws {
    let client = try KeptClient(url)
    var number = 0
    while goesOn {
      number += 1
      let name = "장애 상품 \(number)"
      let form = try MarketForm(DemoVendor.published.params(name), [picture], in: directory)
      let request = Self.request(
        "POST", "/api/products",
        [
          "identifier: \(DemoVendor.published.identifier)", "Content-Type: \(form.contentType)",
          "Idempotency-Key: \"\(UUID().uuidString)\"",
        ], try Data(contentsOf: form.file))
      try FileManager.default.removeItem(at: form.file)
      guard write(request, by: client) != nil else { return }
      state.withLock { _ = $0.products.insert(name) }
      usleep(50_000)
    }
  }

  private func look() throws {
    let client = try KeptClient(url)
    var number = 0
    while goesOn {
      number += 1
      let request = Self.request("GET", "/v1/products?limit=\(number % 50 + 1)")
      if exchange(request, by: client, isWrite: false)?.status != 200 { usleep(100_000) }
      usleep(5_000)
    }
  }

  // MARK: How

  /// Nil when it was not acknowledged before the end.
  private func write(_ request: Data, by client: KeptClient) -> KeptClient.Reply? {
    while true {
      let reply = exchange(request, by: client, isWrite: true)
      if let reply, (200..<300).contains(reply.status) { return reply }
      guard goesOn else { return nil }
      let wait = reply?.head.lowercased().firstMatch(of: /retry-after: ([0-9]+)/)
      usleep(min(1_000_000, wait.flatMap { UInt32($0.1) }.map { $0 * 1_000_000 } ?? 200_000))
    }
  }

  private func exchange(
    _ request: Data, by client: KeptClient, isWrite: Bool
  ) -> KeptClient.Reply? {
    let asked = ContinuousClock.now
    let reply = try? client.send([UInt8](request))
    let exchange = Exchange(
      asked: asked, answered: .now, status: reply?.status ?? 0, isWrite: isWrite)
    state.withLock {
      $0.exchanges.append(exchange)
      guard let reply, !exchange.isDone, !Self.asksToComeAgain(reply) else { return }
      $0.surprises.append(reply.text)
    }
    return reply
  }

  private static func asksToComeAgain(_ reply: KeptClient.Reply) -> Bool {
    reply.status == 503 || reply.text.contains("request_in_flight")
  }

  fileprivate static func request(
    _ method: String, _ path: String, _ fields: [String] = [], _ body: Data = Data()
  ) -> Data {
    let length = method == "GET" ? [] : ["Content-Length: \(body.count)"]
    let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + fields + length
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
