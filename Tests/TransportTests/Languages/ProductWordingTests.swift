import Domain
import Fakes
import Testing
import Transport
import UseCases
import ViewData
import Web

/// What products say in each language.
@Suite struct ProductWordingTests {
  static func detail(_ language: Language, _ draft: ProductDraft) throws -> ProductDetail {
    let code = try #require(ProductCode(bytes: Array(repeating: 1, count: 16)))
    let vendor = Vendor(
      id: 7, identifier: try .sample(7), name: try Title("가게"), createdAt: .earliest)
    let product = Product(
      summary: ProductSummary(
        id: 3, code: code, vendor: vendor, draft: draft, cover: nil, reviews: .none,
        createdAt: .earliest, updatedAt: .earliest, version: 1),
      draft: draft, images: [])
    return product.detail(in: language.screens.products, from: nil)
  }

  struct Priced: Sendable {
    let price: Int64
    let discount: Int64
    var currency = Domain.Currency.krw
    /// What is paid, what it cost before, what is taken off.
    let korean: [String?]
    let english: [String?]
  }

  @Test(
    "prices read like prices",
    arguments: [
      Priced(
        price: 7_000, discount: 0, korean: ["7,000원", nil, nil], english: ["₩7,000", nil, nil]),
      Priced(
        price: 15_000, discount: 3_000, korean: ["12,000원", "15,000원", "20%"],
        english: ["₩12,000", "₩15,000", "20%"]),
      Priced(price: 999, discount: 0, korean: ["999원", nil, nil], english: ["₩999", nil, nil]),
      Priced(
        price: 12_000, discount: 1, korean: ["11,999원", "12,000원", "1% 미만"],
        english: ["₩11,999", "₩12,000", "under 1%"]),
      Priced(
        price: 1_000_000_000_000, discount: 10_000_000_000,
        korean: ["990,000,000,000원", "1,000,000,000,000원", "1%"],
        english: ["₩990,000,000,000", "₩1,000,000,000,000", "1%"]),
      Priced(
        price: 2_500, discount: 500, currency: .usd, korean: ["$20.00", "$25.00", "20%"],
        english: ["$20.00", "$25.00", "20%"]),
      Priced(
        price: 12_000, discount: 2_000, currency: .jpy, korean: ["10,000엔", "12,000엔", "16%"],
        english: ["¥10,000", "¥12,000", "16%"]),
      Priced(
        price: 123_456, discount: 0, currency: .eur, korean: ["€1,234.56", nil, nil],
        english: ["€1,234.56", nil, nil]),
    ])
  func prices(_ priced: Priced) throws {
    let draft = try ProductDraft.sample(
      price: priced.price, discount: priced.discount, in: priced.currency)
    for (language, texts) in [(Language.korean, priced.korean), (.english, priced.english)] {
      let cell = try Self.detail(language, draft).cell
      #expect([cell.priceText, cell.originalPriceText, cell.discountText] == texts)
    }
  }

  @Test(
    "stocks are counted",
    arguments: [
      (0, "품절", "Sold out"), (1, "재고 1개", "1 in stock"), (12, "재고 12개", "12 in stock"),
      (1_000_000, "재고 1,000,000개", "1,000,000 in stock"),
    ])
  func stocks(_ count: Int, _ korean: String, _ english: String) throws {
    let draft = try ProductDraft.sample(stock: count)
    #expect(try Self.detail(.korean, draft).cell.stockText == korean)
    #expect(try Self.detail(.english, draft).cell.stockText == english)
  }

  @Test func whatIsSpokenTellsAllOfTheCell() throws {
    let draft = try ProductDraft.sample(
      "겨울 코트", price: 15_000, discount: 3_000, stock: 3, details: .sample())
    #expect(
      try Self.detail(.korean, draft).cell.accessibilityLabel
        == "모윰, 겨울 코트, 12,000원, 20% 할인, 정가 15,000원, 재고 3개")
    #expect(
      try Self.detail(.english, draft).cell.accessibilityLabel
        == "모윰, 겨울 코트, ₩12,000, 20% off, was ₩15,000, 3 in stock")
  }

  @Test func badgesAreOfOneKindInEveryLanguage() throws {
    for (number, korean, english) in [
      (4, "중고", "Used"), (9, "단종", "Discontinued"), (10, "판매 예정", "Coming soon"),
    ] {
      var details = ProductDetails(type: try ProductType(number))
      details.tags = try ProductDetails.sample().tags
      let draft = try ProductDraft.sample(stock: 0, details: details)
      let (badges, others) = (
        try Self.detail(.korean, draft).cell.badges, try Self.detail(.english, draft).cell.badges
      )
      #expect(badges.map(\.text) == ["BEST", "무료배송", korean, "품절"])
      #expect(others.map(\.text) == ["BEST", "Free delivery", english, "Sold out"])
      #expect(badges.map(\.kind) == others.map(\.kind))
    }
  }

  @Test(
    "delivery reads like a price tag",
    arguments: [
      (true, Int64(0), Int64(3_000), "무료배송", "Free delivery"),
      (false, 0, 2_500, "배송비 2,500원", "Delivery ₩2,500"),
      (
        false, 50_000, 3_000, "배송비 3,000원 (50,000원 이상 무료)", "Delivery ₩3,000 (free from ₩50,000)"
      ),
    ])
  func deliveries(
    _ isFree: Bool, _ limit: Int64, _ fee: Int64, _ korean: String, _ english: String
  ) throws {
    let terms = DeliveryTerms(
      isFree: isFree, freeLimit: limit, fee: fee, isBillingByAreaWhenFree: false, areas: [])
    let draft = try ProductDraft.sample(details: ProductDetails(delivery: terms))
    #expect(try Self.detail(.korean, draft).delivery?.text == korean)
    #expect(try Self.detail(.english, draft).delivery?.text == english)
  }
}
