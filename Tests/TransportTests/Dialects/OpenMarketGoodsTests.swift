import Domain
import Fakes
import HTTP
import Testing
import Web

@testable import AppDecoders

/// Goods that apps of Open Market cannot draw: other currencies, many pictures, long descriptions.
@Suite(.realStore) struct OpenMarketGoodsTests {
  static func shop() async throws -> Market {
    let market = try await Market()
    try await market.add(try .sample("유로 찻잔", price: 1_250, in: .eur))
    try await market.add(try .sample("엔화 찻잔", price: 1_250, in: .jpy))
    try await market.add(try .sample("달러 찻잔", price: 1_250, in: .usd))
    try await market.add(try .sample("원화 찻잔"))
    return market
  }

  @Test("a list counts and shows products in won and dollars only")
  func listsLeaveOtherCurrenciesOut() async throws {
    let market = try await Self.shop()
    for target in ["/api/products", "/openmarket/v2/api/products?search_value=%EC%B0%BB%EC%9E%94"] {
      let body = try await market.get(target).body
      #expect(!body.contains("EUR"), "\(body)")
      #expect(body.contains(#""total_count":2"#) || body.contains(#""totalCount":2"#), "\(body)")
    }
    let page = try HoMarketApp.ProductList.decoded(
      from: try await market.get("/api/products?page_no=2&items_per_page=1"))
    #expect(page.products.map(\.id) == [3])
  }

  @Test(
    "a product in another currency is not found, whatever is done with it",
    arguments: [
      ("GET", ""), ("PATCH", #"{"name":"새 찻잔","secret":"vendor-secret"}"#),
      ("POST", #""vendor-secret""#),
    ])
  func otherCurrenciesAreNotFound(_ method: String, _ body: String) async throws {
    let market = try await Self.shop()
    let path = "/api/products/1" + (method == "POST" ? "/secret" : "")
    let answer =
      switch method {
      case "GET": try await market.get(path)
      case "PATCH": try await market.send(.patch, path, body)
      default: try await market.send(.post, path, body)
      }
    #expect(answer.status == 404, "\(answer.body)")
  }

  @Test func aProductOfTenPicturesShowsItsFirstFive() async throws {
    let market = try await Market()
    try await market.add(try .sample(), images: Array(2...11))
    let product = try HoMarketApp.Product.decoded(from: try await market.get("/api/products/1"))
    #expect(product.images?.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test func aListCutsADescriptionAtAThousandCharacters() async throws {
    let market = try await Market()
    let text = String(repeating: "설", count: 20_000)
    try await market.add(try .sample(description: text))
    let list = try HoMarketApp.ProductList.decoded(from: try await market.get("/api/products"))
    #expect(list.products.first?.description.count == 1_000)
    let product = try HoMarketApp.Product.decoded(from: try await market.get("/api/products/1"))
    #expect(product.description == text)
  }
}
