import Testing
import ViewData

@testable import MoaClient

/// A list is loaded again when a product that changed may have another place in it, or none.
@Suite(.timeLimit(.minutes(1))) struct MovedProductTests {
  private let scratch = Scratch()
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  private func start() -> Moa { Moa(shop.url, storage: MoaStorage(in: scratch.directory)) }

  @Test func aListGetsAProductThatOnlyAnotherScreenHeld() async throws {
    let moa = start()
    let home = try await moa.updates(of: .homeScreen).afterFirst()
    let list = try await moa.updates(of: .productPage(ProductQuery(pageSize: 5))).afterFirst()
    shop.change { state in
      state.products.removeAll { $0.id == 7 }
      state.products.insert(TestShop.product(7, stock: 3), at: 0)
      state.mark(7)
    }
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.contains("/v1/products?limit=5"))
    _ = (home, list)
  }

  @Test(
    "a list by what cells do not tell is loaded when a product of it changes",
    arguments: [ProductQuery(category: 1), ProductQuery(itemType: 1)])
  func filtered(_ query: ProductQuery) async throws {
    let moa = start()
    let list = try await moa.updates(of: .productPage(query)).afterFirst()
    shop.put(TestShop.product(20, stock: 1))
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.last?.hasPrefix("/v1/products?") == true)
    _ = list
  }

  private static let cheap = TestShop.product(20, price: 9_000)
  private static let scarce = TestShop.product(20, stock: 1)

  @Test(
    "a search is loaded when a product of it may have another place, or a facet another number",
    arguments: [
      (SearchQuery("product", priceMin: 1), false, cheap),
      (SearchQuery("product", priceMax: 99_000), false, cheap),
      (SearchQuery("product", sort: .priceDescending), false, cheap),
      (SearchQuery("product", sort: .reviews), false, scarce),
      (SearchQuery("product", brands: ["Moa"]), false, scarce),
      (SearchQuery("product", categories: [1]), false, scarce),
      (SearchQuery("product"), false, TestShop.product(20, brand: "Moa")),
      (SearchQuery("product"), true, scarce),
    ])
  func searched(_ query: SearchQuery, _ facets: Bool, _ changed: ProductCell) async throws {
    let moa = start()
    let found = try await moa.updates(of: .searchPage(query, facets: facets)).afterFirst()
    shop.put(changed)
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.last?.hasPrefix("/v1/search?") == true)
    _ = found
  }

  @Test func aScreenIsLoadedWhenAProductChangedByWhatCellsDoNotTell() async throws {
    let moa = start()
    let home = try await moa.updates(of: .homeScreen).afterFirst()
    shop.change { $0.mark(7) }
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.last == "/v1/screens/home")
    _ = home
  }

  @Test func aStockOfASearchByPriceIsDrawnFromItsCellAlone() async throws {
    let moa = start()
    let query = SearchQuery("product", sort: .priceAscending, priceMin: 1)
    var found = try await moa.updates(of: .searchPage(query, facets: false)).afterFirst()
    shop.put(Self.scarce)
    let asked = try await shop.counting { try await moa.changes.refresh() }
    #expect(asked.targets.count == 1)
    #expect(try await found.next()?.value.items.first?.cell.stock == 1)
  }
}
