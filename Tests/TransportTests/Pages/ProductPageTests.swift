import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What a web view, a browser and a messenger see of a product.
@Suite(.realStore) struct ProductPageTests {
  static let attack = #"<script>alert("1")</script>' onerror='x"#

  /// With one product that has everything, and a second one of the same vendor.
  static func shop(
    _ draft: ProductDraft? = nil, publicOrigin: String? = nil
  ) async throws -> VendorShop {
    let vendors = try await VendorShop(
      try await Shop(publicOrigin: publicOrigin, policies: Policies(shopName: "달빛 상회")))
    let draft =
      try draft
      ?? .sample(
        "침대 옆 무드등", price: 36_000, discount: 7_200, stock: 3, description: "은은한\n빛이에요.",
        details: .sample())
    try await vendors.shop.ports.add(.sample(by: vendors.vendor, draft, images: [2, 3]))
    try await vendors.shop.ports.add(
      .sample(by: vendors.vendor, .sample("다른 상품", price: 500), images: []))
    return vendors
  }

  static func read(
    _ path: String = "/p/1", _ fields: KeyValuePairs<String, String> = [:],
    _ draft: ProductDraft? = nil
  ) async throws -> Answer {
    try await shop(draft).shop.send(.get, path, fields)
  }

  @Test func aPageSaysWhatTheScreenSays() async throws {
    let answer = try await Self.read()
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
    for text in [
      "침대 옆 무드등</h1>", "28,800원", "36,000원", "20%", "재고 3개", "은은한\n빛이에요.", "네이버",
      "배송비 3,000원 (50,000원 이상 무료)", "제주 제주시 +4,000원", "패션의류 › 여성/잠옷, 홈웨어 › {잠옷}",
      "가게 1의 다른 상품", #"href="/p/2""#, #"href="https://shop.example/p/1?a=b&amp;c=%20""#,
      #"alt="사진 2 / 2""#, "제조 &#39; \\ &quot;사&quot;",
    ] { #expect(answer.body.contains(text), "\(text)") }
    #expect(answer.body.hasPrefix("<!doctype html>\n<html lang=\"ko\">"))
  }

  @Test("a page says once that its product is sold out, and names the delivery once")
  func oncePerPage() async throws {
    let draft = try ProductDraft.sample(
      "하얀 컵", stock: 0, description: "하얀 컵", details: .sample())
    let body = try await Self.read("/p/1", [:], draft).body
    #expect(body.ranges(of: ">품절<").count == 1)
    #expect(body.contains(#"<p class="delivery""#))
    #expect(!body.contains("<dt>배송</dt>"))
  }

  @Test("each variant is a row and an offer of its own, and the price above them is none")
  func variants() async throws {
    let price = try Price(36_000, in: .krw)
    let (name, sizes) = (try Title("사이즈"), try ["S", "M"].map { try Title($0) })
    let variants = try Variants(
      options: [ProductOption(name: name, values: sizes.map { OptionValue($0) })],
      all: [
        Variant(choices: [sizes[0]], sku: try SKU("A-1"), price: price, stock: try Stock(3)),
        Variant(choices: [sizes[1]], price: try Price(38_000, in: .krw)),
      ])
    let sample = try ProductDraft.sample("흰 셔츠", price: 36_000)
    let draft = ProductDraft(
      name: sample.name, description: sample.description, price: variants.price,
      stock: variants.stock, details: sample.details, variants: variants)
    let body = try await Self.read("/p/1", [:], draft).body
    #expect(body.ranges(of: "https://schema.org/Offer").count == 2)
    #expect(body.ranges(of: "https://schema.org/OutOfStock").count == 1)
    for text in [
      #"<th scope="col">사이즈</th>"#, #"itemprop="sku" content="A-1""#,
      #"itemprop="price" content="38000""#, "<td>38,000원</td>", "<td>품절</td>",
    ] { #expect(body.contains(text), "\(text)") }
  }

  @Test func inEnglishItIsEnglish() async throws {
    let answer = try await Self.read("/p/1", ["Accept-Language": "en"])
    #expect(answer.fields["content-language"] == "en")
    #expect(answer.fields["vary"] == "Accept-Language")
    for text in ["<html lang=\"en\">", "₩28,800", "3 in stock", "More from 가게 1", "Vendor"] {
      #expect(answer.body.contains(text), "\(text)")
    }
  }

  @Test("the head has what previews of links show, all of it absolute")
  func preview() async throws {
    let body = try await Self.read().body
    for property in [
      #"og:type" content="product"#, #"og:title" content="침대 옆 무드등"#,
      #"og:description" content="28,800원 20% · 은은한 빛이에요."#,
      #"og:url" content="http://localhost/p/1"#,
      #"og:image" content="http://localhost/images/"#, #"og:site_name" content="달빛 상회"#,
      #"og:locale" content="ko_KR"#, #"product:price:amount" content="28800"#,
      #"product:price:currency" content="KRW"#, #"product:availability" content="instock"#,
      #"product:brand" content="모윰"#,
    ] { #expect(body.contains("<meta property=\"\(property)"), "\(property)") }
    #expect(body.contains(#"<link rel="canonical" href="http://localhost/p/1">"#))
  }

  @Test("a preview shows the cover as 2:1, or as it is where that was not made")
  func wideCover() async throws {
    let body = try await Self.read().body
    #expect(body.contains(/og:image" content="[^"]*\/wide\.png"/))
    #expect(body.contains(#"og:image:width" content="1200""#))
    #expect(body.contains(#"og:image:height" content="600""#))
    #expect(body.contains(#"twitter:card" content="summary_large_image""#))
    let vendors = try await Self.shop()
    let cover = try PreparedImage.sample(4, presets: [.thumb, .cell, .full])
    let creation = ProductCreation(
      vendor: vendors.vendor, draft: try .sample(), images: [cover], createdAt: .earliest)
    let product = try await vendors.shop.ports.add(creation)
    let other = try await vendors.shop.send(.get, "/p/\(product.id)").body
    #expect(other.contains(/og:image" content="[^"]*\/full\.jpg"/))
    #expect(other.contains(#"og:image:width" content="1080""#))
    #expect(!other.contains("twitter:card"))
  }

  @Test func thePageHasTheNameOfTheShopAndAWayHome() async throws {
    let answer = try await Self.read()
    #expect(answer.body.contains("<title>침대 옆 무드등 · 달빛 상회</title>"))
    #expect(answer.body.contains(#"<a href="/" dir="auto">달빛 상회</a>"#))
  }

  @Test func textsOfAnotherLanguageThanThePageSayWhich() async throws {
    let english = try await Self.read("/p/1", ["Accept-Language": "en"]).body
    #expect(english.contains(#"dir="auto" lang="ko">침대 옆 무드등</h1>"#))
    let lamp = try await Self.read("/p/1", [:], .sample("Bedside Lamp")).body
    #expect(lamp.contains(#"dir="auto" lang="en">Bedside Lamp</h1>"#))
    let mixed = try await Self.read("/p/1", [:], .sample("LED 무드등 2")).body
    #expect(mixed.contains(#"dir="auto">LED 무드등 2</h1>"#))
  }

  @Test("a slash at the end of the address is forgiven", arguments: ["/p/1/", "/product/1/?a=b"])
  func slashes(_ path: String) async throws {
    let page = try await Self.read(path)
    #expect(page.status == 200)
    #expect(page.body.contains(#"<link rel="canonical" href="http://localhost/p/1">"#))
  }

  @Test func aScreenReaderTellsThePricesApart() async throws {
    let body = try await Self.read().body
    for text in [
      #"<s><span class="heard">정가 </span>36,000원</s>"#,
      #"<span class="heard">할인 </span>20%</b>"#,
      #"<strong><span class="heard">판매가 </span>28,800원</strong>"#,
    ] { #expect(body.contains(text), "\(text)") }
  }

  @Test("search engines read the product, its offer and its reviews as microdata")
  func microdata() async throws {
    let body = try await Self.read().body
    for text in [
      #"itemscope="" itemtype="https://schema.org/Product""#, #"<h1 itemprop="name""#,
      #"itemprop="image" src=""#, #"itemtype="https://schema.org/Offer""#,
      #"<meta itemprop="price" content="28800">"#,
      #"<meta itemprop="priceCurrency" content="KRW">"#,
      #"<link itemprop="availability" href="https://schema.org/InStock">"#,
    ] { #expect(body.contains(text), "\(text)") }
  }

  @Test func underAPublicOriginThePageIsThere() async throws {
    let shop = try await Self.shop(publicOrigin: "https://shop.example").shop
    let answer = try await shop.send(.get, "/p/1")
    #expect(answer.body.contains(#"rel="canonical" href="https://shop.example/p/1""#))
    #expect(
      answer.fields["content-security-policy"]?.contains("img-src 'self' https://shop.example;")
        == true)
  }

  @Test func dollarsHaveCents() async throws {
    let draft = try ProductDraft.sample("Lamp", price: 1_999, in: .usd, stock: 0)
    let body = try await Self.read("/p/1", [:], draft).body
    #expect(body.contains(#"product:price:amount" content="19.99""#))
    #expect(body.contains(#"product:price:currency" content="USD""#))
    #expect(body.contains(#"product:availability" content="oos""#))
  }

  @Test func aLongDescriptionIsCutInThePreviewAlone() async throws {
    let long = String(repeating: "가나다 ", count: 100) + "끝"
    let body = try await Self.read("/p/1", [:], .sample(description: long)).body
    let preview = try #require(body.firstMatch(of: /og:description" content="([^"]*)"/)?.1)
    #expect(preview.count == 201)
    #expect(preview.hasSuffix("…"))
    #expect(body.contains("가나다 끝</p>"))
  }

  @Test func withoutAnythingMoreAProductHasAPage() async throws {
    let body = try await Self.read("/p/2").body
    #expect(body.contains("picture none"))
    #expect(!body.contains("og:image"))
    #expect(!body.contains("class=\"description\""))
    #expect(body.contains(#"og:description" content="다른 상품, 500원, 재고 5개""#))
  }

  @Test("whatever a vendor writes, it brings no markup to the page")
  func attacks() async throws {
    var details = try ProductDetails.sample()
    let attack = try Title(Self.attack)
    (details.brand, details.maker, details.mall) = (attack, attack, attack)
    details.categoryPath = [attack]
    details.delivery = DeliveryTerms(
      isFree: false, freeLimit: 0, fee: 1, isBillingByAreaWhenFree: false,
      areas: [
        .init(
          province: Self.attack, district: Self.attack, neighbourhood: Self.attack, surcharge: 1)
      ])
    let draft = try ProductDraft.sample(
      Self.attack, description: Self.attack + "\n</p>", details: details)
    let shop = try await Self.shop(draft).shop
    for path in ["/p/1", "/p/2"] {
      let body = try await shop.send(.get, path).body
      #expect(!body.contains("<script"))
      #expect(!body.contains("'x"))
      #expect(!body.contains("\"1\""))
      #expect(body.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"))
    }
  }

  @Test func nothingOnAPageRunsOrAsksAnybody() async throws {
    let answer = try await Self.read()
    #expect(answer.text.contains("(document security)"))
    #expect(!answer.body.contains("<script"))
    #expect(!answer.body.contains("style=\""))
    #expect(!answer.body.contains(" on"))
  }

  @Test func whatHasNotChangedIsNotSentAgainInItsLanguage() async throws {
    let shop = try await Self.shop().shop
    let first = try await shop.send(.get, "/p/1")
    let tag = try #require(first.fields["etag"])
    #expect(first.fields["cache-control"] == "no-cache")
    #expect(try await shop.send(.get, "/p/1", ["If-None-Match": tag]).status == 304)
    let other = try await shop.send(
      .get, "/p/1", ["If-None-Match": tag, "Accept-Language": "en"])
    #expect(other.status == 200)
  }

  @Test("what was appended to a link on its way, and the path of another shop, lead to the page")
  func otherAddresses() async throws {
    let shop = try await Self.shop().shop
    let page = try await shop.send(.get, "/p/1").body
    for path in ["/p/1?fbclid=IwAR0", "/p/1?", "//p/1", "/product/1", "/product/1?%zz"] {
      #expect(try await shop.send(.get, path).body == page, "\(path)")
    }
  }

  @Test(
    "a product that is not there is a page that says so",
    arguments: ["/p/99", "/p/0", "/p/x", "/p/01", "/p/", "/p/1/2", "/product/99", "/p/%3Cb%3E"])
  func missing(_ path: String) async throws {
    let answer = try await Self.read(path)
    #expect(answer.status == 404)
    #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
    #expect(answer.fields["cache-control"] == "no-store")
    #expect(answer.body.contains("<h1>상품이 없습니다</h1>"))
    #expect(answer.body.contains(#"<meta name="robots" content="noindex">"#))
    #expect(answer.text.contains("(document security)"))
  }

  @Test func aProductThatWasRemovedIsNotThereEither() async throws {
    let shop = try await Self.shop().shop
    _ = try await shop.ports.products.remove(1, at: .earliest, once: nil) { _ in }
    let answer = try await shop.send(.get, "/p/1", ["Accept-Language": "en"])
    #expect(answer.status == 404)
    #expect(answer.body.contains("There is no such product"))
  }

  @Test func aPageThatCannotBeMadeSaysWhomToTellWhat() async throws {
    let store = FakeStore()
    let shop = try await Shop(on: store)
    store.fail(with: .unavailable(retryAfterSeconds: 7))
    let answer = try await shop.send(.get, "/p/1")
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "7")
    #expect(answer.body.contains("unavailable · request-1"))
    #expect(answer.body.contains("잠시 뒤 다시 시도해 주세요."))
  }

  @Test func manyWhoOpenAPageAtOnceShareOne() async throws {
    let shop = try await Self.shop().shop
    let bodies = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try await shop.send(.get, "/p/1").body } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(bodies.count == 1)
  }
}
