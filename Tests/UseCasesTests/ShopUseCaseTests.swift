import Domain
import Fakes
import Testing
import UseCases
import ViewData

@Suite struct ShopUseCaseTests {
  let store = FakeStore()
  var browse: BrowseLists { BrowseLists(store, now: FakeClock("2026-03-01T00:00:00Z").now) }
  let origin = Origin("https://shop.example")

  @Test func bannersKeepOrderAndRepetitions() async throws {
    _ = try await store.loadOnce(try .sample())
    let banners = try await browse.banners(from: origin)
    #expect(banners.map(\.id) == [1, 2, 3])
    #expect(banners.map(\.content) == ["ON & OFF", "잇터 23SS", "ON & OFF"])
    #expect(banners[0].imageURL == banners[2].imageURL)
    #expect(banners[0].imageURL.hasPrefix("https://shop.example/images/0202"))
  }

  @Test func categoriesAndItemTypesKeepTheirNumbers() async throws {
    _ = try await store.loadOnce(try .sample())
    let categories = try await browse.categories()
    #expect(
      categories == [CategoryCell(id: 1, title: "상의"), CategoryCell(id: 2, title: "원피스/스커트")])
    let itemTypes = try await browse.itemTypes(from: nil)
    #expect(itemTypes.map(\.categoryID) == [1, 2, 2])
    #expect(itemTypes.map(\.id) == [1, 2, 3])
    #expect(try await browse.numberedItemTypes(from: nil).map(\.section) == [100, 401])
    #expect(itemTypes[1].imageURL.hasSuffix("/original.jpg"))
  }
}
