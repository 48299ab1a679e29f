import Domain
import Fakes
import Testing
import UseCases
import ViewData

/// What a cell says, at the ends of what a product can be.
@Suite struct ProductCellTests {
  static func cell(
    _ draft: ProductDraft, reviews: ReviewScore = .none, images: [PreparedImage] = []
  ) throws -> ProductCell {
    try product(draft, reviews: reviews, images: images).detail(from: Origin("https://a.example"))
      .cell
  }

  static func product(
    _ draft: ProductDraft, reviews: ReviewScore = .none, images: [PreparedImage] = []
  ) throws -> Product {
    let code = try #require(ProductCode(bytes: Array(repeating: 1, count: 16)))
    let created = try #require(Timestamp(rfc3339: "2026-03-01T00:00:00Z"))
    let updated = try #require(Timestamp(rfc3339: "2026-03-02T00:00:00Z"))
    let vendor = Vendor(
      id: 7, identifier: try .sample(7), name: try Title("모아상점"), createdAt: created)
    let pictures = images.map(\.picture)
    return Product(
      summary: ProductSummary(
        id: 3, code: code, vendor: vendor, draft: draft, cover: pictures.first?.served(as: .cell),
        reviews: reviews, createdAt: created, updatedAt: updated, version: 4),
      draft: draft,
      images: pictures.enumerated().map { ProductImage(id: Int64($0) + 10, picture: $1) })
  }

  struct Priced: Sendable {
    let price: Int64
    let discount: Int64
    let currency: Domain.Currency
    let paid: String
    let before: String?
    let off: String?
  }

  @Test(
    "prices read like prices",
    arguments: [
      Priced(price: 12_000, discount: 0, currency: .krw, paid: "12,000원", before: nil, off: nil),
      Priced(
        price: 15_000, discount: 3_000, currency: .krw, paid: "12,000원", before: "15,000원",
        off: "20%"),
      Priced(price: 0, discount: 0, currency: .krw, paid: "0원", before: nil, off: nil),
      Priced(price: 500, discount: 500, currency: .krw, paid: "0원", before: "500원", off: "100%"),
      Priced(
        price: 12_000, discount: 1, currency: .krw, paid: "11,999원", before: "12,000원",
        off: "1% 미만"),
      Priced(price: 999, discount: 0, currency: .krw, paid: "999원", before: nil, off: nil),
      Priced(price: 1_000, discount: 0, currency: .krw, paid: "1,000원", before: nil, off: nil),
      Priced(
        price: 1_000_000_000_000, discount: 10_000_000_000, currency: .krw,
        paid: "990,000,000,000원", before: "1,000,000,000,000원", off: "1%"),
      Priced(price: 1_999, discount: 0, currency: .usd, paid: "$19.99", before: nil, off: nil),
      Priced(price: 0, discount: 0, currency: .usd, paid: "$0.00", before: nil, off: nil),
      Priced(price: 5, discount: 0, currency: .usd, paid: "$0.05", before: nil, off: nil),
      Priced(
        price: 123_456_700, discount: 100, currency: .usd, paid: "$1,234,566.00",
        before: "$1,234,567.00", off: "1% 미만"),
    ])
  func prices(_ priced: Priced) throws {
    let cell = try Self.cell(
      .sample(price: priced.price, discount: priced.discount, in: priced.currency))
    #expect(cell.priceText == priced.paid)
    #expect(cell.originalPriceText == priced.before)
    #expect(cell.discountText == priced.off)
    #expect(cell.price == priced.price - priced.discount)
    #expect(cell.originalPrice == (priced.discount > 0 ? priced.price : nil))
    #expect((cell.discountPercent == nil) == (priced.discount == 0))
    #expect(cell.currency == priced.currency.rawValue)
  }

  @Test(
    "stocks are counted in pieces",
    arguments: [
      (0, "품절"), (1, "재고 1개"), (3, "재고 3개"), (1_000_000, "재고 1,000,000개"),
      (1_000_000_000, "재고 1,000,000,000개"),
    ])
  func stocks(_ count: Int, _ text: String) throws {
    let cell = try Self.cell(.sample(stock: count))
    #expect(cell.stockText == text)
    #expect(cell.isSoldOut == (count == 0))
    #expect(cell.stock == count)
  }

