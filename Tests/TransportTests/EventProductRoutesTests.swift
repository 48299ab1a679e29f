import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import ViewData
import Web

/// A merchandiser gives an event its products, and who taps it sees them.
@Suite(.realStore) struct EventProductRoutesTests {
  static let path = "/admin/v1/event-categories/1/products"

  /// Three events and nine products.
  static func shop() async throws -> Shop {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop())
    try await vendors.fill(9)
    return vendors.shop
  }

  static func put(
    _ shop: Shop, _ ids: String, query: String = "", ifMatch: String? = "*"
  ) async throws -> Answer {
    try await shop.administer(.put, path + query, #"{"items":[\#(ids)]}"#, ifMatch: ifMatch)
  }

  @Test func whatWasPutIsShownInItsOrder() async throws {
    let shop = try await Self.shop()
    let put = try await Self.put(shop, "3,9,5")
    #expect(put.status == 200)
    #expect(put.body == #"{"added":3,"removed":0,"total":3}"#)
    let list = try await shop.administer(.get, Self.path)
    #expect(list.body == #"{"items":[3,9,5]}"#)
    #expect(list.fields["etag"] == put.fields["etag"])
    let screen = try await shop.send(.get, "/v1/screens/event/1")
    let read = try JSONDecoder().decode(EventScreen.self, from: Data(screen.body.utf8))
    #expect(read.event.id == 1)
    guard case .products(let products)? = read.sections.first else {
      throw Failure.bug("no products")
    }
    #expect(products.items.map(\.cell.id) == [3, 9, 5])
    #expect(products.items.map(\.cellID) == ["products.3", "products.9", "products.5"])
  }

  @Test func aListCanBeAskedForInAnyOrder() async throws {
    let shop = try await Self.shop()
    _ = try await Self.put(shop, "3,9,5")
    #expect(try await shop.send(.get, "/v1/products?event=1&sort=newest").ids == [9, 5, 3])
    let first = try await shop.send(.get, "/v1/products?event=1&limit=1")
    let cursor = try #require(first.nextCursor)
    let next = try await shop.send(.get, "/v1/products?event=1&limit=1&cursor=\(cursor)")
    let second = try #require(next.nextCursor)
    let last = try await shop.send(.get, "/v1/products?event=1&limit=1&cursor=\(second)")
    #expect(first.ids + next.ids + last.ids == [3, 9, 5])
    #expect(last.nextCursor == nil)
    let other = try await shop.send(.get, "/v1/products?event=2&limit=2&cursor=\(cursor)")
    #expect(other.errors == ["cursor invalid_cursor"])
  }

  @Test("the list of an event goes on where its screen ended")
  func longEvent() async throws {
    let shop = try await Self.shop()
    let vendor = try await shop.ports.vendor(7)
    var ids: [Int64] = []
    for number in 0..<105 {
      ids.append(try await shop.ports.add(.sample(by: vendor, .sample("행사 \(number)"))).id)
    }
    _ = try await Self.put(shop, ids.map(String.init).joined(separator: ","))
    let screen = try await shop.send(.get, "/v1/screens/event/1")
    let read = try JSONDecoder().decode(EventScreen.self, from: Data(screen.body.utf8))
    guard case .products(let products)? = read.sections.first else {
      throw Failure.bug("no products")
    }
    let more = try #require(products.more)
    let cursor = try #require(more.nextCursor)
    #expect(more.path == "/v1/products?event=1")
    let rest = try await shop.send(.get, "\(more.path)&cursor=\(cursor)")
    #expect(products.items.map(\.cell.id) + rest.ids == ids)
  }

  @Test(
    "an event that has not begun or is over tells its products nowhere",
    arguments: [
      #"{"starts_at":"2999-01-01T00:00:00Z"}"#,
      #"{"starts_at":"2001-01-01T00:00:00Z","ends_at":"2001-01-02T00:00:00Z"}"#,
    ])
  func notLive(_ schedule: String) async throws {
    let shop = try await Self.shop()
    _ = try await Self.put(shop, "3,9,5")
    let search = "/v1/search?q=%EC%83%81%ED%92%88&event=1"
    #expect(Set(try await shop.send(.get, search).ids) == [3, 5, 9])
    let patch = try await shop.administer(
      .patch, "/admin/v1/event-categories/1", schedule, ifMatch: "*")
    #expect(patch.status == 200)
    #expect(try await shop.send(.get, "/v1/products?event=1").ids == [])
    #expect(try await shop.send(.get, "/v1/products?event=1&variant=tile").ids == [])
    #expect(try await shop.send(.get, search).ids == [])
    #expect(try await shop.send(.get, "/v1/screens/event/1").status == 404)
    #expect(try await shop.send(.get, "/v1/event-categories/1").status == 404)
    #expect(try await shop.administer(.get, Self.path).body == #"{"items":[3,9,5]}"#)
  }

  @Test func anEventSaysHowManyProductsItHas() async throws {
    let shop = try await Self.shop()
    _ = try await Self.put(shop, "3,9,5")
    let answer = try await shop.send(.get, "/v1/event-categories/1")
    #expect(answer.status == 200)
    #expect(answer["product_count"] == .integer(3))
    #expect(answer["title"] == .string("행사 luxury"))
    #expect(try await shop.send(.get, "/v1/event-categories/99").status == 404)
  }

  @Test func aDryRunTellsAndWritesNothing() async throws {
    let shop = try await Self.shop()
    let dry = try await Self.put(shop, "3", query: "?dry_run=true")
    #expect(dry.body == #"{"added":1,"removed":0,"total":1}"#)
    #expect(dry.fields["etag"] == nil)
    #expect(try await shop.administer(.get, Self.path).body == #"{"items":[]}"#)
  }

  @Test(
    "what is wrong is told at its place",
    arguments: [
      (#"{"items":[3,99]}"#, ["/items/1 unknown_product"]),
      (#"{"items":[3,3]}"#, ["/items/1 duplicate"]),
      (
        #"{"items":[3,"3",3],"ids":[]}"#,
        ["/items/1 wrong_type", "/items/2 duplicate", "/ids unknown_member"]
      ),
      (#"{"items":["3",1.5]}"#, ["/items/0 wrong_type", "/items/1 not_whole"]),
      (#"{"items":null}"#, ["/items wrong_type"]), (#"{"items":{}}"#, ["/items wrong_type"]),
      ("{}", ["/items required"]), (#"{"items":[],"ids":[]}"#, ["/ids unknown_member"]),
    ])
  func mistakes(_ body: String, _ errors: [String]) async throws {
    let shop = try await Self.shop()
    let answer = try await shop.administer(.put, Self.path, body, ifMatch: "*")
    #expect(answer.status == 422)
    #expect(answer.errors == errors)
    #expect(try await shop.administer(.get, Self.path).body == #"{"items":[]}"#)
  }

  @Test func moreThanAThousandAreRefused() async throws {
    let ids = (1...1_001).map(String.init).joined(separator: ",")
    let answer = try await Self.put(try await Self.shop(), ids)
    #expect(answer.errors == ["/items too_many"])
  }

  @Test func anEventThatIsNotThereIsMissing() async throws {
    let shop = try await Self.shop()
    let path = "/admin/v1/event-categories/99/products"
    #expect(try await shop.administer(.get, path).status == 404)
    #expect(try await shop.administer(.put, path, #"{"items":[]}"#, ifMatch: "*").status == 404)
    #expect(try await shop.send(.get, "/v1/screens/event/99").status == 404)
  }

  @Test func twoEditorsDoNotUndoEachOthersWork() async throws {
    let shop = try await Self.shop()
    let tag = try #require(try await shop.administer(.get, Self.path).fields["etag"])
    let mine = try await Self.put(shop, "3", ifMatch: tag)
    #expect(mine.status == 200)
    let theirs = try await Self.put(shop, "5", ifMatch: tag)
    #expect(theirs.status == 412)
    #expect(theirs.code == "changed_meanwhile")
    let again = try await Self.put(shop, "5", ifMatch: mine.fields["etag"])
    #expect(again.status == 200)
  }

  @Test func aRepeatedPutIsMadeOnce() async throws {
    let shop = try await Self.shop()
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Shop.bootstrap)", "Idempotency-Key": "k1", "If-Match": "*",
    ]
    for replayed in [nil, "true"] {
      let answer = try await shop.send(.put, Self.path, fields, #"{"items":[3]}"#)
      #expect(answer.body == #"{"added":1,"removed":0,"total":1}"#)
      #expect(answer.fields["idempotency-replayed"] == replayed)
    }
  }

  @Test func nobodyElseArrangesEvents() async throws {
    let shop = try await Self.shop()
    #expect(try await shop.send(.get, Self.path).status == 401)
    #expect(try await shop.send(.put, Self.path, [:], #"{"items":[]}"#).status == 401)
  }
}
