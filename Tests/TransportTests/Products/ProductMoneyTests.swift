import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases

/// What our own apps read of prices and names is what they may write back.
@Suite struct ProductMoneyTests {
  static let path = "/v1/products/1"

  static func dollars() async throws -> VendorShop {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample("Soap", price: 2_000, discount: 99, in: .usd)
    try await vendors.shop.store.ports.add(.sample(by: vendors.vendor, draft))
    return vendors
  }

  static func edit(_ vendors: VendorShop, _ body: String) async throws -> Answer {
    try await vendors.send(.patch, path, body, [("If-Match", "*")])
  }

  @Test("a title, price and discount that were read are written back and stay what they are")
  func roundTrip() async throws {
    let vendors = try await Self.dollars()
    let read = try await vendors.shop.send(.get, Self.path)
    #expect(read["price"] == .integer(2_000))
    #expect(read["discount"] == .integer(99))
    let written = try await Self.edit(
      vendors, #"{"title":"Soap","price":2000,"discount":99,"currency":"USD"}"#)
    #expect(written.status == 200, "\(written.body)")
    for name in ["title", "price", "discount", "price_text", "currency"] {
      #expect(written[name] == read[name], "\(name)")
    }
  }

  @Test("both spellings do for a new product, and each says what is wrong under its own name")
  func spellings() async throws {
    let vendors = try await VendorShop()
    for (title, discount) in [("title", "discount"), ("name", "discounted_price")] {
      let made = try await vendors.register(
        #"{"\#(title)":"Soap","price":1999,"\#(discount)":99,"currency":"USD"}"#)
      #expect(made.status == 201, "\(made.body)")
      #expect(made["title"] == .string("Soap"), "\(made.body)")
      #expect(made["price"] == .integer(1_999))
      #expect(made["discount"] == .integer(99))
      let flawed = try await vendors.register(
        #"{"\#(title)":"ab","price":1,"\#(discount)":2,"currency":"KRW"}"#)
      #expect(flawed.errors == ["/\(title) too_short", "/\(discount) out_of_range"])
      let edited = try await Self.edit(vendors, #"{"\#(discount)":999999}"#)
      #expect(edited.errors == ["/\(discount) out_of_range"], "\(edited.body)")
    }
    let missing = try await vendors.register(#"{"price":1,"currency":"KRW"}"#)
    #expect(missing.errors == ["/title required"])
  }

  @Test("both spellings at once are refused")
  func bothSpellings() async throws {
    let vendors = try await Self.dollars()
    let both = try await vendors.register(
      #"{"title":"Soap","name":"Soap","price":9,"discount":1,"discounted_price":1,"#
        + #""currency":"KRW"}"#)
    #expect(both.errors == ["/name said_twice", "/discounted_price said_twice"], "\(both.body)")
    let edit = try await Self.edit(vendors, #"{"discount":1,"discounted_price":1}"#)
    #expect(edit.errors == ["/discounted_price said_twice"])
  }

  @Test("amounts are whole minor units; dollars with a point are refused and the reason is told")
  func minorUnits() async throws {
    let vendors = try await Self.dollars()
    let broken = try await vendors.register(
      #"{"title":"Soap","price":19.99,"discount":0.5,"currency":"USD"}"#)
    #expect(broken.errors == ["/price not_whole", "/discount not_whole"], "\(broken.body)")
    #expect(broken.body.contains("cents"))
    #expect(try await Self.edit(vendors, #"{"price":2500.0}"#)["price"] == .integer(2_500))
  }

  // MARK: Discounts that stay

  @Test("a price below the discount that stays is refused: the product would be free")
  func keptDiscount() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    for price in [0, 1, 2_999] {
      let answer = try await Self.edit(vendors, #"{"price":\#(price)}"#)
      #expect(answer.status == 422, "\(answer.body)")
      #expect(answer.errors == ["/discount exceeds_price"])
    }
    #expect(try await vendors.shop.send(.get, Self.path)["price"] == .integer(15_000))
    #expect(try await Self.edit(vendors, #"{"price":3000}"#).status == 200)
    #expect(try await Self.edit(vendors, #"{"price":100,"discount":0}"#).status == 200)
  }

  @Test("the same in Open Market's words")
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
      (#""price":-5,"currency":"JPY""#, ["/currency unknown_currency", "/price out_of_range"]),
      (#""price":-5"#, ["/currency required", "/price out_of_range"]),
      (#""price":5,"currency":"JPY""#, ["/currency unknown_currency"]),
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
    for habit in [ProductDocument.Habit.native, .openMarket] {
      let flaws = ProductDocumentTests.flaws(try ProductDocumentTests.draft(text, habit))
      #expect(flaws == expected, "\(habit) \(text)")
    }
  }

  @Test("an edit tells all of them too")
  func allViolationsOfAnEdit() async throws {
    let text = #"{"price":-5,"currency":"JPY"}"#
    #expect(
      ProductDocumentTests.flaws(try ProductDocumentTests.patch(text))
        == ["/currency unknown_currency", "/price out_of_range"])
    let market = try await Market()
    try await market.add(try .sample())
    let answer = try await market.send(
      .patch, "/api/products/1",
      #"{"price":1.5,"discounted_price":0.5,"secret":"vendor-secret"}"#)
    #expect(answer.message?.contains("discounted_price: KRW") == true, "\(answer.body)")
  }
}
