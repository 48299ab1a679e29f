import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// `GET /v1/search`: what a search field sends, and what comes back.
@Suite(.realStore) struct SearchRoutesTests {
  static let path = "/v1/search"

  /// Thirty products whose titles have a word in common; every fourth is sold out.
  static func shop(_ count: Int = 30) async throws -> Shop {
    let vendors = try await VendorShop()
    try await vendors.fill(count)
    return vendors.shop
  }

  static func target(_ query: String, _ more: String = "") -> String {
    "\(path)?q=\(query.encoded)\(more)"
  }

  @Test(
    "what cannot be searched for is told",
    arguments: [
      ("", ["q required"]), ("?q=", ["q empty"]), ("?q=%20-%21", ["q empty"]),
      ("?q=%E2%80%8B", ["q empty"]), ("?q=" + String(repeating: "a", count: 101), ["q too_long"]),
      ("?q=a&sort=best", ["sort unknown_word"]), ("?q=a&price_min=-1", ["price_min out_of_range"]),
      ("?q=a&price_max=1.5", ["price_max out_of_range"]),
      ("?q=a&price_min=2&price_max=1", ["price_max out_of_range"]),
      ("?q=a&facets=1", ["facets malformed_flag"]),
      ("?q=a&limit=0", ["limit out_of_range"]), ("?q=a&q=b", ["q repeated_parameter"]),
      ("?q=a&page=2", ["page unknown_parameter"]), ("?q=a&cursor=AAAA", ["cursor invalid_cursor"]),
      ("?q=a&category=1&category=01", ["category malformed_id"]),
      ("?q=a&item_type=0", ["item_type malformed_id"]), ("?q=a&brand=", ["brand empty"]),
      ("?q=a&brand=%21", ["brand empty"]), ("?q=a&category=1,2", ["category malformed_id"]),
      ("?q=a&option=270", ["option malformed_option"]),
      ("?q=a&option=:270", ["option malformed_option"]),
      ("?q=a&option=a:", ["option malformed_option"]),
      ("?q=a" + String(repeating: "&brand=b", count: 21), ["brand repeated_parameter"]),
      ("?q=%20&sort=best&limit=x", ["q empty", "sort unknown_word", "limit out_of_range"]),
    ])
  func mistakes(_ query: String, _ errors: [String]) async throws {
    let answer = try await Self.shop(1).send(.get, Self.path + query)
    #expect(answer.status == 400)
    #expect(answer.errors == errors)
  }

  @Test("a hundred characters may be searched for, and a pasted title of very many words is found")
  func longest() async throws {
    let vendors = try await VendorShop()
    for last in ["끝", "시작"] {
      let title = (0..<30).map { "말\($0)" }.joined(separator: " ")
      try await vendors.shop.ports.add(
        .sample(by: vendors.vendor, .sample(title.prefix(95) + " " + last)))
    }
    let title = try #require(try await vendors.shop.ports.products.find(1)?.draft.name.text)
    #expect(try await vendors.shop.send(.get, Self.target(title)).ids == [1, 2])
    let long = String(repeating: "가", count: 100)
    #expect(try await vendors.shop.send(.get, Self.target(long)).status == 200)
  }

  @Test("pages of each order hold every match once", arguments: SearchSort.allCases)
  func pages(_ sort: SearchSort) async throws {
    let shop = try await Self.shop()
    var (ids, cursor): ([Int64], String?) = ([], nil)
    repeat {
      let more = cursor.map { "&cursor=\($0)" } ?? ""
      let page = try await shop.send(
        .get, Self.target("상품", "&sort=\(sort.rawValue)&limit=7\(more)"))
      #expect(page.status == 200)
      #expect(page["total"] == .integer(30))
      #expect((page["facets"] == nil) == (cursor != nil))
      ids += page.ids
      cursor = page.nextCursor
    } while cursor != nil
    #expect(ids.count == 30)
    #expect(Set(ids).count == 30)
  }

  @Test func facetsAreLeftOutWhereNobodyWantsThem() async throws {
    let shop = try await Self.shop(3)
    let answer = try await shop.send(.get, Self.target("상품", "&facets=false"))
    #expect(answer["facets"] == nil)
    #expect(try await shop.send(.get, Self.target("상품"))["facets.matches"] == .integer(3))
  }

  @Test("prices narrow what is found, each end included")
  func prices() async throws {
    let shop = try await Self.shop(12)
    let answer = try await shop.send(
      .get, Self.target("상품", "&price_min=2000&price_max=3000&sort=price_asc"))
    let expected = (1...12 as ClosedRange<Int64>).filter {
      $0 != 7 && (2_000...3_000).contains(Self.price($0))
    }
    #expect(answer.ids == expected.sorted { (Self.price($0), -$0) < (Self.price($1), -$1) })
  }