  @Test func whatIsSpokenTellsAllOfTheCell() throws {
    let plain = try Self.cell(.sample("겨울 코트", price: 12_000, stock: 0))
    #expect(plain.accessibilityLabel == "겨울 코트, 12,000원, 품절")
    let full = try Self.cell(
      .sample("겨울 코트", price: 15_000, discount: 3_000, stock: 3, details: .sample()))
    #expect(
      full.accessibilityLabel == "모윰, 겨울 코트, 12,000원, 20% 할인, 정가 15,000원, 재고 3개")
  }

  @Test func badgesStandInTheirOrder() throws {
    let cell = try Self.cell(.sample(stock: 0, details: .sample()))
    #expect(cell.badges.map(\.kind) == ["best", "free_delivery", "discontinued", "sold_out"])
    #expect(cell.badges.map(\.text) == ["BEST", "무료배송", "단종", "품절"])
    #expect(try Self.cell(.sample()).badges.isEmpty)
    for (number, kind) in [(3, nil), (4, "used"), (9, "discontinued"), (10, "upcoming")] {
      let details = ProductDetails(type: try ProductType(number))
      #expect(try Self.cell(.sample(details: details)).badges.first?.kind == kind)
    }
  }

  @Test func picturesHaveTheSizeOfTheirPlace() throws {
    let image = try PreparedImage.sample(2)
    let product = try Self.product(.sample(), images: [image])
    let detail = product.detail(from: Origin("https://a.example"))
    let digest = image.original.digest.hex
    #expect(
      detail.cell.image
        == PictureView(
          id: nil, url: "https://a.example/images/\(digest)/cell.png", width: 400, height: 200,
          bytes: 3, color: "#02fd80"))
    #expect(
      detail.images == [
        PictureView(
          id: 10, url: "https://a.example/images/\(digest)/full.jpg", width: 1_080, height: 540,
          bytes: 3, color: "#02fd80")
      ])
    #expect(product.detail(from: nil).images[0].url == "/images/\(digest)/full.jpg")
  }

  @Test func withoutPicturesThereIsNoImage() throws {
    #expect(try Self.cell(.sample()).image == nil)
  }

  @Test func theRestOfADetailIsWhatTheVendorSaid() throws {
    let detail = try Self.product(
      .sample(description: "긴 설명\n둘째 줄", details: .sample()),
      reviews: ReviewScore(count: 12, average: 4.5)
    ).detail(from: nil)
    #expect(detail.description == "긴 설명\n둘째 줄")
    #expect(detail.cell.brand == "모윰")
    #expect(detail.maker != nil)
    #expect(detail.mall == "네이버")
    #expect(detail.categoryPath == ["패션의류", "여성/잠옷, 홈웨어", "{잠옷}"])
    #expect(detail.delivery?.text == "배송비 3,000원 (50,000원 이상 무료)")
    #expect(detail.delivery?.fee == 3_000)
    #expect(detail.delivery?.isFree == false)
    #expect(detail.cell.reviewCount == 12)
    #expect(detail.cell.reviewAverage == 4.5)
    #expect(detail.createdAt == "2026-03-01T00:00:00Z")
    #expect(detail.updatedAt == "2026-03-02T00:00:00Z")
    #expect(detail.cell.vendor.name == "모아상점")
    #expect(detail.cell.version == 4)
  }

  @Test(
    "delivery reads like a price tag",
    arguments: [
      (true, Int64(0), Int64(3_000), "무료배송"), (false, 0, 0, "무료배송"),
      (false, 0, 2_500, "배송비 2,500원"),
      (false, 30_000, 2_500, "배송비 2,500원 (30,000원 이상 무료)"),
    ])
  func deliveries(_ isFree: Bool, _ limit: Int64, _ fee: Int64, _ text: String) throws {
    let terms = DeliveryTerms(
      isFree: isFree, freeLimit: limit, fee: fee, isBillingByAreaWhenFree: false, areas: [])
    let detail = try Self.product(.sample(details: ProductDetails(delivery: terms)))
      .detail(from: nil)
    #expect(detail.delivery?.text == text)
  }
}
