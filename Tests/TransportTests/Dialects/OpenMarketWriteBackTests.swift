import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Apps of Open Market send all members back that they were shown, with one of them changed.
@Suite(.realStore) struct OpenMarketWriteBackTests {
  private static let paths = ["/api/products", "/openmarket/v2/api/products"]

  /// A product with variants and more text than a list shows.
  private static func market(
    _ long: String = "긴 설명입니다.. "
  ) async throws -> (market: Market, draft: ProductDraft) {
    let market = try await Market()
    let text = String(repeating: long, count: 1_500 / long.count)
    let draft = try ProductDraft.sample("흰 셔츠", description: text).withVariants(.sample())
    let stored = try await market.add(draft, images: [2, 3]).draft
    return (market, stored)
  }

  /// The members that apps have a field for, as they were shown.
  private static func members(
    of market: Market, at target: String, inList isInList: Bool
  ) async throws -> [String: Any] {
    let answer = try await market.get(target)
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    let product =
      isInList ? try #require((read["pages"] as? [[String: Any]])?.first) : read
    let kept: Set = ["name", "description", "price", "discounted_price", "currency", "stock"]
    return product.filter { kept.contains($0.key) }.merging(["secret": Market.secret]) { $1 }
  }

  private static func edit(_ market: Market, _ members: [String: Any]) async throws -> Answer {
    let body = try JSONSerialization.data(withJSONObject: members)
    return try await market.send(
      .patch, "/api/products/1", String(decoding: body, as: UTF8.self))
  }

  @Test("a new name changes nothing else, whether a list or a detail was sent back")
  func aNameAlone() async throws {
    for (path, long) in zip(Self.paths, ["긴 설명입니다.. ", "👨‍👩‍👧‍👦"]) {
      for isInList in [true, false] {
        let (market, draft) = try await Self.market(long)
        let target = path + (isInList ? "" : "/1")
        var members = try await Self.members(of: market, at: target, inList: isInList)
        members["name"] = "새 셔츠"
        let answer = try await Self.edit(market, members)
        #expect(answer.status == 202, "\(target) \(answer.body)")
        let after = try await market.shop.ports.products.find(1)?.draft
        #expect(after?.name.text == "새 셔츠")
        #expect(after?.description == draft.description, "\(target)")
        #expect(after?.variants == draft.variants, "\(target)")
      }
    }
  }

  @Test("numbers in quotes, with decimals, and under the other name of a description are the same")
  func otherForms() async throws {
    let (market, draft) = try await Self.market()
    var members = try await Self.members(of: market, at: Self.paths[0], inList: true)
    members["descriptions"] = members.removeValue(forKey: "description")
    for name in ["price", "discounted_price", "stock"] {
      members[name] = members[name].map { "\($0)" }
    }
    #expect(try await Self.edit(market, members).status == 202)
    #expect(try await market.shop.ports.products.find(1)?.draft == draft)
  }

  @Test("another price, discount, currency or stock of a product with variants is refused")
  func otherAmounts() async throws {
    let (market, draft) = try await Self.market()
    let members = try await Self.members(of: market, at: Self.paths[0] + "/1", inList: false)
    for (name, value) in [
      ("price", 28_000), ("discounted_price", 1_000), ("stock", 8), ("stock", 0),
    ] {
      let answer = try await Self.edit(market, members.merging([name: value]) { $1 })
      #expect(answer.status == 400, "\(name) \(answer.body)")
      #expect(answer.message?.contains("\(name): The product has variants") == true)
    }
    #expect(try await market.shop.ports.products.find(1)?.draft == draft)
  }

  @Test("another description replaces all of it")
  func anotherDescription() async throws {
    let (market, draft) = try await Self.market()
    for text in [String(draft.description.text.prefix(998)), "짧은 설명"] {
      var members = try await Self.members(of: market, at: Self.paths[0], inList: true)
      members["description"] = text
      #expect(try await Self.edit(market, members).status == 202)
      let after = try await market.shop.ports.products.find(1)?.draft.description
      #expect(try after == ProductDescription(text))
    }
  }

  @Test("a product without variants takes every price and stock as before")
  func withoutVariants() async throws {
    let market = try await Market()
    try await market.add(try .sample(price: 12_000, discount: 2_000))
    var members = try await Self.members(of: market, at: Self.paths[0], inList: true)
    members.merge(["price": 9_000, "discounted_price": 0, "stock": 1]) { $1 }
    #expect(try await Self.edit(market, members).status == 202)
    let after = try await market.shop.ports.products.find(1)?.draft
    #expect(after?.price == (try Price(9_000, in: .krw)))
    #expect(after?.stock.count == 1)
  }

  @Test("every dialect shows the lowest price and the sum of the stock")
  func whatIsShown() async throws {
    let (market, draft) = try await Self.market()
    for path in Self.paths {
      let row = try await Self.members(of: market, at: path, inList: true)
      #expect(row["price"] as? Int == 27_000, "\(path)")
      #expect(row["discounted_price"] as? Int == 2_000, "\(path)")
      #expect(row["stock"] as? Int == 7, "\(path)")
    }
    let talk = try await market.get("/rest/shopping/products")
    #expect(talk["products.0.sellPrc"] == .integer(25_000), "\(talk.body)")
    #expect(talk["products.0.normalPrc"] == .integer(27_000))
    #expect(talk["products.0.soldOut"] == .bool(false))
    let naver = try await market.get("/v1/search/shop.json?query=%EC%85%94%EC%B8%A0")
    #expect(naver["items.0.lprice"] == .string("25000"), "\(naver.body)")
    #expect(draft.stock.count == 7)
  }
}
