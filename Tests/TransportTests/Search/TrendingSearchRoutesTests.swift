import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// `GET /v1/search/trending` and `/admin/v1/search/unfound`, and which searches count for them.
@Suite(.realStore) struct TrendingSearchRoutesTests {
  static let path = "/v1/search/trending"
  static let unfoundPath = "/admin/v1/search/unfound"
  private let collected = CollectedSearches()

  private func shop() async throws -> Shop {
    let vendors = try await VendorShop(
      try await Shop(policies: Policies(collectedSearches: collected)))
    for name in ["도자기 머그", "유리 머그", "무선 헤드폰"] {
      try await vendors.shop.ports.add(.sample(by: vendors.vendor, .sample(name)))
    }
    return vendors.shop
  }

  private static func client(_ number: UInt32) -> Client {
    Client(peer: ClientAddress(ipv4: number))
  }

  private func search(_ shop: Shop, _ query: String, _ client: UInt32 = 1) async throws -> Answer {
    try await shop.send(.get, "/v1/search?q=\(query)", client: Self.client(client))
  }

  @Test("what five devices have searched for and found is trending")
  func trending() async throws {
    let shop = try await shop()
    #expect(try await shop.send(.get, Self.path).body == #"{"items":[]}"#)
    for client in 1...5 as ClosedRange<UInt32> {
      _ = try await search(shop, "%20%20\("머그".encoded)%20", client)
    }
    let searches = collected.drain().searches
    #expect(searches.count == 5)
    try await shop.ports.searchTrends.count(searches, at: shop.clock.now())
    let answer = try await shop.send(.get, Self.path)
    #expect(answer.body == #"{"items":[{"text":"머그","rank":1}]}"#)
    #expect(answer.fields["cache-control"] == "no-cache")
    let tag = try #require(answer.fields["etag"])
    #expect(try await shop.send(.get, Self.path, ["If-None-Match": tag]).status == 304)
  }

  /// Lets five devices search for each of some words.
  private func searching(_ shop: Shop, _ words: [String]) async throws {
    for word in words {
      for client in 1...5 as ClosedRange<UInt32> {
        _ = try await search(shop, word.encoded, client)
      }
    }
    try await shop.ports.searchTrends.count(collected.drain().searches, at: shop.clock.now())
  }

  @Test("a query that finds nothing any more leaves the trends at once, and another moves up")
  func removedProducts() async throws {
    let shop = try await shop()
    try await searching(shop, ["헤드폰", "머그"])
    #expect(try await shop.send(.get, Self.path).body.contains("헤드폰"))
    let list = try await shop.send(.get, "/v1/search?q=\("헤드폰".encoded)").body
    let id = try #require(list.firstMatch(of: /"id":([0-9]+)/)).1
    let removed = try #require(Int64(id))
    _ = try await shop.ports.products.remove(removed, at: shop.clock.now(), once: nil) { _ in }
    let answer = try await shop.send(.get, Self.path)
    #expect(answer.body == #"{"items":[{"text":"머그","rank":1}]}"#)
  }

  @Test("what five devices have searched for in vain is told to administrators, not to shoppers")
  func unfound() async throws {
    let shop = try await shop()
    try await searching(shop, ["냉장고", "머그"])
    #expect(try await shop.send(.get, Self.path).body == #"{"items":[{"text":"머그","rank":1}]}"#)
    let answer = try await shop.send(.get, Self.unfoundPath, Shop.administrator)
    #expect(answer.body == #"{"items":[{"text":"냉장고","rank":1}]}"#)
    #expect(try await shop.send(.get, Self.unfoundPath).status == 401)
  }

  @Test func aBannedQueryLeavesTheTrendsAtOnce() async throws {
    let shop = try await shop()
    try await searching(shop, ["헤드폰", "머그"])
    _ = try await shop.ports.searchRules.replace(
      try SearchRules(.init(banned: ["헤드폰"])), if: .any, promise: .nothing, dryRun: false,
      once: nil)
    let answer = try await shop.send(.get, Self.path)
    #expect(answer.body == #"{"items":[{"text":"머그","rank":1}]}"#)
  }

  @Test(
    "what was found as it stands or not at all counts, on its first page, if it is short",
    arguments: [
      ("머그", true), ("ＭＵＧ", true), ("냉장고", true), ("헤드펀", true), ("머ㄱ", false), ("ajrm", false),
      ("", false), ("도자기 머그", true), (String(repeating: "머그 ", count: 10), true),
      (String(repeating: "머그 ", count: 11), false),
    ])
  func countedSearches(_ query: String, _ counts: Bool) async throws {
    _ = try await search(try await shop(), query.encoded)
    #expect(collected.drain().searches.count == (counts ? 1 : 0))
  }

  @Test func whatTakesMoreBytesThanAreCountedDoesNotCount() async throws {
    let shop = try await shop()
    let letter = "ก" + String(repeating: "\u{E49}", count: 29)
    let word = String(repeating: letter, count: 12)
    let vendor = try await shop.ports.vendor(5)
    try await shop.ports.add(.sample(by: vendor, .sample("이상한 \(word)")))
    #expect(try await search(shop, word.encoded).body.contains("이상한"))
    #expect(collected.drain().searches.isEmpty)
  }

  @Test func furtherPagesDoNotCount() async throws {
    let shop = try await shop()
    let first = try await search(shop, "\("머그".encoded)&limit=1")
    _ = collected.drain()
    _ = try await search(
      shop, "\("머그".encoded)&limit=1&cursor=\(try #require(first.nextCursor))")
    #expect(collected.drain().searches.isEmpty)
  }

  @Test("a device is the same all day, another one the next day, and never an address")
  func devices() async throws {
    let shop = try await shop()
    for client in [1, 2, 1] as [UInt32] { _ = try await search(shop, "머그".encoded, client) }
    let today = collected.drain().searches.map(\.device)
    #expect(Set(today).count == 2)
    shop.clock.set(Timestamp(rfc3339: "2026-03-02T00:00:00Z") ?? .earliest)
    _ = try await search(shop, "머그".encoded, 1)
    let tomorrow = collected.drain().searches.map(\.device)
    #expect(Set(today).isDisjoint(with: tomorrow))
  }

  @Test("a token that nobody has checked makes no new device")
  func tokens() async throws {
    let shop = try await shop()
    for token in ["a", "b"] {
      _ = try await shop.send(
        .get, "/v1/search?q=\("머그".encoded)", ["Authorization": "Bearer \(token)"])
    }
    #expect(collected.drain().searches.count == 1)
  }

  @Test func whereNothingIsCountedNothingIsTrending() async throws {
    let store = FakeStore()
    let shop = try await Shop(on: store, policies: Policies(collectedSearches: nil))
    store.fail(with: .unavailable(retryAfterSeconds: 7))
    let answer = try await shop.send(.get, Self.path)
    #expect(answer.body == #"{"items":[]}"#)
  }

  @Test func noParameterIsKnown() async throws {
    let answer = try await shop().send(.get, Self.path + "?limit=3")
    #expect(answer.status == 400)
    #expect(answer.errors == ["limit unknown_parameter"])
  }
}
