import Domain
import Fakes
import Testing
import UseCases
import ViewData

/// What a cell says, at the ends of what a product can be.
///
/// The words of languages are those of `Transport`; here are those that say what they stand for.
@Suite struct ProductCellTests {
  static func cell(
    _ draft: ProductDraft, reviews: ReviewScore = .none, images: [PreparedImage] = []
  ) throws -> ProductCell {
    try product(draft, reviews: reviews, images: images).detail(
      in: .sample, from: Origin("https://a.example")
    )
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
    "a brand at the beginning of the title is spoken once",
    arguments: [
      ("Céline 물병", "Céline", "Céline 물병, "), ("Céline", "Céline", "Céline, "),
      ("담다슈즈 운동화", "담다", "담다, 담다슈즈 운동화, "), ("물병 Céline", "Céline", "Céline, 물병 Céline, "),
    ])
  func spokenBrand(_ title: String, _ brand: String, _ beginning: String) throws {
    let details = ProductDetails(brand: try Title(brand))
    let cell = try Self.cell(.sample(title, price: 1_000, discount: 0, details: details))
    #expect(cell.accessibilityLabel.hasPrefix(beginning + "won 1,000"))
  }

  @Test(
    "prices read like prices",
    arguments: [
      Priced(price: 12_000, discount: 0, currency: .krw, paid: "won 12,000", before: nil, off: nil),
      Priced(
        price: 15_000, discount: 3_000, currency: .krw, paid: "won 12,000", before: "won 15,000",
        off: "20%"),
      Priced(price: 0, discount: 0, currency: .krw, paid: "won 0", before: nil, off: nil),
      Priced(
        price: 500, discount: 500, currency: .krw, paid: "won 0", before: "won 500", off: "100%"),
      Priced(
        price: 12_000, discount: 1, currency: .krw, paid: "won 11,999", before: "won 12,000",
        off: "little"),
      Priced(price: 999, discount: 0, currency: .krw, paid: "won 999", before: nil, off: nil),
      Priced(price: 1_000, discount: 0, currency: .krw, paid: "won 1,000", before: nil, off: nil),
      Priced(
        price: 1_000_000_000_000, discount: 10_000_000_000, currency: .krw,
        paid: "won 990,000,000,000", before: "won 1,000,000,000,000", off: "1%"),
      Priced(price: 1_999, discount: 0, currency: .usd, paid: "$19.99", before: nil, off: nil),
      Priced(price: 0, discount: 0, currency: .usd, paid: "$0.00", before: nil, off: nil),
      Priced(price: 5, discount: 0, currency: .usd, paid: "$0.05", before: nil, off: nil),
      Priced(
        price: 123_456_700, discount: 100, currency: .usd, paid: "$1,234,566.00",
        before: "$1,234,567.00", off: "little"),
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
      (0, "none"), (1, "stock 1"), (3, "stock 3"), (1_000_000, "stock 1,000,000"),
      (1_000_000_000, "stock 1,000,000,000"),
    ])
  func stocks(_ count: Int, _ text: String) throws {
    let cell = try Self.cell(.sample(stock: count))
    #expect(cell.stockText == text)
    #expect(cell.isSoldOut == (count == 0))
    #expect(cell.stock == count)
  }

  @Test func whatIsSpokenTellsAllOfTheCell() throws {
    let plain = try Self.cell(.sample("겨울 코트", price: 12_000, stock: 0))
    #expect(plain.accessibilityLabel == "겨울 코트, won 12,000, none")
    let full = try Self.cell(
      .sample("겨울 코트", price: 15_000, discount: 3_000, stock: 3, details: .sample()))
    #expect(
      full.accessibilityLabel == "모윰, 겨울 코트, won 12,000, less 20% of won 15,000, stock 3")
  }

  @Test func badgesStandInTheirOrder() throws {
    let cell = try Self.cell(.sample(stock: 0, details: .sample()))
    #expect(cell.badges.map(\.kind) == ["best", "free_delivery", "discontinued", "sold_out"])
    #expect(cell.badges.map(\.text) == ["best", "carried", "old", "none"])
    #expect(try Self.cell(.sample()).badges.isEmpty)
    for (number, kind) in [(3, nil), (4, "used"), (9, "discontinued"), (10, "upcoming")] {
      let details = ProductDetails(type: try ProductType(number))
      #expect(try Self.cell(.sample(details: details)).badges.first?.kind == kind)
    }
  }

  @Test func picturesHaveTheSizeOfTheirPlace() throws {
    let image = try PreparedImage.sample(2)
    let product = try Self.product(.sample(), images: [image])
    let detail = product.detail(in: .sample, from: Origin("https://a.example"))
    let digest = image.original.digest.hex
    let base = "https://a.example/images/\(digest)"
    #expect(
      detail.cell.image
        == PictureView(
          url: "\(base)/cell.png", width: 400, height: 200, bytes: 3, color: "#02fd80"))
    #expect(
      detail.images == [
        SizedPicture(
          id: 10, url: "\(base)/full.jpg", width: 1_080, height: 540, bytes: 3, color: "#02fd80",
          thumb: .init(url: "\(base)/thumb.png", width: 200, height: 100, bytes: 3),
          cell: .init(url: "\(base)/cell.png", width: 400, height: 200, bytes: 3),
          wide: .init(url: "\(base)/wide.png", width: 1_200, height: 600, bytes: 3))
      ])
    #expect(product.detail(in: .sample, from: nil).images[0].url == "/images/\(digest)/full.jpg")
  }

  @Test func aSizeThatWasNotMadeHasTheOriginalInItsPlace() throws {
    let image = try PreparedImage.sample(2, presets: [.cell])
    let detail = try Self.product(.sample(), images: [image]).detail(in: .sample, from: nil)
    let shown = try #require(detail.images.first)
    let original = image.picture.served(as: .full)
    #expect(shown.url == original.url(from: nil))
    #expect(
      shown.thumb
        == SizedPicture.Size(
          url: original.url(from: nil), width: original.width, height: original.height,
          bytes: original.byteCount))
    #expect(shown.cell.width == 400)
    #expect(shown.wide == nil)
  }

  @Test func withoutPicturesThereIsNoImage() throws {
    #expect(try Self.cell(.sample()).image == nil)
  }

  @Test func theRestOfADetailIsWhatTheVendorSaid() throws {
    let detail = try Self.product(
      .sample(description: "긴 설명\n둘째 줄", details: .sample()),
      reviews: ReviewScore(count: 12, average: 4.5)
    ).detail(in: .sample, from: nil)
    #expect(detail.description == "긴 설명\n둘째 줄")
    #expect(detail.cell.brand == "모윰")
    #expect(detail.maker != nil)
    #expect(detail.mall == "네이버")
    #expect(detail.categoryPath == ["패션의류", "여성/잠옷, 홈웨어", "{잠옷}"])
    #expect(detail.delivery?.text == "carried for won 3,000 (free at won 50,000)")
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
      (true, Int64(0), Int64(3_000), "carried"), (false, 0, 0, "carried"),
      (false, 0, 2_500, "carried for won 2,500"),
      (false, 30_000, 2_500, "carried for won 2,500 (free at won 30,000)"),
    ])
  func deliveries(_ isFree: Bool, _ limit: Int64, _ fee: Int64, _ text: String) throws {
    let terms = DeliveryTerms(
      isFree: isFree, freeLimit: limit, fee: fee, isBillingByAreaWhenFree: false, areas: [])
    let detail = try Self.product(.sample(details: ProductDetails(delivery: terms)))
      .detail(in: .sample, from: nil)
    #expect(detail.delivery?.text == text)
  }
}
