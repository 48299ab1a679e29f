import Domain
import Fakes
import Testing
import UseCases

/// Apps that count, with and without what they bring back.
@Suite struct ListProductsTests {
  let store = FakeStore()
  var list: ListProducts {
    ListProducts(repository: store, search: store, rules: store, signer: FakeSigner())
  }

  func filled(_ count: Int) async throws -> Vendor {
    let vendor = try await store.ports.vendor()
    for _ in 0..<count { try await store.ports.add(.sample(by: vendor)) }
    return vendor
  }

  func ids(_ page: ListedPage) -> [Int64] { page.window.products.map(\.id) }

  @Test func pagesFollowEachOther() async throws {
    _ = try await filled(5)
    let first = try await list(.counted(.wonAndDollars), offset: 0, count: 2, anchor: nil)
    #expect(ids(first) == [5, 4])
    #expect(first.window.hasNext)
    #expect(first.window.total == 5)
    let second = try await list(
      .counted(.wonAndDollars), offset: 2, count: 2, anchor: list.anchor(of: first))
    #expect(ids(second) == [3, 2])
    #expect(second.window.hasNext)
    let third = try await list(
      .counted(.wonAndDollars), offset: 4, count: 2, anchor: list.anchor(of: second))
    #expect(ids(third) == [1])
    #expect(!third.window.hasNext)
    let behind = try await list(
      .counted(.wonAndDollars), offset: 5, count: 2, anchor: list.anchor(of: third))
    #expect(ids(behind) == [])
    #expect(list.anchor(of: behind) == nil)
  }

  @Test("with its anchor a list stands still while products come and go")
  func anchored() async throws {
    let vendor = try await filled(6)
    let first = try await list(.counted(.wonAndDollars), offset: 0, count: 2, anchor: nil)
    try await store.ports.add(.sample(by: vendor))
    _ = try await RemoveProduct(products: store, now: { .earliest })(5, by: vendor)
    let second = try await list(
      .counted(.wonAndDollars), offset: 2, count: 2, anchor: list.anchor(of: first))
    #expect(ids(second) == [4, 3])
    let again = try await list(
      .counted(.wonAndDollars), offset: 2, count: 2, anchor: list.anchor(of: second))
    #expect(ids(again) == [4, 3])
    let leap = try await list(
      .counted(.wonAndDollars), offset: 1, count: 2, anchor: list.anchor(of: second))
    #expect(ids(leap) == [4, 3])
    let anew = try await list(
      .counted(.wonAndDollars), offset: 0, count: 2, anchor: list.anchor(of: second))
    #expect(ids(anew) == [7, 6])
  }

  @Test("without an anchor the list is counted as it is now")
  func counted() async throws {
    let vendor = try await filled(4)
    _ = try await list(.counted(.wonAndDollars), offset: 0, count: 2, anchor: nil)
    try await store.ports.add(.sample(by: vendor))
    #expect(
      ids(try await list(.counted(.wonAndDollars), offset: 2, count: 2, anchor: nil)) == [3, 2])
  }

  @Test func whoBeginsInTheMiddleGoesOnFromThere() async throws {
    let vendor = try await filled(6)
    let middle = try await list(.counted(.wonAndDollars), offset: 2, count: 2, anchor: nil)
    #expect(ids(middle) == [4, 3])
    try await store.ports.add(.sample(by: vendor))
    #expect(
      ids(
        try await list(
          .counted(.wonAndDollars), offset: 4, count: 2, anchor: list.anchor(of: middle))) == [
          2, 1,
        ])
  }

  @Test("an anchor that is not ours counts as none")
  func foreignAnchors() async throws {
    let vendor = try await filled(4)
    let first = try #require(
      list.anchor(of: try await list(.counted(.wonAndDollars), offset: 0, count: 2, anchor: nil)))
    let ofWon = try #require(
      list.anchor(of: try await list(.counted(.won), offset: 0, count: 2, anchor: nil)))
    let other = ListProducts(
      repository: store, search: store, rules: store, signer: FakeSigner(key: "another"))
    let foreign = try #require(
      other.anchor(of: try await other(.counted(.wonAndDollars), offset: 0, count: 2, anchor: nil)))
    try await store.ports.add(.sample(by: vendor))
    let cursor = ProductCursors(signer: FakeSigner())
      .text(ProductPosition(rank: 0, id: 1), of: ProductQuery())
    for anchor in ["", "x", first + "A", String(first.dropLast()), ofWon, foreign, cursor] {
      #expect(
        ids(try await list(.counted(.wonAndDollars), offset: 2, count: 2, anchor: anchor)) == [
          3, 2,
        ])
    }
    #expect(
      ids(try await list(.counted(.wonAndDollars), offset: 2, count: 2, anchor: first)) == [2, 1])
  }

  @Test func whatLiesOutsideIsBroughtToTheEnds() async throws {
    _ = try await filled(3)
    #expect(ids(try await list(.counted(.wonAndDollars), offset: -5, count: 0, anchor: nil)) == [3])
    #expect(
      ids(try await list(.counted(.wonAndDollars), offset: 0, count: .max, anchor: nil)) == [
        3, 2, 1,
      ])
    #expect(
      ids(try await list(.counted(.wonAndDollars), offset: .max, count: 1, anchor: nil)) == [])
    let anchor = list.anchor(
      of: try await list(.counted(.wonAndDollars), offset: 0, count: 1, anchor: nil))
    #expect(
      ids(try await list(.counted(.wonAndDollars), offset: .max, count: 1, anchor: anchor)) == [])
  }
}
