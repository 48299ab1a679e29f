import Dialects
import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

@testable import AppDecoders

/// Reading: the list and the detail of both apps.
@Suite(.realStore) struct OpenMarketListTests {
  static let lists = [
    "/api/products", "/api/products/", "/api/products?page_no=1&items_per_page=20",
  ]

  @Test("both apps decode every row and every detail at once")
  func bothAppsDecodeEverything() async throws {
    let market = try await Market.stocked()
    for path in Self.lists {
      let answer = try await market.get(path)
      #expect(answer.status == 200)
      let page = try RxMarketApp.Page.decoded(from: answer, by: RxMarketApp.decoder)
      let list = try HoMarketApp.ProductList.decoded(from: answer)
      #expect(page.pages.map(\.id) == [8, 7, 6, 5, 4, 3, 2, 1])
      #expect(Set(list.products).count == 8)
    }
    for id in 1...8 {
      let answer = try await market.get("/api/products/\(id)")
      let detail = try RxMarketApp.Detail.decoded(from: answer, by: RxMarketApp.decoder)
      let product = try HoMarketApp.Product.decoded(from: answer)
      #expect(detail.images.count == 2)
      #expect(product.vendors?.name == "야곰")
      #expect(detail.thumbnail == detail.images[0].thumbnailUrl)
      #expect(detail.bargainPrice == detail.price - detail.discountedPrice)
    }
  }

