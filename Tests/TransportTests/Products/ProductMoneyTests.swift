import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What our own apps read of prices and names is what they may write back.
@Suite(.realStore) struct ProductMoneyTests {
  static let path = "/v1/products/1"

  static func dollars() async throws -> VendorShop {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample("Soap", price: 2_000, discount: 99, in: .usd)
    try await vendors.shop.ports.add(.sample(by: vendors.vendor, draft))
    return vendors
  }

  static func edit(_ vendors: VendorShop, _ body: String) async throws -> Answer {
    try await vendors.send(.patch, path, body, [("If-Match", "*")])
  }

  @Test("a title and prices that were read are written back and stay what they are")
  func roundTrip() async throws {
    let vendors = try await Self.dollars()
    let read = try await vendors.shop.send(.get, Self.path)
    #expect(read["price"] == .integer(1_901))
    #expect(read["original_price"] == .integer(2_000))
    let written = try await Self.edit(
      vendors, #"{"title":"Soap","price":1901,"original_price":2000,"currency":"USD"}"#)
    #expect(written.status == 200, "\(written.body)")
    for name in ["title", "price", "original_price", "price_text", "currency"] {
      #expect(written[name] == read[name], "\(name)")
    }
  }

  @Test("null takes the original price away, and with it the discount")
  func noDiscount() async throws {
    let vendors = try await Self.dollars()
    let answer = try await Self.edit(vendors, #"{"original_price":null}"#)
    #expect(answer["price"] == .integer(1_901))
    #expect(answer["original_price"] == nil)
    #expect(answer["discount_text"] == nil)
  }

  @Test("an original price that is the price is no discount")
  func equalPrices() async throws {
    let vendors = try await Self.dollars()
    let answer = try await Self.edit(vendors, #"{"price":2000}"#)
    #expect(answer["price"] == .integer(2_000))
    #expect(answer["original_price"] == nil)
  }

  @Test("the names of Open Market are unknown to our own apps")
  func otherNames() async throws {
    let vendors = try await VendorShop()
    let answer = try await vendors.register(
      #"{"name":"Soap","price":9,"discounted_price":1,"currency":"KRW"}"#)
    #expect(
      answer.errors == [
        "/name unknown_member", "/discounted_price unknown_member", "/title required",
      ])
  }

  @Test("amounts are whole minor units; dollars with a point are refused and the reason is told")
  func minorUnits() async throws {
    let vendors = try await Self.dollars()
    let broken = try await vendors.register(
      #"{"title":"Soap","price":19.99,"original_price":20.5,"currency":"USD"}"#)
    #expect(broken.errors == ["/price not_whole", "/original_price not_whole"], "\(broken.body)")
    #expect(broken.body.contains("cents"))
    #expect(try await Self.edit(vendors, #"{"price":1500.0}"#)["price"] == .integer(1_500))
  }

  // MARK: Discounts that stay

  @Test("a price above the original price that stays is refused: nobody knows which is meant")
  func keptOriginal() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    for price in [15_001, 99_999] {
      let answer = try await Self.edit(vendors, #"{"price":\#(price)}"#)
      #expect(answer.status == 422, "\(answer.body)")
      #expect(answer.errors == ["/original_price below_price"])
    }
    #expect(try await vendors.shop.send(.get, Self.path)["price"] == .integer(12_000))
    #expect(try await Self.edit(vendors, #"{"price":15000}"#).status == 200)
    #expect(try await Self.edit(vendors, #"{"price":99,"original_price":null}"#).status == 200)
  }

  @Test("a discount of Open Market that exceeds the new price is refused: it would be free")
  func keptDiscountOfOpenMarket() async throws {
    let market = try await Market()
    try await market.add(try .sample("Soap", price: 2_000, discount: 1_000, in: .usd))
    let answer = try await market.send(
      .patch, "/api/products/1", #"{"price":5,"secret":"vendor-secret"}"#)
    #expect(answer.status == 400)
    #expect(answer.message?.contains("discounted_price: ") == true)
    let list = try await market.get("/api/products/1")
    #expect(list["price"] == .integer(20))
  }

  // MARK: Everything at once

  @Test(
    "what is wrong with an amount is told beside a currency that nobody knows",
    arguments: [
      (#""price":-5,"currency":"GBP""#, ["/price out_of_range", "/currency unknown_currency"]),
      (#""price":-5"#, ["/price out_of_range", "/currency required"]),
      (#""price":5,"currency":"GBP""#, ["/currency unknown_currency"]),
      (
        #""price":"five","discounted_price":-1,"currency":"KRW""#,
        ["/price wrong_type", "/discounted_price out_of_range"]
      ),
      (#""price":-1,"discounted_price":1000,"currency":"KRW""#, ["/price out_of_range"]),
      (
        #""price":-1,"discounted_price":-2,"currency":"KRW""#,
        ["/price out_of_range", "/discounted_price out_of_range"]
      ),
    ])
  func allViolations(_ members: String, _ expected: [String]) throws {
    let text = #"{"name":"abc",\#(members)}"#
    #expect(ProductDocumentTests.flaws(try ProductDocumentTests.draft(text)) == expected, "\(text)")
  }

  @Test("an edit tells all of them too")
  func allViolationsOfAnEdit() async throws {
    let text = #"{"price":-5,"currency":"GBP"}"#
    #expect(
      ProductDocumentTests.flaws(try ProductDocumentTests.patch(text))
        == ["/price out_of_range", "/currency unknown_currency"])
    let market = try await Market()
    try await market.add(try .sample())
    let answer = try await market.send(
      .patch, "/api/products/1",
      #"{"price":1.5,"discounted_price":0.5,"secret":"vendor-secret"}"#)
    #expect(answer.message?.contains("discounted_price: KRW") == true, "\(answer.body)")
  }
}
