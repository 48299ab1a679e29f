import Dialects
import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

@testable import AppDecoders

/// Lists that stand still for clients that keep cookies, although the clients count.
@Suite(.realStore) struct StillPagesTests {
  /// A client that returns cookies by itself, as URLSession does.
  struct Client {
    let market: Market
    var jar: [String: String] = [:]

    init(_ market: Market) { self.market = market }

    mutating func get(_ target: String) async throws -> Answer {
      let cookies = jar.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
      let answer =
        jar.isEmpty
        ? try await market.get(target) : try await market.get(target, ["Cookie": cookies])
      if let pair = answer.cookie?.split(separator: "=", maxSplits: 1), pair.count == 2 {
        jar[String(pair[0])] = String(pair[1])
      }
      return answer
    }

    mutating func page(_ number: Int, of size: Int = 20) async throws -> [Int] {
      try HoMarketApp.ProductList.decoded(
        from: try await get("/api/products?page_no=\(number)&items_per_page=\(size)")
      ).products.map(\.id)
    }

    mutating func found(_ text: String, _ number: Int, of size: Int = 20) async throws -> [Int] {
      let query = "search_value=\(text)&page_no=\(number)&items_per_page=\(size)"
      return try SecondMarketApp.ProductList.decoded(
        from: try await get("/openmarket/v2/api/products?\(query)")
      ).pages.map(\.id)
    }

    mutating func slice(from offset: Int, limit: Int = 20) async throws -> [String] {
      try MommyTalkApp.Products.decoded(
        from: try await get("/rest/shopping/products?offset=\(offset)&limit=\(limit)")
      ).products.map(\.hash)
    }
  }

  @Test("nothing twice and nothing skipped while products come and go")
  func pagesWithWriters() async throws {
    let market = try await Market()
    try await market.add(100)
    var client = Client(market)
    var seen = try await client.page(1)
    try await market.add(7)
    seen += try await client.page(2)
    // One that was seen, one that was not, and one at the very end of the page seen last.
    for id in [95, 55, 61] { try await market.remove(Int64(id)) }
    seen += try await client.page(3)
    try await market.add(30)
    seen += try await client.page(4)
    seen += try await client.page(5)
    #expect(seen == (1...100).reversed().filter { $0 != 55 })
    #expect(try await client.page(6).isEmpty)
  }

  @Test("a search stands still, beside the list")
  func searchesWithWriters() async throws {
    let market = try await Market()
    for _ in 0..<10 {
      try await market.add(try .sample("needle"))
      try await market.add(try .sample("haystack"))
    }
    var client = Client(market)
    var needles = try await client.found("needle", 1, of: 4)
    var list = try await client.page(1, of: 4)
    try await market.add(try .sample("needle"))
    needles += try await client.found("needle", 2, of: 4)
    list += try await client.page(2, of: 4)
    for id in [13, 3] { try await market.remove(Int64(id)) }
    needles += try await client.found("needle", 3, of: 4)
    #expect(needles == [19, 17, 15, 13, 11, 9, 7, 5, 1])
    #expect(list == [20, 19, 18, 17, 16, 15, 14, 13])
    #expect(try await client.found("needle", 1, of: 4).first == 21)
  }

  @Test func aPollForTheNewestDoesNotDisturbTheList() async throws {
    let market = try await Market()
    try await market.add(60)
    var client = Client(market)
    var seen = try await client.page(1)
    for page in 2...3 {
      try await market.add(3)
      #expect(try await client.page(1, of: 1) == [60 + 3 * (page - 1)])
      seen += try await client.page(page)
    }
    #expect(seen == (1...60).reversed())
    #expect(Set(client.jar.keys) == ["moa_pages_20", "moa_pages_1"])
  }

  @Test func theFirstPageBeginsAnew() async throws {
    let market = try await Market()
    try await market.add(50)
    var client = Client(market)
    _ = try await client.page(1)
    _ = try await client.page(2)
    try await market.add(5)
    #expect(try await client.page(1).first == 55)
    #expect(try await client.page(2).first == 35)
  }

