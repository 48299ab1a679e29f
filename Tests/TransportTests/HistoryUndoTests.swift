import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite("a change is taken back by a change of its own", .realStore) struct HistoryUndoTests {
  private static let path = "/admin/v1/history"
  private static let events = AdminRoutesTests.path

  static func newestID(_ shop: Shop) async throws -> Int64 {
    let answer = try await shop.administer(.get, path + "?limit=1")
    guard case .integer(let id)? = answer["changes.0.id"] else {
      Issue.record("no change: \(answer.body)")
      return 0
    }
    return id
  }

  /// Undoes the newest change.
  @discardableResult
  private static func undo(_ shop: Shop) async throws -> Answer {
    try await undo(try await newestID(shop), shop)
  }

  static func undo(_ id: Int64, _ shop: Shop) async throws -> Answer {
    try await shop.administer(.post, "\(path)/\(id)/undo")
  }

  /// The list but for its versions.
  private static func list(_ shop: Shop) async throws -> String {
    let body = try await shop.administer(.get, events).body
    return body.replacing(#/,"version":\d+/#, with: "")
  }

  @Test(
    "A list is as it was, with its ids, after each kind of change is undone, and again when that is",
    arguments: [
      (HTTP.Method.patch, "/2", #"{"title":"새 제목","starts_at":null,"position":1}"#),
      (.delete, "/2", ""), (.post, "", AdminRoutesTests.item("d")),
      (.put, "", AdminRoutesTests.list(AdminRoutesTests.item("c"), AdminRoutesTests.item("x"))),
    ])
  func aList(_ method: HTTP.Method, _ target: String, _ body: String) async throws {
    let shop = try await AdminRoutesTests.seeded()
    let before = try await Self.list(shop)
    _ = try await shop.administer(method, Self.events + target, body, ifMatch: "*")
    let after = try await Self.list(shop)
    #expect(after != before)
    let change = try await Self.newestID(shop)
    let undone = try await Self.undo(shop)
    #expect(undone.status == 200, "\(undone.body)")
    #expect(undone["action"] == "undo")
    #expect(undone["undoes"] == .integer(change))
    #expect(try await Self.list(shop) == before)
    #expect(try await Self.undo(shop).status == 200)
    #expect(try await Self.list(shop) == after)
  }

  @Test("Changes of other items stay, and a removed one comes back after the one before it")
  func otherItems() async throws {
    let shop = try await AdminRoutesTests.seeded()
    _ = try await shop.administer(.delete, "\(Self.events)/2")
    let removal = try await Self.newestID(shop)
    _ = try await shop.administer(.patch, "\(Self.events)/3", #"{"title":"새 c"}"#, ifMatch: "*")
    _ = try await shop.administer(.patch, "\(Self.events)/1", #"{"position":2}"#, ifMatch: "*")
    _ = try await shop.administer(.post, Self.events, AdminRoutesTests.item("d"))
    #expect(try await Self.undo(removal, shop).status == 200)
    let list = try await shop.administer(.get, Self.events)
    #expect(list.ids == [3, 1, 2, 4])
    #expect(list["items.0.title"] == "새 c")
  }

  @Test("What was changed again since is refused, and stays")
  func changedSince() async throws {
    let shop = try await AdminRoutesTests.seeded()
    _ = try await shop.administer(.patch, "\(Self.events)/2", #"{"title":"하나"}"#, ifMatch: "*")
    let change = try await Self.newestID(shop)
    _ = try await shop.administer(.patch, "\(Self.events)/2", #"{"title":"둘"}"#, ifMatch: "*")
    let refused = try await Self.undo(change, shop)
    #expect(refused.status == 409)
    #expect(refused.code == "changed_since")
    #expect(try await shop.administer(.get, "\(Self.events)/2")["title"] == "둘")
    #expect(try await Self.undo(shop).status == 200)
    #expect(try await Self.undo(change, shop).status == 200)
    #expect(try await shop.administer(.get, "\(Self.events)/2")["title"] == "행사 b")
  }

  @Test("Rules of searching and the products of an event are as they were")
  func wholeLists() async throws {
    let vendors = try await VendorShop(try await AdminRoutesTests.seeded())
    let shop = vendors.shop
    try await vendors.fill(2)
    for (target, body) in [
      ("/admin/v1/search", #"{"synonyms":[["a","b"]],"redirects":{},"banned":["x"]}"#),
      ("\(Self.events)/1/products", #"{"items":[2,1]}"#),
    ] {
      let before = try await shop.administer(.get, target).body
      _ = try await shop.administer(.put, target, body, ifMatch: "*")
      let change = try await Self.newestID(shop)
      #expect(try await Self.undo(change, shop).status == 200)
      #expect(try await shop.administer(.get, target).body == before)
      #expect(try await Self.undo(change, shop).code == "changed_since")
    }
  }

  @Test("A removed event comes back with its products, each time that it is removed")
  func anEventWithProducts() async throws {
    let vendors = try await VendorShop(try await AdminRoutesTests.seeded())
    let shop = vendors.shop
    try await vendors.fill(3)
    let products = "\(Self.events)/2/products"
    _ = try await shop.administer(.put, products, #"{"items":[3,1]}"#, ifMatch: "*")
    _ = try await shop.administer(.delete, "\(Self.events)/2")
    #expect(try await shop.administer(.get, products).status == 404)
    #expect(try await Self.undo(shop).status == 200)
    #expect(try await shop.administer(.get, products).body == #"{"items":[3,1]}"#)
    #expect(try await Self.undo(shop).status == 200)
    #expect(try await shop.administer(.get, products).status == 404)
    #expect(try await Self.undo(shop).status == 200)
    #expect(try await shop.administer(.get, products).body == #"{"items":[3,1]}"#)
  }

  // MARK: Products

  /// A product as its vendor reads it, but for its version and its time.
  static func product(_ vendors: VendorShop, _ id: Int = 1) async throws -> String {
    try await vendors.send(.get, "/v1/products/\(id)").body
      .replacing(#/"version":\d+/#, with: "").replacing(#/"updated_at":"[^"]*"/#, with: "")
      .replacing(#/"variant_id":\d+|"id":\d+,"values"|"chosen_variant_id":\d+/#, with: "")
  }

  @Test(
    "A product is as it was after a change is undone",
    arguments: [
      #"{"price":9900,"original_price":null,"title":"다른 이름","brand":"Moa","tags":["BEST"]}"#,
      #"{"currency":"JPY","price":12000,"original_price":15000}"#,
      #"{"stock":7,"delivery":{"is_free":false,"fee":3000},"category_path":["a"]}"#,
      #"""
      {"options":[{"name":"색상","values":["검정"],"colors":[{"value":"검정","color":"#111111"}]}],
      "variants":[{"values":["검정"],"stock":3,"sku":"a"}],"price":5000}
      """#,
    ])
  func aProduct(_ patch: String) async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    let before = try await Self.product(vendors)
    let changed = try await vendors.send(.patch, "/v1/products/1", patch, [("If-Match", "*")])
    #expect(changed.status == 200, "\(changed.body)")
    let after = try await Self.product(vendors)
    let undone = try await Self.undo(vendors.shop)
    #expect(undone.status == 200, "\(undone.body)")
    #expect(try await Self.product(vendors) == before)
    #expect(try await Self.undo(vendors.shop).status == 200)
    #expect(try await Self.product(vendors) == after)
  }

  @Test("A removed product comes back, once, and is removed again when that is undone")
  func aRemovedProduct() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    let before = try await Self.product(vendors)
    _ = try await vendors.send(.delete, "/v1/products/1")
    let removal = try await Self.newestID(vendors.shop)
    let undone = try await Self.undo(removal, vendors.shop)
    #expect(undone["action"] == "undo", "\(undone.body)")
    #expect(undone["undoes"] == .integer(removal))
    #expect(try await Self.product(vendors) == before)
    #expect(try await Self.undo(removal, vendors.shop).code == "changed_since")
    #expect(try await Self.undo(vendors.shop).status == 200)
    #expect(try await vendors.send(.get, "/v1/products/1").status == 404)
  }

  @Test("A product that was removed thirty days ago stays removed")
  func removedLongAgo() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    _ = try await vendors.send(.delete, "/v1/products/1")
    vendors.shop.clock.set(try #require(Timestamp(rfc3339: "2026-03-31T00:00:00.512Z")))
    #expect(try await Self.undo(vendors.shop).code == "not_undoable")
  }

  @Test("Stock stays where something was sold since, and the price goes back")
  func soldSince() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    func patch(_ body: String) async throws {
      _ = try await vendors.send(.patch, "/v1/products/1", body, [("If-Match", "*")])
    }
    try await patch(#"{"stock":9,"price":10000}"#)
    let change = try await Self.newestID(vendors.shop)
    try await patch(#"{"stock":8}"#)
    #expect(try await Self.undo(change, vendors.shop).status == 200)
    let product = try await vendors.send(.get, "/v1/products/1")
    #expect(product["stock"] == 8)
    #expect(product["price"] == 12_000)
    #expect(try await Self.undo(change, vendors.shop).code == "changed_since")
  }

  @Test("Many products that were written at once are as they were, and the new ones are removed")
  func aBatch() async throws {
    let vendors = try await VendorShop()
    try await vendors.putMugsTwice()
    let undone = try await Self.undo(vendors.shop)
    #expect(undone.status == 200, "\(undone.body)")
    #expect(undone["item_count"] == 2)
    #expect(try await vendors.shop.send(.get, "/v1/products").ids == [2, 1])
    #expect(try await vendors.send(.get, "/v1/products/1")["stock"] == 0)
    #expect(try await vendors.send(.get, "/v1/products/3").status == 404)
  }

  @Test("Of many products only the stock of those stays of which something was sold since")
  func soldOfABatch() async throws {
    let vendors = try await VendorShop()
    try await vendors.putMugsTwice()
    func put(_ first: Int, _ second: Int) async throws {
      let items = #"[{"key":"a","stock":\#(first)},{"key":"b","stock":\#(second)}]"#
      let put = try await vendors.send(.patch, "/v1/products", #"{"items":\#(items)}"#)
      #expect(put.status == 200, "\(put.body)")
    }
    try await put(7, 9)
    let change = try await Self.newestID(vendors.shop)
    try await put(7, 8)
    let undone = try await Self.undo(change, vendors.shop)
    #expect(undone.status == 200, "\(undone.body)")
    #expect(try await vendors.send(.get, "/v1/products/1")["stock"] == 3)
    #expect(try await vendors.send(.get, "/v1/products/2")["stock"] == 8)
    #expect(try await Self.undo(change, vendors.shop).code == "changed_since")
  }

  @Test("A picture stays, and so does a new product that has changed since")
  func notUndoable() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    let creation = try await Self.newestID(vendors.shop)
    _ = try await vendors.send(.patch, "/v1/products/1", #"{"stock":9}"#, [("If-Match", "*")])
    #expect(try await Self.undo(creation, vendors.shop).code == "changed_since")
    let form = SentForm.parts(("file", SampleImages.jpeg()))
    _ = try await vendors.shop.sendBytes(
      form.bytes, .post, "/admin/v1/images",
      [("Authorization", "Bearer \(Shop.bootstrap)"), ("Content-Type", form.contentType)])
    #expect(try await Self.undo(vendors.shop).code == "not_undoable")
  }
}

extension VendorShop {
  /// Makes products 1 and 2 at once; then stock for the first and product 3.
  func putMugsTwice() async throws {
    let mug = #""title":"머그컵","price":12000,"currency":"KRW""#
    for items in [
      #"{"key":"a",\#(mug)},{"key":"b",\#(mug)}"#,
      #"{"key":"a",\#(mug),"stock":3},{"key":"b",\#(mug)},{"key":"c",\#(mug)}"#,
    ] {
      _ = try await send(.put, "/v1/products", #"{"items":[\#(items)]}"#)
    }
  }
}