  @Test func aRowIsWrittenToTheLetter() async throws {
    let market = try await Market()
    try await market.add(
      try .sample("팥빙수", price: 25_000, discount: 1_000, stock: 3, description: "시원\n해요"))
    let image = try PreparedImage.sample(2).picture.served(as: .cell).url(from: nil)
    #expect(
      try await market.get("/api/products").body == """
        {"page_no":1,"items_per_page":20,"total_count":1,"offset":0,"limit":20,"pages":[\
        {"id":1,"vendor_id":1,"name":"팥빙수","description":"시원\\n해요",\
        "thumbnail":"http://localhost\(image)","currency":"KRW","price":25000,\
        "bargain_price":24000,"discounted_price":1000,"stock":3,\
        "created_at":"2026-03-01T00:00:00.00","issued_at":"2026-03-01T00:00:00.00"}],\
        "last_page":1,"has_next":false,"has_prev":false}
        """)
  }

  @Test func aDetailIsWrittenToTheLetter() async throws {
    let market = try await Market()
    try await market.add(try .sample("Soap", price: 1_999, discount: 99, in: .usd))
    let picture = try PreparedImage.sample(2).picture
    let full = "http://localhost\(picture.served(as: .full).url(from: nil))"
    let cell = "http://localhost\(picture.served(as: .cell).url(from: nil))"
    #expect(
      try await market.get("/api/products/1").body == """
        {"id":1,"vendor_id":1,"name":"Soap","description":"","thumbnail":"\(cell)",\
        "currency":"USD","price":19.99,"bargain_price":19,"discounted_price":0.99,"stock":5,\
        "created_at":"2026-03-01T00:00:00.00","issued_at":"2026-03-01T00:00:00.00",\
        "images":[{"id":1,"url":"\(full)","thumbnail_url":"\(cell)","succeed":true,\
        "issued_at":"2026-03-01T00:00:00.00"}],\
        "vendors":{"id":1,"name":"야곰","created_at":"2026-01-02T00:00:00.00",\
        "issued_at":"2026-01-02T00:00:00.00"}}
        """)
  }

  @Test(
    "a text that was taken apart is found, and finds what was put together",
    arguments: [
      ("특별한머그컵", "특별한머그컵"), ("특별한머그컵".takenApart, "특별한머그컵"),
      ("특별한머그컵", "특별한머그컵".takenApart), ("특별한머그컵", "머그컵".takenApart + "%20"),
      ("\u{FEFF}Café 머그컵\u{200B}", "CAFE\u{301}"),
    ])
  func searching(_ name: String, _ text: String) async throws {
    let market = try await Market()
    try await market.add(try .sample(name))
    let answer = try await market.get("/openmarket/v2/api/products?search_value=\(text.encoded)")
    #expect(answer["totalCount"] == .integer(1), "\(answer.body)")
    let shown = try await market.get("/api/products/1")["name"]
    guard case .string(let shown)? = shown else { throw Failure.bug("no name") }
    #expect(Array(shown.utf8) == Array(name.putTogether.utf8))
  }

  @Test func theDayIsToldAtMidnightOfSeoul() async throws {
    for (clock, day) in [
      ("2026-03-01T14:59:59.999Z", "2026-03-01"), ("2026-03-01T15:00:00Z", "2026-03-02"),
    ] {
      let market = try await Market()
      market.shop.clock.set(try #require(Timestamp(rfc3339: clock)))
      try await market.add(try .sample())
      let answer = try await market.post(.plain(OpenMarketWriteTests.params(), [SentForm.first]))
      #expect(answer["created_at"] == .string("\(day)T00:00:00.00"), "\(answer.body)")
      #expect(answer["issued_at"] == .string("\(day)T00:00:00.00"))
    }
  }

  @Test func pagesAreCountedAsTheOriginalCounts() async throws {
    let market = try await Market()
    try await market.add(45)
    for (number, newest, oldest, next) in [(1, 45, 26, true), (2, 25, 6, true), (3, 5, 1, false)] {
      let page = try RxMarketApp.Page.decoded(
        from: try await market.get("/api/products?page_no=\(number)&items_per_page=20"),
        by: RxMarketApp.decoder)
      #expect(page.pages.map(\.id) == (oldest...newest).reversed())
      #expect(page.offset == (number - 1) * 20)
      #expect(page.limit == number * 20)
      #expect(page.hasNext == next)
      #expect(page.hasPrev == (number > 1))
      #expect(page.totalCount == 45)
      #expect(page.lastPage == 3)
    }
  }

  @Test func aPagePastTheEndIsEmptyAndNoError() async throws {
    let market = try await Market()
    try await market.add(3)
    for number in [
      "2", "5000", "1000000000", "9223372036854775807", "9223372036854775808",
      "99999999999999999999", "+99999999999999999999", String(repeating: "9", count: 1_000),
    ] {
      let answer = try await market.get("/api/products?page_no=\(number)&items_per_page=20")
      let list = try HoMarketApp.ProductList.decoded(from: answer)
      #expect(answer.status == 200)
      #expect(list.products.isEmpty)
      #expect(!list.hasNext)
      #expect(list.totalCount == 3)
      #expect(list.lastPage == 1)
    }
    let empty = try HoMarketApp.ProductList.decoded(
      from: try await Market().get("/api/products?page_no=1&items_per_page=20"))
    #expect(empty.products.isEmpty)
    #expect(empty.lastPage == 0)
    #expect(!empty.hasPrevious)
  }

  @Test("whatever the query says, there is a page")
  func strayQueries() async throws {
    let market = try await Market()
    try await market.add(150)
    for (query, number, size) in [
      ("", 1, 20), ("?", 1, 20), ("?&page_no=1", 1, 20), ("?page_no=&items_per_page=", 1, 20),
      ("?page_no=0", 1, 20), ("?page_no=-3&items_per_page=-1", 1, 1), ("?page_no=two", 1, 20),
      ("?items_per_page=1000", 1, 100), ("?items_per_page=0", 1, 1), ("?items_per_page=1", 1, 1),
      ("?page_no=2&colour=red&%zz=%f&=", 2, 20), ("?page_no=2&page_no=3", 2, 20),
      ("?page_no=-99999999999999999999", 1, 20), ("?page_no=9999999999999999999x", 1, 20),
      ("?page_no=+", 1, 20), ("?page_no=--99999999999999999999", 1, 20),
      ("?items_per_page=99999999999999999999", 1, 100),
    ] {
      let answer = try await market.get("/api/products\(query)")
      let page = try RxMarketApp.Page.decoded(from: answer, by: RxMarketApp.decoder)
      #expect(page.pageNo == number, "\(query)")
      #expect(page.itemsPerPage == size, "\(query)")
      #expect(page.pages.count == size, "\(query)")
    }
    let detail = try await market.get("/api/products/7?page_no=3&items_per_page=20")
    #expect(detail.status == 200)
    let slashed = try await market.get("/api/products/7/")
    #expect(slashed.status == 200)
    #expect(slashed.body == detail.body)
  }

  @Test func aProductThatIsNotThereIsNotFound() async throws {
    let market = try await Market.stocked()
    for id in ["9", "0", "-1", "01", "+1", "x", "9223372036854775808", "%31%20"] {
      let answer = try await market.get("/api/products/\(id)")
      #expect(answer.status == 404, "\(id)")
      #expect(answer.message != nil, "\(id)")
    }
    try await market.remove(8)
    #expect(try await market.get("/api/products/8").status == 404)
  }

  @Test func aProductWithoutAnImageStillHasOneToShow() async throws {
    let market = try await Market()
    try await market.add(try .sample(), images: [])
    let answer = try await market.get("/api/products")
    let list = try HoMarketApp.ProductList.decoded(from: answer)
    #expect(list.products[0].thumbnail == "http://localhost/images/none.png")
    let detail = try await market.get("/api/products/1")
    #expect(try RxMarketApp.Detail.decoded(from: detail, by: RxMarketApp.decoder).images.isEmpty)
    let response = await market.shop.response(try Request(.get, "/images/none.png"))
    guard case .bytes(let bytes) = response.content else {
      Issue.record("there is no image")
      return
    }
    let file = try SampleImages.stored(bytes, by: FakeSecretDigest())
    #expect(file.width == 1)
    #expect(file.height == 1)
  }

  @Test func thePollIsAnsweredWithNothingWhenNothingHappened() async throws {
    let market = try await Market()
    try await market.add(3)
    let target = "/api/products?page_no=1&items_per_page=1"
    let first = try await market.get(target)
    let tag = try #require(first.fields["etag"])
    #expect(first.fields["cache-control"] == "private, no-cache")
    let again = try await market.get(target, ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(again.fields["etag"] == tag)
    try await market.add(1)
    let newer = try await market.get(target, ["If-None-Match": tag])
    #expect(newer.status == 200)
    #expect(newer.fields["etag"] != tag)
    #expect(try HoMarketApp.ProductList.decoded(from: newer).products[0].id == 4)
    let detail = try await market.get("/api/products/4")
    let detailTag = try #require(detail.fields["etag"])
    #expect(detail.fields["cache-control"] == "no-cache")
    #expect(
      try await market.get("/api/products/4", ["If-None-Match": detailTag]).status == 304)
  }

  @Test func theHealthCheckerSaysOKWithItsQuotes() async throws {
    for path in ["/healthChecker", "/openmarket/v2/healthChecker"] {
      let answer = try await Market().get(path)
      #expect(answer.status == 200)
      #expect(answer.body == "\"OK\"")
    }
  }
}

extension String {
  /// As macOS writes it: jamo, and accents behind their letters.
  fileprivate var takenApart: String { decomposedStringWithCanonicalMapping }

  fileprivate var putTogether: String {
    precomposedStringWithCanonicalMapping.trimmingCharacters(in: ["\u{FEFF}", "\u{200B}"])
  }

  var encoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["%"])) ?? self
  }
}
