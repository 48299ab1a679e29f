import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@testable import AppDecoders

@Suite(.realStore) struct MommyTalkTests {
  static let path = "/rest/shopping/products"

  static func list(_ answer: Answer) throws -> MommyTalkApp.Products {
    try .decoded(from: answer)
  }

  @Test("every row and every detail is decoded; what is not in won is not there")
  func everythingIsDecoded() async throws {
    let market = try await Market.stocked()
    let answer = try await market.get(Self.path + "?offset=0&limit=20")
    let list = try Self.list(answer)
    #expect(list.products.map(\.name).contains("팥빙수"))
    #expect(list.products.count == 6)
    #expect(list.meta == .init(offset: 0, limit: 20, isFinal: true))
    for product in list.products {
      let detail = try MommyTalkApp.Detail.decoded(
        from: try await market.get("/rest/shopping/product/\(product.hash)?"))
      #expect(detail.hash == product.hash)
      #expect(detail.hash.wholeMatch(of: /[0-9A-F]{32}/) != nil)
      #expect(detail.sellPrc == product.sellPrc)
      #expect(detail.imgUrl == product.imgUrl)
    }
    let dollars = try #require(
      try await market.shop.ports.products.find(6)?.summary.code.description)
    #expect(try await market.get("/rest/shopping/product/\(dollars)").status == 404)
  }

  @Test func rowAndDetailAreWrittenToTheLetter() async throws {
    let market = try await Market()
    let product = try await market.add(
      try .sample("PPSU 젖병", price: 101_300, discount: 21_300, stock: 0, details: try .sample()))
    let image = try PreparedImage.sample(2).picture.served(as: .cell).url(from: nil)
    let row = """
      "hash":"\(product.summary.code)","name":"PPSU 젖병","brand":"|모윰|","sellPrc":80000,\
      "normalPrc":101300,"soldOut":true,"imgUrl":"http://localhost\(image)","reviewCount":0,\
      "reviewAvg":0,"partnerNo":1,"tags":["BEST","FREE_DELIVERY"],"discountRate":21
      """
    #expect(
      try await market.get(Self.path).body
        == #"{"meta":{"offset":0,"limit":20,"isFinal":true},"products":[{\#(row)}]}"#)
    #expect(
      try await market.get("/rest/shopping/product/\(product.summary.code)?").body == """
        {\(row),"deliveryDetail":{"isFree":false,"freeLimit":50000,"deliveryFee":3000,\
        "isBillingByAreaWhenFree":true,"basedBy":"ORDER_PRICE"},"deliveryAreaDetails":[\
        {"sido":"인천","gugun":"옹진군","dong":"대청면","addPrice":9900},\
        {"sido":"제주","gugun":"제주시","dong":"","addPrice":4000}]}
        """)
  }

  @Test func aProductWithoutBrandAndDeliveryHasTheirKeys() async throws {
    let market = try await Market()
    let product = try await market.add(try .sample("팥빙수", price: 0))
    let body = try await market.get("/rest/shopping/product/\(product.summary.code)").body
    #expect(body.contains(#""brand":"||","sellPrc":0,"normalPrc":0,"#))
    #expect(
      body.hasSuffix(#""tags":[],"discountRate":0,"deliveryDetail":null,"deliveryAreaDetails":[]}"#)
    )
  }

  @Test("ratings have a point only where they need one")
  func ratings() async throws {
    for (average, text) in [
      (4, "4"), (4.5, "4.5"), (4.04, "4"), (4.96, "5"), (0, "0"), (.nan, "0"), (9, "5"),
      (-1, "0"),
    ] as [(Double, String)] {
      let summary = ProductSummary(
        id: 1, code: try #require(ProductCode(bytes: Array(repeating: 7, count: 16))),
        vendor: Vendor(
          id: 3, identifier: try .sample(1), name: try Title("가게"), createdAt: .earliest),
        draft: try .sample(), cover: nil, reviews: ReviewScore(count: 2, average: average),
        createdAt: .earliest, updatedAt: .earliest, version: 1)
      let body = try await Self.body(of: summary)
      #expect(body.contains(#""reviewCount":2,"reviewAvg":\#(text),"#), "\(average)")
    }
  }

  @Test("offsets count products, and whatever is asked there is a list")
  func offsets() async throws {
    let market = try await Market()
    try await market.add(45)
    for (query, first, count, offset, limit, isFinal) in [
      ("", 45, 20, 0, 20, false), ("?", 45, 20, 0, 20, false),
      ("?offset=20&limit=20", 25, 20, 20, 20, false), ("?offset=1&limit=20", 44, 20, 1, 20, false),
      ("?offset=40&limit=20", 5, 5, 40, 20, true), ("?offset=45&limit=20", 0, 0, 45, 20, true),
      ("?offset=5000&limit=100", 0, 0, 5_000, 100, true), ("?limit=1000", 45, 45, 0, 100, true),
      ("?offset=-5&limit=0", 45, 20, 0, 20, false),
      ("?limit=-5", 45, 20, 0, 20, false), ("?offset=x&limit=y", 45, 20, 0, 20, false),
      ("?limit=45", 45, 45, 0, 45, true),
      ("?offset=99999999999999999999&limit=20", 0, 0, 1_000_000_000_000, 20, true),
      ("?offset=-99999999999999999999&limit=20", 45, 20, 0, 20, false),
    ] {
      let answer = try await market.get(Self.path + query)
      let list = try Self.list(answer)
      #expect(answer.status == 200, "\(query)")
      #expect(list.products.count == count, "\(query)")
      #expect(list.meta == .init(offset: offset, limit: limit, isFinal: isFinal), "\(query)")
      guard let hash = list.products.first?.hash else { continue }
      let code = try await market.shop.ports.products.find(Int64(first))?.summary.code.description
      #expect(hash == code, "\(query)")
    }
  }

  @Test func aSlashAtTheEndOfAListChangesNothing() async throws {
    let market = try await Market()
    try await market.add(3)
    let answer = try await market.get(Self.path + "/?limit=2")
    #expect(answer.body == (try await market.get(Self.path + "?limit=2").body))
  }

  @Test("the key is taken in both forms, and asked for only where one is set")
  func keys() async throws {
    let key = FakeSecretDigest().digest(Array("a-key".utf8))
    let market = try await Market(
      dialects: DialectPolicies(mommyTalk: MommyTalkPolicy(keyDigest: key)))
    let product = try await market.add(try .sample())
    for (value, status) in [
      ("a-key", 200), ("Bearer a-key", 200), ("bearer  a-key", 200), ("a-kez", 401),
      ("Bearer", 401), ("Basic a-key", 401), ("", 401), ("Bearer Bearer a-key", 401),
    ] {
      for target in [Self.path, "/rest/shopping/product/\(product.summary.code)"] {
        let answer = try await market.get(
          target, ["authorization": value, "Content-Type": "application/json"])
        #expect(answer.status == status, "\(value)")
        #expect((status == 401) == (answer.fields["www-authenticate"] != nil))
      }
    }
    #expect(try await market.get(Self.path).status == 401)
    #expect(
      try await market.get(Self.path, ["authorization": "a-key", "Authorization": "a-key"]).status
        == 401)
    let open = try await Market().get(Self.path, ["authorization": "whatever"])
    #expect(open.status == 200)
  }

  @Test func aCodeThatIsNotThereIsNotFound() async throws {
    let market = try await Market.stocked()
    for hash in ["59E303779456F354CB4C87447155D612", "1", "x", String(repeating: "G", count: 32)] {
      let answer = try await market.get("/rest/shopping/product/\(hash)?")
      #expect(answer.status == 404)
      #expect(answer.message != nil)
    }
    let known = try #require(try await market.shop.ports.products.find(1)?.summary.code.description)
    #expect(
      try await market.get("/rest/shopping/product/\(known.lowercased())").status == 200)
  }

  /// The detail of a product that is all there is.
  private static func body(of summary: ProductSummary) async throws -> String {
    let store = FakeStore()
    store.put([Product(summary: summary, draft: try .sample(), images: [])])
    return try await Shop(on: store).send(.get, "/rest/shopping/product/\(summary.code)").body
  }
}