  @Test("the number of the last page agrees with whether there is a next one")
  func lastPages() async throws {
    for (before, change) in [(40, 7), (40, 30), (45, 0), (60, -3), (41, -2)] {
      let market = try await Market()
      try await market.add(before)
      var client = Client(market)
      _ = try await client.page(1)
      if change > 0 { try await market.add(change) }
      for id in 0..<max(0, -change) { try await market.remove(Int64(before - id)) }
      for number in 2...4 {
        let answer = try await client.get("/api/products?page_no=\(number)&items_per_page=20")
        let page = try RxMarketApp.Page.decoded(from: answer, by: RxMarketApp.decoder)
        #expect(page.hasNext == (number < page.lastPage), "\(before) \(change) \(number)")
        if !page.hasNext { break }
      }
    }
  }

  @Test func aPageAskedForAgainIsTheSame() async throws {
    let market = try await Market()
    try await market.add(60)
    var client = Client(market)
    _ = try await client.page(1)
    let second = try await client.page(2)
    try await market.add(5)
    #expect(try await client.page(2) == second)
  }

  @Test("offsets stand still likewise, and overlapping ones are slices of the same list")
  func offsetsWithWriters() async throws {
    let market = try await Market()
    try await market.add(60)
    let listed = NumberedPage(list: .won, offset: 0, count: 60, anchor: nil)
    let all = try await market.shop.ports.products.window(listed).products
      .map(\.code.description)
    var client = Client(market)
    var seen = try await client.slice(from: 0)
    for offset in [20, 40] {
      try await market.add(4)
      seen += try await client.slice(from: offset)
    }
    #expect(seen == all)
    #expect(try await client.slice(from: 60).isEmpty)
    #expect(try await client.slice(from: 1) == Array(all[1...20]))
  }

  @Test("without cookies a page is what stands there now: a product is seen twice")
  func withoutCookies() async throws {
    let market = try await Market()
    try await market.add(40)
    let first = try await Self.plainPage(1, market)
    try await market.add(2)
    let second = try await Self.plainPage(2, market)
    #expect(first.last == 21)
    #expect(second.prefix(2) == [22, 21])
  }

  private static func plainPage(_ number: Int, _ market: Market) async throws -> [Int] {
    var client = Client(market)
    return try await client.page(number)
  }

  @Test func theCookieIsWrittenToTheLetter() async throws {
    let market = try await Market()
    try await market.add(3)
    for (target, path) in [
      ("/api/products/?items_per_page=20", "/api/products"),
      ("/openmarket/v2/api/products", "/openmarket/v2/api/products"),
      ("/rest/shopping/products", "/rest/shopping/products"),
    ] {
      let field = try #require(try await market.get(target).fields["set-cookie"])
      let pattern = try Regex(
        "moa_pages_20=[A-Za-z0-9_-]+; Path=\(path); Max-Age=3600; HttpOnly; SameSite=Lax")
      #expect(field.wholeMatch(of: pattern) != nil, "\(field)")
      let secure = HTTP.Client(peer: .unix, scheme: .https)
      let overTLS = try await market.shop.send(.get, target, client: secure)
      #expect(overTLS.fields["set-cookie"]?.hasSuffix("; SameSite=Lax; Secure") == true)
    }
  }

  @Test("a cookie that is not ours is no cookie")
  func foreignCookies() async throws {
    let market = try await Market()
    try await market.add(30)
    let target = "/api/products?page_no=2&items_per_page=20"
    let expected = try await market.get(target).body
    let mommy = try #require(try await market.get("/rest/shopping/products").cookie)
    let long = String(repeating: "a", count: 513)
    for cookie in [
      "moa_pages_20=", "moa_pages_20", "moa_pages_20=x", "moa_pages_20=\(long)", mommy,
      "moa_pages_20=\"x\"", "; ;=;", "moa_pages_200=x; other=y",
    ] {
      let answer = try await market.get(target, ["Cookie": cookie])
      #expect(answer.status == 200, "\(cookie)")
      #expect(answer.body == expected, "\(cookie)")
    }
  }

  @Test func aCookieAmongOthersIsFound() async throws {
    let market = try await Market()
    try await market.add(40)
    let cookie = try #require(
      try await market.get("/api/products?page_no=1&items_per_page=20").cookie)
    try await market.add(2)
    let answer = try await market.get(
      "/api/products?page_no=2&items_per_page=20", ["Cookie": "a=b; \(cookie);c=d"])
    #expect(try HoMarketApp.ProductList.decoded(from: answer).products.first?.id == 20)
  }
}
