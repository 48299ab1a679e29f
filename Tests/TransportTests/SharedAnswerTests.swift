import ContractCheck
import Dialects
import Domain
import Fakes
import Foundation
import HTTP
import Synchronization
import Testing
import Transport
import UseCases
import Web

/// Answers from memory, compared with those that are made for one request alone.
@Suite(.realStore) struct SharedAnswerTests {
  /// How long writes go on in each test that takes it: ten minutes at night.
  private static let duration = Duration.seconds(
    ProcessInfo.processInfo.environment["MOA_TEST_CHANGES_SECONDS"].flatMap(Int.init) ?? 2)

  private static func shop() async throws -> VendorShop {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop())
    try await vendors.fill(12)
    return vendors
  }

  /// Reads that need no credentials.
  private static let targets =
    AllRoutesTests.samples
    .filter { $0.method == .get && $0.fields["Authorization"] == nil }.map(\.target)
    + SmartCommerceTests.paths + [
      "/api/products", "/api/products?page_no=2&items_per_page=3", "/api/products/2",
      "/api/products/2?search_value=x", "/openmarket/v2/api/products?search_value=%EC%83%81",
      "/rest/shopping/products?offset=2&limit=4", "/p/2", "/product/2", "/p/2?fbclid=x",
      "/v1/products?variant=tile&limit=3", "/v1/products?on_sale=true", "/v1/products/4",
      "/v1/search?q=%EC%83%81%ED%92%88", "/v1/search?q=%EC%83%81%ED%92%88&sort=newest",
      "/v1/event-categories?variant=text", "/v1/products/99", "/v1/products?limit=x",
      "/v1/config?platform=ios&version=1.0",
    ]

  private static let wishes: [KeyValuePairs<String, String>] = [
    [:], ["Accept-Language": "en"], ["Host": "other.example"], ["Accept": "text/html"],
    ["Accept-Language": "en", "Host": "other.example"],
    ["Cookie": "moa_pages_20=AAAA"], ["If-None-Match": "\"x\""],
  ]

  private static func text(
    _ handler: Handler, _ target: String, _ fields: KeyValuePairs<String, String>
  ) async throws -> String {
    let request = try Request(.get, target, fields: fields, id: "request-1")
    return try Answer(await handler(request), to: .get).text
  }

  /// A change of what some answers show.
  private static func write(_ shop: VendorShop, _ number: Int) async throws {
    let title = #"{"title":"제목 \#(number)"}"#
    let any = [("If-Match", "*")]
    let answer: Answer
    switch number % 3 {
    case 0: answer = try await shop.send(.patch, "/v1/products/2", title, any)
    case 1:
      answer = try await shop.shop.administer(
        .patch, "/admin/v1/event-categories/1", title, ifMatch: "*")
    default:
      let product = try ProductDraft.sample("상품 \(number)", price: Int64(number + 1))
      try await shop.shop.ports.add(.sample(by: shop.vendor, product))
      return
    }
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test("An answer tells in Vary the fields that its endpoint declares, and no others")
  func vary() async throws {
    let shop = try await AllRoutesTests.shop()
    let endpoints = Dictionary(
      (Routes.endpoints + Dialect.all.flatMap(\.endpoints)).filter { $0.method == .get }
        .map { ($0.path, $0) }
    ) { first, _ in first }
    var varied = 0
    for sample in AllRoutesTests.samples where sample.method == .get {
      guard let endpoint = endpoints[sample.path] else { continue }
      let answer = try await AllRoutesTests.ask(shop, .get, sample.target)
      let declared = endpoint.varies.map(\.rawValue).joined(separator: ", ")
      #expect((answer.fields["vary"] ?? "") == declared, "\(sample.target)")
      if !declared.isEmpty { varied += 1 }
    }
    #expect(varied > 10)
    for path in ["/api/products", "/rest/shopping/products"] {
      #expect(try await shop.send(.get, path).fields["vary"] == "Cookie")
    }
  }

  @Test("Requests that differ in path, query, host, language or kind of answer share nothing")
  func apart() async throws {
    let shop = try await Self.shop()
    let server = try shop.shop.rememberingServer()
    for _ in 1...2 {
      for target in Self.targets {
        for fields in Self.wishes {
          let alone = try await Self.text(shop.shop.response, target, fields)
          #expect(try await Self.text(server, target, fields) == alone, "\(target) \(fields)")
        }
      }
    }
  }

  @Test("Under random writes each answer from memory equals one that is made anew")
  func equal() async throws {
    let shop = try await Self.shop()
    let servers = [try shop.shop.rememberingServer(), try shop.shop.rememberingServer()]
    let end = ContinuousClock.now.advanced(by: Self.duration)
    var (reads, random) = (0, SeededGenerator(seed: 7))
    for number in 0... {
      guard ContinuousClock.now < end || number < 20 else { break }
      try await Self.write(shop, number)
      if number.isMultiple(of: 10) {
        let now = shop.shop.clock.now().microseconds
        shop.shop.clock.set(Timestamp(clamping: now + 3_000_000))
      }
      for _ in 0..<6 {
        let target = try #require(Self.targets.randomElement(using: &random))
        let fields = try #require(Self.wishes.randomElement(using: &random))
        let server = try #require(servers.randomElement(using: &random))
        let alone = try await Self.text(shop.shop.response, target, fields)
        #expect(try await Self.text(server, target, fields) == alone, "\(target) \(fields)")
        reads += 1
      }
    }
    #expect(reads >= 120)
  }

  @Test("A client reads its write from any server at once, though all have the answer in memory")
  func ownWrites() async throws {
    let shop = try await Self.shop()
    let servers = [try shop.shop.rememberingServer(), try shop.shop.rememberingServer()]
    let end = ContinuousClock.now.advanced(by: Self.duration)
    try await withThrowingTaskGroup { group in
      for id in [2, 4, 6, 8] {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(id))
          for number in 0... {
            guard ContinuousClock.now < end || number < 20 else { break }
            let title = "제목 \(id) \(number)"
            let answer = try await shop.send(
              .patch, "/v1/products/\(id)", #"{"title":"\#(title)"}"#, [("If-Match", "*")])
            #expect(answer.status == 200)
            for (target, server) in zip(
              ["/v1/products/\(id)", "/v1/products?limit=50"], servers.shuffled(using: &random))
            {
              #expect(try await Self.text(server, target, [:]).contains("\"\(title)\""))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("An app that registers a product sees it first in its list at once, on any server")
  func ownRegistration() async throws {
    let shop = try await Self.shop()
    let servers = [try shop.shop.rememberingServer(), try shop.shop.rememberingServer()]
    let end = ContinuousClock.now.advanced(by: Self.duration)
    for number in 0... {
      guard ContinuousClock.now < end || number < 20, number < 1_000 else { break }
      let product = try ProductDraft.sample("새 상품 \(number)", price: 1_000)
      try await shop.shop.ports.add(.sample(by: shop.vendor, product))
      for server in servers {
        let list = try await Self.text(server, "/api/products?page_no=1&items_per_page=20", [:])
        let first = list.firstRange(of: #""name":""#).map { list[$0.upperBound...] }
        #expect(first?.hasPrefix("새 상품 \(number)\"") == true)
      }
    }
  }

  @Test("An event that begins in two seconds is seen at its second, though nothing was written")
  func schedule() async throws {
    let shop = try await Self.shop()
    let server = try shop.shop.rememberingServer()
    let start = shop.shop.clock.now().wholeSecond.microseconds + 2_000_000
    let time = Timestamp(clamping: start).rfc3339
    let change = try await shop.shop.administer(
      .patch, "/admin/v1/event-categories/1", #"{"starts_at":"\#(time)"}"#, ifMatch: "*")
    #expect(change.status == 200, "\(change.text)")
    for (moment, isShown) in [(-1_400_000, false), (-1, false), (0, true), (1, true)] {
      shop.shop.clock.set(Timestamp(clamping: start + Int64(moment)))
      for target in ["/v1/event-categories", "/v1/screens/categories"] {
        let text = try await Self.text(server, target, [:])
        #expect(text.contains("행사 luxury") == isShown, "\(target) \(moment)")
      }
    }
  }

  @Test("A search that is answered from memory is counted like any other")
  func counting() async throws {
    let collected = CollectedSearches()
    let shop = try await Shop(
      on: FakeStore(), policies: Policies(collectedSearches: collected),
      remembering: .ofUnchangedShop)
    let vendor = try await shop.ports.vendor()
    try await shop.ports.add(.sample(by: vendor, .sample("잠옷 세트"), images: []))
    for address in 1...3 {
      let client = Client(peer: .unix, address: ClientAddress(ipv4: UInt32(address) << 16))
      let answer = try await shop.send(.get, "/v1/search?q=%EC%9E%A0%EC%98%B7", client: client)
      #expect(answer.status == 200)
    }
    #expect(collected.drain().searches.count == 3)
  }

  @Test("A search is not counted for an answer of the standby that comes too late to be given")
  func countingOnce() async throws {
    let (collected, store) = (CollectedSearches(), FakeStore())
    let vendor = try await store.ports.vendor()
    try await store.ports.add(.sample(by: vendor, .sample("잠옷 세트"), images: []))
    // It is fresh when it is asked, and no longer when it has answered.
    let looks = Atomic(0)
    let standby = Standby(ports: store.ports) { looks.add(1, ordering: .relaxed).oldValue == 0 }
    // The primary counts nothing.
    let primary = FakeStore()
    _ = try await primary.ports.searchRules.replace(
      try SearchRules(.init(banned: ["잠옷"])), if: .any, promise: .nothing, dryRun: false,
      once: nil)
    let handler = try Routes.handler(
      primary.ports, standby: standby, publicOrigin: nil,
      policies: Policies(collectedSearches: collected), observe: { _, _ in })
    let request = try Request(
      .get, "/v1/search?q=%EC%9E%A0%EC%98%B7", fields: [:], body: [], id: "request-1")
    #expect(await handler(request).status == .ok)
    #expect(looks.load(ordering: .relaxed) == 2)
    #expect(collected.drain().searches.isEmpty)
  }
}
