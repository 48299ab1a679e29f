import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@testable import AppDecoders

/// The second version: other keys of the list, and a removal in two steps.
@Suite(.realStore) struct OpenMarketSecondTests {
  static let path = "/openmarket/v2/api/products"
  static let host = "v2.market.example"

  @Test func clientsOfTheSecondVersionDecodeEverything() async throws {
    let market = try await Market.stocked()
    let answer = try await market.get(Self.path + "?page_no=1&items_per_page=5")
    let list = try SecondMarketApp.ProductList.decoded(from: answer)
    #expect(list.pages.map(\.id) == [8, 7, 6, 5, 4])
    #expect(list.lastPage == 2)
    #expect(list.hasNext)
    #expect(list.pages.allSatisfy { $0.vendorName == "야곰" })
    for id in 1...8 {
      let detail = try SecondMarketApp.Detail.decoded(
        from: try await market.get("\(Self.path)/\(id)"))
      #expect(detail.images.count == 2)
      #expect(detail.vendors.id == 1)
    }
  }

  @Test func bothKindsOfKeysStandInOneAnswer() async throws {
    let market = try await Market()
    try await market.add(try .sample("팥빙수", price: 2_000, description: "시원"))
    let path = try PreparedImage.sample(2).picture.served(as: .cell).url(from: nil)
    let cell = "http://localhost\(path)"
    #expect(
      try await market.get(Self.path).body == """
        {"pageNo":1,"itemsPerPage":20,"totalCount":1,"offset":0,"limit":20,"pages":[\
        {"id":1,"vendor_id":1,"vendorName":"야곰","name":"팥빙수","description":"시원",\
        "thumbnail":"\(cell)","currency":"KRW","price":2000,"bargain_price":2000,\
        "discounted_price":0,"stock":5,"created_at":"2026-03-01T00:00:00",\
        "issued_at":"2026-03-01T00:00:00"}],"lastPage":1,"hasNext":false,"hasPrev":false}
        """)
    let detail = try await market.get(Self.path + "/1").body
    #expect(detail.hasSuffix(#""vendors":{"id":1,"name":"야곰"}}"#))
    #expect(!detail.contains("succeed"))
  }

  @Test("the host decides where the paths are the same")
  func servedByHost() async throws {
    let market = try await Market(dialects: DialectPolicies(openMarketV2Host: "V2.market.example"))
    try await market.add(try .sample())
    for (host, isSecond) in [
      (Self.host, true), ("V2.Market.Example", true), (Self.host + ":8080", true),
      ("market.example", false), ("x" + Self.host, false), (Self.host + ".evil", false),
      (Self.host + "x:80", false),
    ] {
      for path in ["/api/products", "/api/products/1"] {
        let body = try await market.get(path, ["Host": host]).body
        #expect(body.contains("vendorName") == isSecond, "\(host) \(path)")
      }
    }
    let forwarded = Client(peer: .unix, scheme: .https, forwardedHost: Self.host)
    let behind = try await market.shop.send(.get, "/api/products", client: forwarded)
    #expect(behind.body.contains("pageNo"))
    #expect(behind.body.contains("https://\(Self.host)/images"))
    let unset = try await Market().get("/api/products", ["Host": Self.host])
    #expect(unset.body.contains("page_no"))
  }

  @Test("a product is registered, edited, archived and removed, by every path that clients make")
  func removalInTwoSteps() async throws {
    for prefix in ["", "/openmarket/v2"] {
      let base = prefix + "/api/products"
      for form in [base + "/", base + "/api/products/", base + "//api/products/"] {
        let market = try await Market()
        let params =
          #"{"name":"빙수집","description":"둘","price":1,"currency":"KRW","#
          + #""secret":"vendor-secret"}"#
        let created = try await market.post(.plain(params, [SentForm.first]), to: base)
        #expect(created.status == 201)
        #expect(created.body.contains(#""description":"둘""#))
        let text = try await market.send(
          .post, base + "/1/archived", #"{"secret":"vendor-secret"}"#)
        #expect(text.status == 200)
        let token = try #require(text.body.wholeMatch(of: /\/api\/products\/([A-Za-z0-9_-]+)/)).1
        #expect(try await market.shop.send(.delete, form + token).status == 400)
        let foreign = try await market.shop.send(
          .delete, form + token, ["identifier": Market.other])
        #expect(foreign.status == 403)
        #expect(try await market.send(.delete, form + token + "x").status == 404)
        let removed = try await market.send(.delete, form + token)
        #expect(removed.status == 200, "\(form)")
        #expect(removed.body.hasPrefix(#"{"id":1,"#), "\(form)")
        #expect(try await market.get(base + "/1").status == 404)
        #expect(try await market.send(.delete, form + token).status == 404)
      }
    }
  }

  @Test func aProductIsNotArchivedByOthers() async throws {
    let market = try await Market()
    try await market.add(1)
    let target = Self.path + "/1/archived"
    #expect(try await market.send(.post, target, "{}").status == 400)
    #expect(try await market.send(.post, target, #"{"secret":"x"}"#).status == 401)
    let foreign = try await market.shop.send(
      .post, target, ["identifier": Market.other], #"{"secret":"vendor-secret"}"#)
    #expect(foreign.status == 403)
    #expect(try await market.send(.delete, Self.path + "/1").status == 404)
  }

  @Test("the list is searched by a part of the name")
  func search() async throws {
    let market = try await Market()
    for name in ["Mac mini", "iMac", "팥빙수", "macaron", "커피 MAC"] {
      try await market.add(try .sample(name))
    }
    for (query, ids, total) in [
      ("search_value=mac", [5, 4, 2, 1], 4), ("search_value=%ED%8C%A5", [3], 1),
      ("search_value=mac&items_per_page=3", [5, 4, 2], 4),
      ("search_value=mac&items_per_page=3&page_no=2", [1], 4),
      ("search_value=mac&items_per_page=3&page_no=3", [], 4), ("search_value=xyz", [], 0),
      ("search_value=", [5, 4, 3, 2, 1], 5),
    ] {
      let list = try SecondMarketApp.ProductList.decoded(
        from: try await market.get("\(Self.path)?\(query)"))
      #expect(list.pages.map(\.id) == ids, "\(query)")
      #expect(list.totalCount == total, "\(query)")
      #expect(list.hasNext == (query.hasSuffix("items_per_page=3")), "\(query)")
    }
  }

  @Test(
    "a request that only the second version knows gets its answer without its prefix",
    arguments: ["search_value=mac", "page_no=1&search_value=", "search_value=%zz"])
  func recognised(_ query: String) async throws {
    let market = try await Market()
    for name in ["Mac mini", "팥빙수"] { try await market.add(try .sample(name)) }
    let found = try await market.get("/api/products?\(query)")
    #expect(found.body == (try await market.get("\(Self.path)?\(query)").body))
    _ = try SecondMarketApp.ProductList.decoded(from: found)
    let next = try await market.get("/api/products")
    _ = try HoMarketApp.ProductList.decoded(from: next)
  }

  @Test func aRemovalInTwoStepsIsAnsweredInTheSecondVersionEverywhere() async throws {
    for prefix in ["", "/openmarket/v2"] {
      let market = try await Market()
      try await market.add(1)
      let proof = #"{"secret":"vendor-secret"}"#
      let target = try await market.send(.post, prefix + "/api/products/1/archived", proof).body
      let removed = try await market.send(.delete, prefix + target)
      _ = try SecondMarketApp.Detail.decoded(from: removed)
      #expect(!removed.body.contains("succeed"))
    }
  }

  @Test("an item that cannot be decoded hides no search, and signs alone find nothing")
  func strangeSearches() async throws {
    let market = try await Market()
    for name in ["100% wool", "a_b_c", "abc\\d"] { try await market.add(try .sample(name)) }
    for (query, ids) in [
      ("utm=%zz&search_value=wool", [1]), ("search_value=%25", []), ("search_value=_", []),
      ("search_value=%5C", []), ("search_value=100%25", [1]), ("search_value=b", [3, 2]),
    ] {
      let list = try SecondMarketApp.ProductList.decoded(
        from: try await market.get("\(Self.path)?\(query)"))
      #expect(list.pages.map(\.id) == ids, "\(query)")
    }
  }

  @Test func aSearchFindsAlsoTheOldestProduct() async throws {
    let market = try await Market()
    try await market.add(try .sample("needle"))
    try await market.add(2_100)
    let target = Self.path + "?search_value=needle"
    let found = try SecondMarketApp.ProductList.decoded(from: try await market.get(target))
    #expect(found.pages.map(\.id) == [1])
  }

  @Test func aTextThatNobodyCanSearchForFindsNothing() async throws {
    let market = try await Market()
    try await market.add(try .sample("aaa"))
    let long = String(repeating: "a", count: Title.bytesMax + 1)
    #expect(
      try SecondMarketApp.ProductList.decoded(
        from: try await market.get(Self.path + "?search_value=" + long)
      ).pages.isEmpty)
  }
}
