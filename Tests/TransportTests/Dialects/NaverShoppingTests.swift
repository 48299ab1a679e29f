import Dialects
import Domain
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

@testable import AppDecoders
@testable import Fakes

/// Naver's shopping search, as the app ShoppingList calls it.
@Suite(.realStore) struct NaverShoppingTests {
  static let path = "/v1/search/shop.json"

  private static func query(_ text: String, _ more: String = "") -> String {
    let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "\(path)?query=\(encoded)\(more)"
  }

  private static func refusal(_ answer: Answer) throws -> NaverShoppingApp.Refusal {
    try .decoded(from: answer)
  }

  private static func products(
    _ market: Market, _ text: String, _ more: String = ""
  ) async throws -> NaverShoppingApp.Products {
    let answer = try await market.get(query(text, more))
    #expect(answer.status == 200, "\(answer.body)")
    return try .decoded(from: answer)
  }

  /// So many products whose prices come in another order than they do.
  static func market(of count: Int) async throws -> Market {
    let market = try await Market()
    for number in 1...count {
      try await market.add(
        .sample("잠옷 \(number)", price: Int64(number * 7_919 % 997) * 100), images: [])
    }
    return market
  }

  // MARK: Answers

  @Test func anItemIsWrittenToTheLetter() async throws {
    let market = try await Market(publicOrigin: "https://shop.example")
    var details = try ProductDetails.sample()
    details.link = nil
    let product = try await market.add(
      .sample("극세사 <잠옷> & 세트", price: 25_000, discount: 5_500, details: details))
    let image = try #require(product.cell.cover?.url(from: nil))
    let answer = try await market.get(Self.query("잠옷"))
    #expect(answer.fields["content-type"] == "application/json; charset=UTF-8")
    #expect(answer.fields["cache-control"] == "no-cache")
    #expect(
      answer.body == """
        {"lastBuildDate":"Sun, 01 Mar 2026 09:00:00 +0900","total":1,"start":1,"display":1,\
        "items":[{"title":"극세사 &lt;<b>잠옷</b>&gt; &amp; 세트","link":"https://shop.example/p/1",\
        "image":"https://shop.example\(image)","lprice":"19500","hprice":"","mallName":"네이버",\
        "productId":"1","productType":"7","brand":"모윰","maker":"제조 ' \\\\ \\"사\\"",\
        "category1":"패션의류","category2":"여성/잠옷, 홈웨어","category3":"{잠옷}","category4":""}]}
        """)
  }

  @Test func whatIsNotKnownIsAnEmptyTextAndTheVendorIsTheMall() async throws {
    let market = try await Market()
    try await market.add(.sample("팥빙수", price: 0), images: [])
    let item = try #require(try await Self.products(market, "팥").items.first)
    #expect(
      item
        == NaverShoppingApp.Item(
          title: "<b>팥</b>빙수", link: "http://localhost/p/1",
          image: "http://localhost/images/none.png", lprice: "0", hprice: "", mallName: "야곰",
          productId: "1", productType: "2", brand: "", maker: "", category1: "", category2: "",
          category3: "", category4: ""))
  }

  @Test("the link leads to a page, the vendor's own where there is one")
  func links() async throws {
    let market = try await Market()
    try await market.add(.sample("하나 컵"))
    try await market.add(.sample("다른 컵", details: .sample()))
    let links = try await Self.products(market, "컵").items.map(\.link)
    #expect(Set(links) == ["http://localhost/p/1", "https://shop.example/p/1?a=b&c=%20"])
    #expect(try await market.get("/p/1").status == 200)
    #expect(try await market.get("/product/1").status == 200)
  }

  @Test("all that is strange about products is decoded; dollars are not there")
  func everythingIsDecoded() async throws {
    let market = try await Market.stocked()
    for text in ["팥빙수", "공짜", "할인", "품절", "긴 설명"] {
      #expect(try await Self.products(market, text).items.count == 1, "\(text)")
    }
    for text in ["soap", "dollars"] {
      #expect(try await Self.products(market, text).items == [])
    }
  }

  @Test(
    "pages of thirty show each product once, in each of the four orders",
    arguments: ["sim", "date", "asc", "dsc"])
  func pages(_ sort: String) async throws {
    let market = try await Self.market(of: 350)
    var items: [NaverShoppingApp.Item] = []
    for start in stride(from: 1, through: 301, by: 30) {
      let page = try await Self.products(market, "잠옷", "&display=30&start=\(start)&sort=\(sort)")
      #expect(page.total == 350)
      #expect(page.start == start)
      #expect(page.display == 30)
      items += page.items
    }
    #expect(items.count == 330)
    #expect(Set(items.map(\.productId)).count == 330)
    let prices = items.compactMap { Int($0.lprice) }
    if sort == "asc" { #expect(prices == prices.sorted()) }
    if sort == "dsc" { #expect(prices == prices.sorted(by: >)) }
    if sort == "date" {
      #expect(items.compactMap { Int($0.productId) } == (21...350).reversed())
    }
  }

  @Test func behindTheLastProductThereIsNothingAndStillATotal() async throws {
    let market = try await Self.market(of: 12)
    let page = try await Self.products(market, "잠옷", "&start=11&display=10")
    #expect(page.items.count == 2)
    let behind = try await Self.products(market, "잠옷", "&start=1000&display=100")
    #expect(behind.items == [])
    #expect(behind.total == 12)
  }

  @Test func tenAreUsualAndAHundredTheMost() async throws {
    let market = try await Self.market(of: 101)
    #expect(try await Self.products(market, "잠옷").items.count == 10)
    #expect(try await Self.products(market, "잠옷", "&display=100").items.count == 100)
  }

  @Test("what is excluded and filtered is honoured where there is such a thing")
  func excluded() async throws {
    let market = try await Market()
    for number in [2, 5, 8] {
      try await market.add(
        .sample("잠옷 세트", details: ProductDetails(type: try ProductType(number))), images: [])
    }
    for (more, types) in [
      ("", ["8", "5", "2"]), ("&exclude=used", ["8", "2"]),
      ("&exclude=used:rental:cbshop", ["8", "2"]), ("&exclude=rental:cbshop", ["8", "5", "2"]),
      ("&exclude=", ["8", "5", "2"]), ("&filter=naverpay", ["8", "5", "2"]),
      ("&exclude=rental:used&filter=naverpay", ["8", "2"]),
    ] {
      let page = try await Self.products(market, "잠옷", "&sort=date" + more)
      #expect(page.items.map(\.productType) == types, "\(more)")
      #expect(page.total == types.count)
    }
  }

  @Test("what nothing is called finds nothing, and is no mistake", arguments: ["♥", "!?", "없는 것"])
  func nothing(_ text: String) async throws {
    let market = try await Self.market(of: 3)
    let page = try await Self.products(market, text)
    #expect(page.items == [])
    #expect(page.total == 0)
  }

  @Test("strange queries and repeated slashes are ignored")
  func leniency() async throws {
    let market = try await Self.market(of: 3)
    let page = try await Self.products(market, "잠옷", "&fbclid=%zz&query=x&")
    #expect(page.items.count == 3)
    #expect(try await market.get("//v1/search/shop.json?query=a").status == 200)
  }

  // MARK: Refusals

  @Test(
    "each code is reached by what it is about, the first mistake counts",
    arguments: [
      ("", "SE01"), ("?query=", "SE01"), ("?query=%20%09", "SE01"), ("?display=30", "SE01"),
      ("?query=\(String(repeating: "a", count: 101))", "SE01"),
      ("?query=a&display=0", "SE02"), ("?query=a&display=101", "SE02"),
      ("?query=a&display=ten", "SE02"), ("?query=a&display=", "SE02"),
      ("?query=a&display=-1", "SE02"),
      ("?query=a&start=0", "SE03"), ("?query=a&start=1001", "SE03"), ("?query=a&start=x", "SE03"),
      ("?query=a&start=99999999999999999999", "SE03"),
      ("?query=a&sort=price", "SE04"), ("?query=a&sort=", "SE04"), ("?query=a&sort=SIM", "SE04"),
      ("?query=%ff", "SE06"), ("?query=%C0%E1%BF%CA", "SE06"), ("?query=%zz", "SE06"),
      ("?query=a%00", "SE06"), ("?query=a&sort=%ff", "SE06"),
      ("?query=&display=0", "SE01"), ("?query=a&display=0&start=0", "SE02"),
    ])
  func refusals(_ query: String, _ code: String) async throws {
    let answer = try await Shop().send(.get, Self.path + query)
    #expect(answer.status == 400)
    #expect(answer.fields["content-type"] == "application/json; charset=UTF-8")
    #expect(answer.fields["cache-control"] == "no-store")
    #expect(try Self.refusal(answer).errorCode == code)
  }

  @Test func theWordsAreNavers() async throws {
    let answer = try await Shop().send(.get, Self.path + "?query=a&sort=x")
    #expect(
      answer.body
        == #"{"errorMessage":"Invalid sort value (부적절한 sort 값입니다.)","errorCode":"SE04"}"#)
  }

  @Test(
    "other searches of Naver's are clearly not there",
    arguments: ["blog", "news", "shop.json/1"], [".json", ".xml"])
  func otherSearches(_ name: String, _ ending: String) async throws {
    let answer = try await Shop().send(.get, "/v1/search/\(name)\(ending)?query=a")
    #expect(answer.status == 404)
    guard ending == ".json" else {
      #expect(answer.fields["content-type"] == "text/xml; charset=UTF-8")
      #expect(
        answer.body == """
          <?xml version="1.0" encoding="UTF-8"?>
          <result><errorMessage>No route matches /v1/search/\(name).xml. \
          /docs lists all, /openapi.json for programs. : \
          Invalid search api (존재하지 않는 검색 api 입니다.)</errorMessage><errorCode>SE05</errorCode></result>
          """)
      return
    }
    #expect(try Self.refusal(answer).errorCode == "SE05")
  }

  @Test func anotherMethodIsRefusedInTheSameForm() async throws {
    let answer = try await Shop().send(.post, Self.path)
    #expect(answer.status == 405)
    #expect(answer.fields["allow"] == "GET, HEAD, OPTIONS")
    #expect(try Self.refusal(answer).errorCode == "SE99")
  }

  @Test func ourOwnSearchesAreRefusedInOurForm() async throws {
    #expect(try await Shop().send(.get, "/v1/search/nothing").code == "not_found")
  }

  @Test func aShopThatIsAwaySaysSo() async throws {
    let store = FakeStore()
    let shop = try await Shop(on: store)
    store.fail(with: .unavailable(retryAfterSeconds: 7))
    let answer = try await shop.send(.get, Self.path + "?query=a")
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "7")
    #expect(try Self.refusal(answer).errorCode == "SE99")
  }

  @Test func tooManyRequestsAreRefusedByNaversCode() async throws {
    let limit = try #require(RateLimit(requests: 1, periodSeconds: 1, burst: 1))
    let gate = RateGate(limit, showsFields: true) { _ in
      Admission(isAdmitted: false, ahead: 0, remaining: 0, retryAfterSeconds: 1)
    }
    let answer = try await Shop(policies: Policies(rate: gate)).send(.get, Self.path + "?query=a")
    #expect(answer.status == 429)
    #expect(try Self.refusal(answer).errorCode == "012")
  }

  // MARK: Clients

  private static let secret = "aBcDeFgH_1"

  /// A shop that asks who is asking, with one client.
  private static func closed(
    _ policies: Policies = Policies()
  ) async throws -> (Shop, id: String) {
    let shop = try await Shop(policies: policies, dialects: DialectPolicies())
    let create = CreateSearchClient(
      clients: shop.ports.searchClients, secretDigest: shop.digest,
      randomBytes: CountingBytes().bytes,
      now: shop.clock.now)
    let created = try await create(
      name: try Title("앱"), secret: try SearchClientSecret(secret))
    return (shop, created.client.id.text)
  }

  private static func ask(
    _ shop: Shop, _ id: String?, _ secret: String?, _ query: String = "?query=a"
  ) async throws -> Answer {
    var fields: [(String, String)] = []
    if let id { fields.append(("X-Naver-Client-Id", id)) }
    if let secret { fields.append(("X-Naver-Client-Secret", secret)) }
    switch fields.count {
    case 2:
      return try await shop.send(
        .get, path + query,
        ["X-Naver-Client-Id": fields[0].1, "X-Naver-Client-Secret": fields[1].1])
    case 1 where id != nil:
      return try await shop.send(.get, path + query, ["X-Naver-Client-Id": fields[0].1])
    case 1: return try await shop.send(.get, path + query, ["X-Naver-Client-Secret": fields[0].1])
    default: return try await shop.send(.get, path + query)
    }
  }

  @Test func aClientSearchesWithBothOfItsFields() async throws {
    let (shop, id) = try await Self.closed()
    #expect(try await Self.ask(shop, id, Self.secret).status == 200)
    let refused: [(String?, String?, String)] = [
      (nil, nil, "Not Exist Client ID"), (id, nil, "NID AUTH Result Invalid (1000)"),
      (nil, Self.secret, "Not Exist Client ID"), (id, "wrong", "NID AUTH Result Invalid (1000)"),
      ("01234567890123456789", Self.secret, "Not Exist Client ID"),
    ]
    for (id, secret, words) in refused {
      let answer = try await Self.ask(shop, id, secret)
      #expect(answer.status == 401)
      #expect(
        try Self.refusal(answer)
          == .init(
            errorMessage: "\(words) : Authentication failed. (인증에 실패했습니다.)", errorCode: "024"))
    }
  }

  @Test("two fields of one kind are refused, whichever of them is right", arguments: [true, false])
  func twoFields(isSecret: Bool) async throws {
    let (shop, id) = try await Self.closed()
    let fields: KeyValuePairs =
      isSecret
      ? [
        "X-Naver-Client-Id": id, "X-Naver-Client-Secret": Self.secret,
        "x-naver-client-secret": Self.secret,
      ]
      : [
        "X-Naver-Client-Id": id, "x-naver-client-id": id, "X-Naver-Client-Secret": Self.secret,
      ]
    let answer = try await shop.send(.get, Self.path + "?query=a", fields)
    #expect(answer.status == 401)
    #expect(try Self.refusal(answer).errorCode == "024")
  }

  @Test func wrongSecretsAreLimited() async throws {
    let failures = CountedFailures()
    let (shop, id) = try await Self.closed(Policies(failedSecrets: failures.failedSecrets))
    for _ in 0..<5 { #expect(try await Self.ask(shop, id, "wrong").status == 401) }
    let answer = try await Self.ask(shop, id, "wrong")
    #expect(answer.status == 429)
    #expect(try Self.refusal(answer).errorCode == "012")
    failures.pass(12)
    #expect(try await Self.ask(shop, id, Self.secret).status == 200)
  }

  @Test func anUnknownClientIsNotToldAboutOtherMistakes() async throws {
    let (shop, _) = try await Self.closed()
    #expect(try await Self.ask(shop, nil, nil, "?query=&display=0").status == 401)
  }

  @Test func anOpenSearchNeedsNoClient() async throws {
    let shop = try await Shop()
    #expect(try await Self.ask(shop, "an-id-of-another-shop", "whatever").status == 200)
  }

  @Test("a request with an id is answered by the primary, as all requests with credentials")
  func standby() async throws {
    let standby = FakeStore()
    let primary = FakeStore()
    let handler = try Routes.handler(
      primary.ports, standby: Standby(ports: standby.ports) { true }, publicOrigin: nil,
      added: .dialects(DialectPolicies(isNaverOpen: true)), observe: { _, _ in })
    let vendor = try await primary.ports.vendor()
    try await primary.ports.add(.sample(by: vendor, .sample("잠옷 세트"), images: []))
    let target = Self.query("잠옷")
    let signed = try Request(
      .get, target, fields: ["X-Naver-Client-Id": "a"], body: [], id: "request-1")
    let answer = try Answer(await handler(signed), to: .get)
    #expect(try NaverShoppingApp.Products.decoded(from: answer).total == 1)
    let unsigned = try Request(.get, target, fields: [:], body: [], id: "request-1")
    let other = try Answer(await handler(unsigned), to: .get)
    #expect(try NaverShoppingApp.Products.decoded(from: other).total == 0)
  }
}
