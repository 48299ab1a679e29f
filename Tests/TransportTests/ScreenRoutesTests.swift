import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import ViewData
import Web

/// One request for each screen of an app.
@Suite(.realStore) struct ScreenRoutesTests {
  static let home = "/v1/screens/home"

  /// With the demo shop and nine products of two vendors.
  static func shop() async throws -> Shop {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop())
    try await vendors.fill(9)
    return vendors.shop
  }

  static func read<Value: Decodable>(
    _ path: String, _ fields: KeyValuePairs<String, String> = [:]
  ) async throws -> Value {
    let answer = try await shop().send(.get, path, fields)
    #expect(answer.status == 200, "\(answer.body)")
    return try JSONDecoder().decode(Value.self, from: Data(answer.body.utf8))
  }

  @Test func theHomeScreenHasItsSectionsInOrder() async throws {
    let screen: Screen = try await Self.read(Self.home)
    #expect(
      screen.sections.map(\.id) == ["event-banners", "event-categories", "on-sale", "newest"])
  }

  @Test func everyCellOfAScreenHasAnIDOfItsOwn() async throws {
    for path in [Self.home, "/v1/screens/categories"] {
      let screen: Screen = try await Self.read(path)
      let ids = screen.sections.flatMap(\.cellIDs)
      #expect(Set(ids).count == ids.count)
      #expect(ids.count > 3)
    }
  }

  @Test func aProductMayStandInTwoSections() async throws {
    let screen: Screen = try await Self.read(Self.home)
    let ids = screen.sections.flatMap(\.cellIDs)
    #expect(ids.contains("on-sale.9"))
    #expect(ids.contains("newest.9"))
  }

  @Test func theNewestProductsGoOnWhereTheScreenEnds() async throws {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop())
    try await vendors.fill(25)
    let answer = try await vendors.shop.send(.get, Self.home)
    let screen = try JSONDecoder().decode(Screen.self, from: Data(answer.body.utf8))
    guard case .products(let newest)? = screen.sections.last, let more = newest.more,
      let cursor = more.nextCursor
    else { throw Failure.bug("nothing goes on") }
    #expect(newest.items.map(\.cell.id) == (6...25).reversed().map(Int64.init))
    let next = try await vendors.shop.send(.get, "\(more.path)?cursor=\(cursor)")
    #expect(next.ids == [5, 4, 3, 2, 1])
  }

  @Test func aSectionWithoutItemsIsLeftOut() async throws {
    let answer = try await Shop().send(.get, Self.home)
    #expect(answer.body == #"{"sections":[]}"#)
  }

  @Test func itemTypesStandUnderTheTitleOfTheirCategory() async throws {
    let screen: Screen = try await Self.read("/v1/screens/categories")
    guard case .itemTypes(let section)? = screen.sections.last else {
      throw Failure.bug("no item types")
    }
    #expect(section.id == "category-\(section.items[0].cell.categoryID)")
    #expect(section.title == "원피스/스커트")
    #expect(section.more?.path == "/v1/products?category=2")
    #expect(section.items.map(\.cell.categoryID) == [2, 2])
    #expect(section.items.map(\.cell.link) == [2, 3].map { CellLink(kind: "item_type", id: $0) })
    #expect(section.items.allSatisfy { ($0.cell.image?.width ?? 0) > 0 })
  }

  @Test func aTapOnABannerLeadsWhereItsLinkSays() async throws {
    let screen: Screen = try await Self.read(Self.home)
    guard case .eventBanners(let section)? = screen.sections.first else {
      throw Failure.bug("no banners")
    }
    #expect(
      section.items.map(\.cell.link) == [
        CellLink(kind: "event", id: 1), CellLink(kind: "search", query: "봄"), nil,
      ])
    #expect(section.items.allSatisfy { ($0.cell.image?.width ?? 0) > 0 })
  }

  @Test("a product's screen shows what else is of its item type")
  func sameItemType() async throws {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop())
    for number in 1...3 { try await vendors.fill(1, itemType: number < 3 ? 2 : nil) }
    let answer = try await vendors.shop.send(.get, "/v1/screens/product/1")
    let screen = try JSONDecoder().decode(ProductScreen.self, from: Data(answer.body.utf8))
    guard case .products(let alike)? = screen.sections.last else {
      throw Failure.bug("nothing alike")
    }
    #expect(alike.id == "same_item_type")
    #expect(alike.items.map(\.cell.id) == [2])
    #expect(try await vendors.shop.send(.get, "/v1/products?item_type=2").ids == [2, 1])
    #expect(try await vendors.shop.send(.get, "/v1/products?category=2").ids == [2, 1])
    #expect(try await vendors.shop.send(.get, "/v1/products?category=1").ids == [])
  }

  @Test func aProductsScreenShowsMoreOfItsVendorAndNotItselfAgain() async throws {
    let screen: ProductScreen = try await Self.read("/v1/screens/product/4")
    #expect(screen.product.id == 4)
    guard case .products(let more)? = screen.sections.first else {
      throw Failure.bug("nothing more")
    }
    #expect(more.items.map(\.cell.id) == [8, 6, 2])
    #expect(more.title == "가게 1의 다른 상품")
  }

  @Test func aProductThatIsNotThereHasNoScreen() async throws {
    let answer = try await Self.shop().send(.get, "/v1/screens/product/99")
    #expect(answer.status == 404)
    #expect(answer.code == "not_found")
  }

  // MARK: Languages

  @Test(
    "titles are in the language that the client likes best",
    arguments: [
      ("en", "en"), ("en-US,en;q=0.9", "en"), ("ko", "ko"), ("ko;q=0.4, en;q=0.5", "en"),
      ("fr, en;q=0.1", "en"), ("fr", "ko"), ("*", "ko"), ("en;q=0", "ko"), ("", "ko"),
      (";;,q=1", "ko"), ("EN", "en"),
    ])
  func languages(_ wanted: String, _ given: String) async throws {
    let answer = try await Self.shop().send(.get, Self.home, ["Accept-Language": wanted])
    #expect(answer.fields["content-language"] == given)
    #expect(answer.body.contains(given == "en" ? "On sale now" : "지금 할인 중"))
  }

  @Test func whoSaysNothingGetsKorean() async throws {
    let answer = try await Self.shop().send(.get, Self.home)
    #expect(answer.fields["content-language"] == "ko")
    #expect(answer.fields["vary"] == "Accept-Language")
  }

  @Test func whatHasNotChangedIsNotSentAgainInItsLanguage() async throws {
    let shop = try await Self.shop()
    let tag = try #require(try await shop.send(.get, Self.home).fields["etag"])
    let same = try await shop.send(.get, Self.home, ["If-None-Match": tag])
    #expect(same.status == 304)
    let other = try await shop.send(
      .get, Self.home, ["If-None-Match": tag, "Accept-Language": "en"])
    #expect(other.status == 200)
  }
}

extension AnySection {
  var cellIDs: [String] {
    switch self {
    case .eventBanners(let section): section.items.map(\.cellID)
    case .eventCategories(let section): section.items.map(\.cellID)
    case .products(let section): section.items.map(\.cellID)
    case .itemTypes(let section): section.items.map(\.cellID)
    case .unknown: []
    }
  }
}
