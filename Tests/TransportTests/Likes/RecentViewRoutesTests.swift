import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What somebody looked at last.
@Suite(.realStore) struct RecentViewRoutesTests {
  @Test func productsAreListedAsCellsTheLastOneFirst() async throws {
    let (shop, likes) = try await LikeRoutesTests.shop()
    for (second, id) in [1, 2, 1].enumerated() {
      shop.clock.set(.init(clamping: LikeShop.start.microseconds + Int64(second)))
      #expect(try await shop.like(.put, "/v1/recent/\(id)").status == 204)
    }
    let list = try await shop.like(.get, "/v1/recent")
    #expect(list.ids == [1, 2])
    #expect(list["items.0.price_text"] == "12,000원")
    #expect(list.fields["cache-control"] == "no-store")
    _ = try await likes.ports.products.remove(1, at: .latest, once: nil) { _ in }
    #expect(try await shop.like(.get, "/v1/recent").ids == [2])
  }

  @Test func nobodyLooksAtAProductThatIsNotThere() async throws {
    let (shop, likes) = try await LikeRoutesTests.shop()
    _ = try await likes.ports.products.remove(1, at: .latest, once: nil) { _ in }
    for id in ["1", "99", "x"] {
      #expect(try await shop.like(.put, "/v1/recent/\(id)").status == 404, "\(id)")
    }
  }
}