  @Test("a filter may be given several times, and its facet shows what it leaves out")
  func severalValues() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.shop.ports.demoShop.loadOnce(try DemoShop.sample())
    for (itemType, brand) in [(1, "Céline"), (2, "가나"), (3, "다라"), (3, "가 나")] {
      var details = ProductDetails(brand: try Title(brand))
      details.itemType = Int64(itemType)
      try await vendors.shop.ports.add(
        .sample(by: vendors.vendor, .sample("흰 셔츠", details: details)))
    }
    func found(_ more: String) async throws -> [Int64] {
      try await vendors.shop.send(.get, Self.target("셔츠", more)).ids.sorted()
    }
    #expect(try await found("&category=1&category=2") == [1, 2, 3, 4])
    #expect(try await found("&item_type=1&item_type=3&item_type=3") == [1, 3, 4])
    #expect(try await found("&brand=celine&brand=\("다라".encoded)") == [1, 3])
    #expect(try await found("&brand=\("가나".encoded)&item_type=3") == [4])
    let answer = try await vendors.shop.send(.get, Self.target("셔츠", "&category=1"))
    #expect(answer["total"] == .integer(1))
    #expect(answer["facets.matches"] == .integer(1))
    #expect(answer["facets.categories.1.id"] != nil)
    #expect(answer["facets.brands.1.name"] == nil)
  }

  @Test("a value that a facet tells is found by its filter, in searches and lists")
  func options() async throws {
    let vendors = try await VendorShop()
    let shop = vendors.shop
    try await shop.ports.add(.varied(by: vendors.vendor))
    try await shop.ports.add(.sample(by: vendors.vendor))
    let answer = try await shop.send(.get, Self.target("코트", ""))
    let option = "사이즈:L"
    #expect(answer["facets.options.1.values.0.option"] == .string(option))
    for list in ["/v1/products?facets=true", "/v1/products?facets=true&variant=tile"] {
      let listed = try await shop.send(.get, list)
      #expect(listed["facets"] == answer["facets"])
    }
    #expect(try await shop.send(.get, "/v1/products")["facets"] == nil)
    let first = try await shop.send(.get, "/v1/products?limit=1")
    guard case .string(let cursor)? = first["page.next_cursor"] else {
      Issue.record("The list has no second page.")
      return
    }
    let second = "/v1/products?limit=1&facets=true&cursor=\(cursor)"
    #expect(try await shop.send(.get, second)["facets"] == nil)
    let found = "option=\(option.encoded)"
    #expect(try await shop.send(.get, Self.target("코트", "&\(found)")).ids == [1])
    #expect(try await shop.send(.get, "/v1/products?\(found)").ids == [1])
    #expect(try await shop.send(.get, "/v1/products?\(found)&in_stock=true").ids == [])
  }

  /// What a product of ``shop(_:)`` costs: 1,000 to 5,000, every third 500 less; the seventh is
  /// sold for dollars.
  private static func price(_ number: Int64) -> Int64 {
    1_000 * (number % 5 + 1) - (number.isMultiple(of: 3) ? 500 : 0)
  }

  @Test func aMistakeIsCorrectedAndTold() async throws {
    let vendors = try await VendorShop()
    try await vendors.shop.ports.add(.sample(by: vendors.vendor, .sample("무선 헤드폰")))
    while try await vendors.shop.ports.search.countTerms() {}
    let answer = try await vendors.shop.send(.get, Self.target("헤드펀"))
    #expect(answer.ids == [1])
    #expect(answer["corrected_query"] == .string("헤드폰"))
    let plain = try await vendors.shop.send(.get, Self.target("헤드폰"))
    #expect(plain["corrected_query"] == nil)
  }

  @Test func nothingFoundIsAnEmptyPage() async throws {
    let answer = try await Self.shop(1).send(.get, Self.target("냉장고"))
    #expect(answer.status == 200)
    #expect(answer.ids.isEmpty)
    #expect(answer["total"] == .integer(0))
    #expect(answer["total_is_exact"] == .bool(true))
    #expect(answer.nextCursor == nil)
  }

  @Test("a cursor of another query is refused")
  func cursors() async throws {
    let shop = try await Self.shop(5)
    let cursor = try #require(
      try await shop.send(.get, Self.target("상품", "&limit=2")).nextCursor)
    for query in [
      "상품&sort=newest", "상", "상품&on_sale=true", "상품&price_min=1", "상품&brand=a",
      "상품&category=1", "상품&item_type=1",
    ] {
      let parts = query.split(separator: "&", maxSplits: 1).map(String.init)
      let more = parts.dropFirst().map { "&\($0)" }.joined()
      let answer = try await shop.send(
        .get, Self.target(parts[0], "\(more)&limit=2&cursor=\(cursor)"))
      #expect(answer.errors == ["cursor invalid_cursor"], "\(query)")
    }
  }

  @Test func whoHasAPageIsToldThatItHolds() async throws {
    let shop = try await Self.shop(3)
    let first = try await shop.send(.get, Self.target("상품"))
    let tag = try #require(first.fields["etag"])
    let again = try await shop.send(.get, Self.target("상품"), ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(first.fields["cache-control"] == "no-cache")
  }
}
