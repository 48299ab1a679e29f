import Foundation
import MoaClient
import Testing

/// What all sections have is read without asking for their kind.
@Suite struct SectionTests {
  static let more = ScreenLink(kind: "products", path: "/v1/products?on_sale=true", nextCursor: nil)

  static let sections: [AnySection] = [
    .eventBanners(section("event_banners")), .eventCategories(section("event_categories")),
    .products(section("products")), .itemTypes(section("item_types")),
  ]

  static func section<Cell>(_ kind: String) -> ScreenSection<Cell> {
    ScreenSection(id: kind, kind: kind, title: "Title", layout: "row", items: [], more: more)
  }

  @Test func eachHasItsID() {
    #expect(
      Self.sections.map(\.id) == ["event_banners", "event_categories", "products", "item_types"])
  }

  @Test("each has its title, its layout and its link", arguments: sections)
  func common(_ section: AnySection) {
    #expect(section.title == "Title")
    #expect(section.layout == "row")
    #expect(section.more == Self.more)
  }

  @Test func oneOfAnotherKindHasItsIDAlone() {
    let unknown = AnySection.unknown(id: "clips", kind: "videos")
    #expect(unknown.id == "clips")
    #expect(unknown.title == nil)
    #expect(unknown.layout == nil)
    #expect(unknown.more == nil)
  }

  @Test func aLinkToSomethingElseThanProductsIsNotFollowed() throws {
    let moa = Moa(try #require(URL(string: "http://127.0.0.1:9")))
    let link = ScreenLink(kind: "videos", path: "/v1/videos", nextCursor: nil)
    #expect((moa.products(link) as Any?) == nil)
  }
}
