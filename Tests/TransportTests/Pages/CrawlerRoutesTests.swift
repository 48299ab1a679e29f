import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What search engines are told of the pages.
@Suite(.realStore) struct CrawlerRoutesTests {
  @Test func crawlersReadEverythingButTheAdministrationAndFindTheSitemap() async throws {
    let answer = try await Shop(publicOrigin: "https://shop.example").send(.get, "/robots.txt")
    #expect(answer.fields["content-type"] == "text/plain; charset=utf-8")
    #expect(
      answer.body
        == "User-agent: *\nDisallow: /admin\nSitemap: https://shop.example/sitemap.xml\n")
  }

  @Test func allPagesOfASmallShopAreListedAndNoOther() async throws {
    let vendors = try await VendorShop(try await Shop(publicOrigin: "https://shop.example"))
    for name in ["첫째 상품", "둘째 상품", "셋째 상품"] {
      try await vendors.shop.ports.add(.sample(by: vendors.vendor, .sample(name), images: []))
    }
    _ = try await vendors.shop.ports.products.remove(2, at: .earliest, once: nil) { _ in }
    let answer = try await vendors.shop.send(.get, "/sitemap.xml")
    #expect(answer.fields["content-type"] == "application/xml")
    let found = answer.body.matches(of: /<loc>([^<]*)<\/loc>/).map { String($0.1) }
    #expect(
      found == ["https://shop.example/", "https://shop.example/p/3", "https://shop.example/p/1"])
    let tag = try #require(answer.fields["etag"])
    #expect(
      try await vendors.shop.send(.get, "/sitemap.xml", ["If-None-Match": tag]).status == 304)
  }

  @Test(
    "a part that the shop does not have, and a number that is none",
    arguments: [("2", 404), ("50000", 404), ("-1", 400), ("50001", 400), ("x", 400)])
  func parts(_ number: String, _ status: Int) async throws {
    #expect(try await Shop().send(.get, "/sitemap.xml?part=\(number)").status == status)
  }

  @Test func aLargeShopIsListedInPartsThatMissNothing() async throws {
    let vendors = try await VendorShop(
      try await Shop(on: FakeStore(), publicOrigin: "https://shop.example"))
    for number in 1...1_205 {
      try await vendors.shop.ports.add(
        .sample(by: vendors.vendor, .sample("상품 \(number)"), images: []))
    }
    func locations(_ target: String) async throws -> [String] {
      let body = try await vendors.shop.send(.get, target).body
      return body.matches(of: /<loc>([^<]*)<\/loc>/).map { String($0.1) }
    }
    let parts = try await locations("/sitemap.xml")
    #expect(parts == (1...2).map { "https://shop.example/sitemap.xml?part=\($0)" })
    let first = Set(try await locations("/sitemap.xml?part=1"))
    let second = Set(try await locations("/sitemap.xml?part=2"))
    #expect(first.isDisjoint(with: second))
    let products = Set((1...1_205).map { "https://shop.example/p/\($0)" })
    #expect(first.union(second) == products.union(["https://shop.example/"]))
  }
}
