import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite("the history tells who changed what", .realStore) struct HistoryRoutesTests {
  private static let path = "/admin/v1/history"
  private static let events = AdminRoutesTests.path

  /// The newest change, without its id and its time.
  private static func newest(_ shop: Shop) async throws -> String {
    let answer = try await shop.administer(.get, path + "?limit=1")
    let body = answer.body.replacing(#/"id":\d+,"at":"[^"]*",/#, with: "", maxReplacements: 1)
    return body.replacing(#/,"next":"\d+"}$/#, with: "}")
  }

  private static func change(
    _ action: String, _ resource: String, count: Int = 1, by author: String = administrator,
    _ rest: String
  ) -> String {
    #"{"changes":[{"actor":\#(author),"request_id":"request-1","action":"\#(action)","#
      + #""resource":"\#(resource)","item_count":\#(count),\#(rest)}]}"#
  }

  private static let administrator = #"{"kind":"token","name":"bootstrap","id":"bootstrap"}"#

  @Test("An item of a list is told by its members that changed, before and after")
  func anItem() async throws {
    let shop = try await AdminRoutesTests.seeded()
    _ = try await shop.administer(
      .patch, "\(Self.events)/2", #"{"title":"새 제목","starts_at":"2026-03-02T00:00:00Z"}"#,
      ifMatch: "*")
    let expected = Self.change(
      "update", "event-categories",
      #""before":{"items":[{"id":2,"title":"행사 b","starts_at":"2026-03-01T00:00:00Z"}]},"#
        + #""after":{"items":[{"id":2,"title":"새 제목","starts_at":"2026-03-02T00:00:00Z"}]}"#)
    #expect(try await Self.newest(shop) == expected)
  }

  @Test("A new order is told alone, and a removed item with all that it was and its place")
  func anOrderAndARemoval() async throws {
    let shop = try await AdminRoutesTests.seeded()
    _ = try await shop.administer(.patch, "\(Self.events)/3", #"{"position":1}"#, ifMatch: "*")
    let order = Self.change(
      "update", "event-categories", count: 0,
      #""before":{"items":[],"order":[1,2,3]},"after":{"items":[],"order":[3,1,2]}"#)
    #expect(try await Self.newest(shop) == order)
    _ = try await shop.administer(.delete, "\(Self.events)/1")
    let removal = try await Self.newest(shop)
    #expect(removal.contains(#""action":"remove""#))
    #expect(removal.contains(#""before":{"items":[{"id":1,"key":"a","title":"행사 a""#))
    #expect(removal.contains(#"}],"order":[3,1,2]},"after":{"items":[],"order":[3,2]}"#))
  }

  @Test("A vendor's product is told by the vendor, from its first day to its last")
  func aProduct() async throws {
    let vendors = try await VendorShop()
    let shop = vendors.shop
    let author =
      #"{"kind":"vendor","name":"가게 1","id":"\#(vendors.vendor.identifier.text)"}"#
    #expect(try await vendors.register().status == 201)
    let creation = try await Self.newest(shop)
    #expect(creation.contains(#""actor":\#(author)"#))
    #expect(creation.contains(#""action":"create","resource":"products/1""#))
    #expect(creation.contains(#""after":{"title":"겨울 코트","description":"","price":12000,"#))
    _ = try await vendors.send(
      .patch, "/v1/products/1", #"{"price":11000,"original_price":null}"#, [("If-Match", "*")])
    let patch = Self.change(
      "update", "products/1", by: author,
      #""before":{"price":12000,"original_price":15000},"#
        + #""after":{"price":11000,"original_price":null}"#)
    #expect(try await Self.newest(shop) == patch)
    _ = try await vendors.send(.delete, "/v1/products/1")
    let removal = try await Self.newest(shop)
    #expect(removal.contains(#""action":"remove","resource":"products/1""#))
    #expect(!removal.contains(#""after""#))
  }

  @Test("Many products that are written at once leave one change")
  func aBatch() async throws {
    let vendors = try await VendorShop()
    try await vendors.putMugsTwice()
    let bulk = try await Self.newest(vendors.shop)
    #expect(bulk.contains(#""action":"bulk","resource":"products","item_count":2"#))
    #expect(bulk.contains(#""before":{"items":[{"id":1,"stock":0}]}"#))
    #expect(bulk.contains(#""after":{"items":[{"id":1,"stock":3},{"id":3,"#))
    let all = try await vendors.shop.administer(.get, Self.path)
    #expect(all.body.split(separator: "request_id").count == 3)
  }

  @Test("Rules of searching, the products of an event and new pictures are told, too")
  func otherWrites() async throws {
    let vendors = try await VendorShop(try await AdminRoutesTests.seeded())
    let shop = vendors.shop
    try await vendors.fill(1)
    _ = try await shop.administer(
      .put, "/admin/v1/search", #"{"synonyms":[["a","b"]],"redirects":{},"banned":[]}"#,
      ifMatch: "*")
    let rules = Self.change(
      "update", "search", #""before":{"synonyms":[]},"after":{"synonyms":[["a","b"]]}"#)
    #expect(try await Self.newest(shop) == rules)
    _ = try await shop.administer(
      .put, "\(Self.events)/1/products", #"{"items":[1]}"#, ifMatch: "*")
    let products = Self.change(
      "update", "event-categories/1/products", #""before":{"items":[]},"after":{"items":[1]}"#)
    #expect(try await Self.newest(shop) == products)
    let form = SentForm.parts(("file", SampleImages.jpeg()))
    for _ in 0..<2 {
      _ = try await shop.sendBytes(
        form.bytes, .post, "/admin/v1/images",
        [("Authorization", "Bearer \(Shop.bootstrap)"), ("Content-Type", form.contentType)])
    }
    #expect(try await Self.newest(shop).contains(#""action":"create","resource":"images/"#))
    let all = try await shop.administer(.get, Self.path)
    #expect(all.body.split(separator: #""resource":"images/"#).count == 2)
  }

  @Test("Stock that was sold elsewhere is told once for each operation, and a removed picture")
  func stockAndRemovals() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register(#"{"title":"머그컵","price":1,"currency":"KRW","stock":5}"#)
    let operations = #"""
      {"operations":[{"id":"0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3","product_id":1,"take":2}]}
      """#
    for _ in 0..<2 { _ = try await vendors.send(.post, "/v1/stock", operations) }
    let sold = try await Self.newest(vendors.shop)
    #expect(sold.contains(#""resource":"stock","item_count":1,"after":{"operations":["#))
    #expect(sold.contains(#"[{"product_id":1,"take":2,"stock":3}]"#))
    let all = try await vendors.shop.administer(.get, Self.path + "?resource=stock")
    #expect(all.body.split(separator: "request_id").count == 2)
    let image = try StoredImage.sample(2)
    try await vendors.shop.put(image)
    _ = try await vendors.shop.administer(.delete, "/admin/v1/images/\(image.digest.hex)")
    let removal = try await Self.newest(vendors.shop)
    #expect(removal.contains(#""action":"remove","resource":"images/\#(image.digest.hex)""#))
  }

  @Test("What is refused, only tried or changes nothing leaves no change")
  func nothing() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let before = try await shop.administer(.get, Self.path).body
    let title = #"{"title":"새 제목"}"#
    for (target, tag, status) in [
      ("1?dry_run=true", "*", 200), ("1", "\"99\"", 412), ("9", "*", 404),
    ] {
      let answer = try await shop.administer(
        .patch, "\(Self.events)/\(target)", title, ifMatch: tag)
      #expect(answer.status == status)
    }
    let same = try await shop.administer(
      .patch, "\(Self.events)/1", #"{"title":"행사 a"}"#, ifMatch: "*")
    #expect(same.status == 200)
    #expect(try await shop.administer(.get, Self.path).body == before)
  }

  @Test("Pages follow each other, and filters tell actor and resource")
  func pages() async throws {
    let shop = try await AdminRoutesTests.seeded()
    for position in [3, 1, 2] {
      _ = try await shop.administer(
        .patch, "\(Self.events)/1", #"{"position":\#(position)}"#, ifMatch: "*")
    }
    let first = try await shop.administer(.get, Self.path + "?limit=2&resource=event-categories")
    guard case .string(let cursor)? = first["next"] else {
      Issue.record("no page follows: \(first.body)")
      return
    }
    let second = try await shop.administer(
      .get, Self.path + "?limit=2&actor=bootstrap&cursor=\(cursor)")
    #expect(second["changes.0.after.order"] == [2, 3, 1])
    let others = try await shop.administer(.get, Self.path + "?actor=nobody")
    #expect(others.body == #"{"changes":[]}"#)
    let wrong = try await shop.administer(.get, Self.path + "?cursor=x")
    #expect(wrong.status == 400)
  }

  @Test("A change that does not exist is not found")
  func noChange() async throws {
    #expect(try await Shop().administer(.get, Self.path + "/1").status == 404)
  }
}
