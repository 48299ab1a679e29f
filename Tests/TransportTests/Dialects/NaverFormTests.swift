import Dialects
import Domain
import HTTP
import Testing
import Transport
import UseCases
import Web

@testable import Fakes

/// The paths and the two forms of Naver's search.
@Suite(.realStore) struct NaverFormTests {
  @Test func thePathWithoutAnEndingAnswersInJSON() async throws {
    let market = try await NaverShoppingTests.market(of: 3)
    let answer = try await market.get("/v1/search/shop?query=%EC%9E%A0%EC%98%B7")
    #expect(answer.fields["content-type"] == "application/json; charset=UTF-8")
    #expect(
      answer.body == (try await market.get("/v1/search/shop.json?query=%EC%9E%A0%EC%98%B7").body))
  }

  @Test func theXMLIsAnRSSChannelAsNaverDocumentsIt() async throws {
    let market = try await Market(publicOrigin: "https://shop.example")
    var details = try ProductDetails.sample()
    details.link = nil
    let product = try await market.add(
      .sample("극세사 <잠옷> & 세트", price: 25_000, discount: 5_500, details: details))
    let image = try #require(product.cell.cover?.url(from: nil))
    let answer = try await market.get("/v1/search/shop.xml?query=%EC%9E%A0%EC%98%B7")
    #expect(answer.fields["content-type"] == "text/xml; charset=UTF-8")
    #expect(answer.fields["cache-control"] == "no-cache")
    #expect(
      answer.body == """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0"><channel><title>Naver Open API - shop ::&#39;잠옷&#39;</title>\
        <link>https://shop.example/</link><description>Naver Search Result</description>\
        <lastBuildDate>Sun, 01 Mar 2026 09:00:00 +0900</lastBuildDate><total>1</total>\
        <start>1</start><display>1</display><item>\
        <title>극세사 &amp;lt;&lt;b&gt;잠옷&lt;/b&gt;&amp;gt; &amp;amp; 세트</title>\
        <link>https://shop.example/p/1</link><image>https://shop.example\(image)</image>\
        <lprice>19500</lprice><hprice>0</hprice><mallName>네이버</mallName>\
        <productId>1</productId><productType>7</productType><brand>모윰</brand>\
        <maker>제조 &#39; \\ &quot;사&quot;</maker><category1>패션의류</category1>\
        <category2>여성/잠옷, 홈웨어</category2><category3>{잠옷}</category3>\
        <category4></category4></item></channel></rss>
        """)
  }

  @Test func aQueryThatXMLCannotHoldIsShownWithoutIt() async throws {
    let answer = try await Shop().send(.get, "/v1/search/shop.xml?query=a%01%EF%BF%BF%3C")
    #expect(answer.status == 200)
    #expect(answer.body.contains("<title>Naver Open API - shop ::&#39;a\u{FFFD}\u{FFFD}&lt;&#39;"))
  }

  @Test func aRefusalOfTheSearchInXMLIsXML() async throws {
    let answer = try await Shop().send(.get, "/v1/search/shop.xml?query=a&sort=x")
    #expect(answer.status == 400)
    #expect(answer.fields["content-type"] == "text/xml; charset=UTF-8")
    #expect(
      answer.body == """
        <?xml version="1.0" encoding="UTF-8"?>
        <result><errorMessage>Invalid sort value (부적절한 sort 값입니다.)</errorMessage>\
        <errorCode>SE04</errorCode></result>
        """)
  }

  @Test(
    "each path that an app of Naver's may ask for is refused in Naver's form",
    arguments: [
      "shop.json/", "shop/", "shop.xml/", "shop.JSON", "shop.jsonp", "blog", "blog/",
      "blog.json/", "book_adv.json", "/blog.json", "shop.json//",
    ])
  func refusedPaths(_ name: String) async throws {
    let answer = try await Shop().send(.get, "/v1/search/\(name)?query=a")
    #expect(answer.status == 404)
    #expect(answer.body.contains("SE05"), "\(answer.body)")
  }

  @Test(
    "the engine's own errors have Naver's form on Naver's paths",
    arguments: [
      ("/v1/search/shop.json", "application/json; charset=UTF-8"),
      ("/v1/search/shop", "application/json; charset=UTF-8"),
      ("/v1/search/shop.xml", "text/xml; charset=UTF-8"),
      ("/v1/search", "application/problem+json"), ("", "application/problem+json"),
    ])
  func engineErrors(_ path: String, _ type: String) throws {
    let refusal = try Routes.refusal(added: .dialects(), now: Shop.now)
    let answer = try Answer(refusal(.malformedTarget(at: 32), "1", path), to: .get)
    #expect(answer.status == 400)
    #expect(answer.closes)
    #expect(answer.fields["content-type"] == type)
    #expect(answer.body.contains("SE01") == path.hasPrefix("/v1/search/"))
  }

  @Test("an ending that is escaped counts like a plain one", arguments: ["%2Exml", ".x%6Dl"])
  func escapedEnding(_ ending: String) async throws {
    let answer = try await Shop().send(.get, "/v1/search/blog\(ending)?query=a")
    #expect(answer.fields["content-type"] == "text/xml; charset=UTF-8")
  }
}
