import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What somebody likes, as an app reads and writes it.
@Suite(.realStore) struct LikeRoutesTests {
  /// Below which the routes of devices are.
  static let paths = ["/v1/likes", "/v1/recent", "/v1/devices"]

  /// Products of 12,000 won, with ids from 1, and a device.
  static func shop(products count: Int = 3) async throws -> (Shop, LikeShop) {
    let shop = try await Shop()
    let likes = try await LikeShop(shop.ports, products: count)
    try await shop.device()
    return (shop, likes)
  }

  @Test func aLikedProductIsListed() async throws {
    let (shop, _) = try await Self.shop()
    let answer = try await shop.like(.put, "/v1/likes/2")
    #expect(answer.text == "HTTP/1.1 204 No Content\n(security)\nCache-Control: no-store\n\n")
    let list = try await shop.like(.get, "/v1/likes")
    #expect(list.ids == [2])
    #expect(list.fields["cache-control"] == "no-store")
    #expect(list.fields["content-language"] == "ko")
  }

  @Test func aCellIsReadyToDraw() async throws {
    let (shop, _) = try await Self.shop()
    _ = try await shop.like(.put, "/v1/likes/2")
    let list = try await shop.like(.get, "/v1/likes")
    let image = try #require(list["items.0.image.url"])
    #expect(
      list.body == """
        {"items":[{"id":2,"title":"겨울 코트 1","price_text":"12,000원","image":{"url":\(Self.text(image)),\
        "width":400,"height":200,"bytes":3,"color":"#02fd80"},"is_available":true,\
        "status":"in_stock","status_text":"재고 5개","accessibility_label":"겨울 코트 1, 12,000원, 재고 5개",\
        "price":12000,"currency":"KRW","liked_at":"2026-03-01T00:00:00Z"}],"page":{}}
        """)
  }

  private static func text(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("liking and unliking twice is the same as once", arguments: [HTTP.Method.put, .delete])
  func idempotent(_ method: HTTP.Method) async throws {
    let (shop, _) = try await Self.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    _ = try await shop.like(.put, "/v1/likes/2")
    for _ in 1...2 { #expect(try await shop.like(method, "/v1/likes/1").status == 204) }
    // What is liked already does not move to the top.
    #expect(try await shop.like(.get, "/v1/likes").ids == (method == .put ? [2, 1] : [2]))
  }

  @Test("a product that never was is missing", arguments: [HTTP.Method.put, .delete])
  func missing(_ method: HTTP.Method) async throws {
    let (shop, _) = try await Self.shop()
    for target in ["/v1/likes/99", "/v1/likes/0", "/v1/likes/x", "/v1/likes/01"] {
      let answer = try await shop.like(method, target)
      #expect(answer.status == 404, "\(target)")
      #expect(answer.code == "not_found", "\(target)")
    }
  }

  @Test func aRemovedProductIsDrawnAsItWas() async throws {
    let (shop, _) = try await Self.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    _ = try await shop.ports.products.remove(1, at: .latest, once: nil) { _ in }
    let list = try await shop.like(.get, "/v1/likes", language: "en")
    #expect(list["items.0.title"] == .string("겨울 코트 0"))
    #expect(list["items.0.price_text"] == .string("₩12,000"))
    #expect(list["items.0.image"] != nil)
    #expect(list["items.0.is_available"] == false)
    #expect(list["items.0.status"] == "removed")
    #expect(list["items.0.status_text"] == "No longer sold")
    #expect(try await shop.like(.put, "/v1/likes/1").status == 204)
    #expect(try await shop.like(.delete, "/v1/likes/1").status == 204)
  }

  @Test func aRemovedProductIsMissingForThoseWhoNeverLikedIt() async throws {
    let (shop, _) = try await Self.shop()
    _ = try await shop.ports.products.remove(1, at: .latest, once: nil) { _ in }
    let answer = try await shop.like(.put, "/v1/likes/1")
    #expect(answer.status == 404)
    #expect(answer.body.contains("Product 1 was removed."))
    #expect(try await shop.like(.delete, "/v1/likes/1").status == 404)
    #expect(try await shop.like(.get, "/v1/likes").ids == [])
  }

  @Test func aRemovedProductThatWasLikedCanBeLikedAgain() async throws {
    let (shop, _) = try await Self.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    _ = try await shop.ports.products.remove(1, at: .latest, once: nil) { _ in }
    #expect(try await shop.like(.delete, "/v1/likes/1").status == 204)
    #expect(try await shop.like(.put, "/v1/likes/1").status == 204)
    #expect(try await shop.like(.get, "/v1/likes").ids == [1])
  }

  @Test(
    "how the price has changed is told in words and in numbers",
    arguments: [
      (9_000, 5, "ko", -3_000, "3,000원 인하", "in_stock"),
      (15_000, 5, "ko", 3_000, "3,000원 인상", "in_stock"),
      (9_000, 0, "en", -3_000, "₩3,000 less", "sold_out"),
    ] as [(Int64, Int, String, Int64, String, String)])
  func priceChange(
    _ price: Int64, _ stock: Int, _ language: String, _ amount: Int64, _ text: String,
    _ status: String
  ) async throws {
    let (shop, likes) = try await Self.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    let draft = try ProductDraft.sample("겨울 코트 0", price: price, stock: stock)
    _ = try await likes.ports.products.change(1, once: nil) { product in
      ProductRevision(
        draft: draft, images: product.images.map { .kept($0.id) },
        updatedAt: product.summary.updatedAt)
    }
    let list = try await shop.like(.get, "/v1/likes", language: language)
    #expect(list["items.0.price_change.amount"] == .integer(amount))
    #expect(list["items.0.price_change.text"] == .string(text))
    #expect(list["items.0.status"] == .string(status))
    #expect(list["items.0.price"] == .integer(price))
    #expect(list["items.0.is_available"] == .bool(stock > 0))
  }

  @Test func pagesFollowEachOther() async throws {
    let (shop, _) = try await Self.shop(products: 5)
    for id in 1...5 { _ = try await shop.like(.put, "/v1/likes/\(id)") }
    var (ids, cursor) = ([Int64](), nil as String?)
    repeat {
      let page = try await shop.like(
        .get, "/v1/likes?limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
      #expect(page.ids.count <= 2)
      ids += page.ids
      cursor = page.nextCursor
    } while cursor != nil
    #expect(ids == [5, 4, 3, 2, 1])
  }

  @Test func aSearchFindsAPartOfTheTitle() async throws {
    let (shop, _) = try await Self.shop()
    for id in 1...3 { _ = try await shop.like(.put, "/v1/likes/\(id)") }
    #expect(try await shop.like(.get, "/v1/likes?q=%EC%BD%94%ED%8A%B8%201").ids == [2])
    let first = try await shop.like(.get, "/v1/likes?limit=1&q=%EC%BD%94%ED%8A%B8")
    let cursor = try #require(first.nextCursor)
    let other = try await shop.like(.get, "/v1/likes?limit=1&cursor=\(cursor)")
    #expect(other.errors == ["cursor invalid_cursor"])
  }

  @Test(
    "a query that cannot be answered is refused by name",
    arguments: [
      ("/v1/likes?limit=0", "limit out_of_range"),
      ("/v1/likes?cursor=abc", "cursor invalid_cursor"),
      ("/v1/likes?q=", "q empty"), ("/v1/likes?page=2", "page unknown_parameter"),
      ("/v1/likes/overlay?ids=", "ids malformed_ids"),
      ("/v1/likes/overlay?ids=1,,2", "ids malformed_ids"),
      ("/v1/likes/overlay?ids=1,a", "ids malformed_ids"),
    ])
  func refusals(_ target: String, _ error: String) async throws {
    let (shop, _) = try await Self.shop()
    let answer = try await shop.like(.get, target)
    #expect(answer.status == 400)
    #expect(answer.errors == [error])
  }

  @Test func heartsAreToldForScreensThatAllShare() async throws {
    let (shop, _) = try await Self.shop()
    _ = try await shop.like(.put, "/v1/likes/3")
    _ = try await shop.like(.put, "/v1/likes/1")
    let answer = try await shop.like(.get, "/v1/likes/overlay?ids=3,2,1,99")
    #expect(answer.body == #"{"liked":[1,3]}"#)
    #expect(answer.fields["cache-control"] == "no-store")
    #expect(try await shop.like(.get, "/v1/likes/overlay").body == #"{"liked":[]}"#)
  }

  @Test func aHundredProductsCanBeAskedAboutAndNoMore() async throws {
    let (shop, _) = try await Self.shop()
    let ids = (1...101).map(String.init)
    let hundred = ids.prefix(100).joined(separator: ",")
    #expect(try await shop.like(.get, "/v1/likes/overlay?ids=\(hundred)").status == 200)
    let more = try await shop.like(
      .get, "/v1/likes/overlay?ids=\(ids.joined(separator: ","))")
    #expect(more.errors == ["ids malformed_ids"])
  }

  @Test func likesOfOneDeviceAreNotThoseOfAnother() async throws {
    let (shop, _) = try await Self.shop()
    let other = "moa_device_" + String(repeating: "B", count: 43)
    try await shop.device(other)
    _ = try await shop.like(.put, "/v1/likes/1")
    #expect(try await shop.like(.get, "/v1/likes", token: other).ids == [])
  }

  @Test("what a device reads is read where it wrote, however fresh a standby is")
  func primary() async throws {
    let (primary, standby) = (FakeStore(), FakeStore())
    let digest = FakeSecretDigest().digest(Array(Shop.deviceToken.utf8))
    for store in [primary, standby] {
      _ = try await LikeShop(store.ports)
      _ = try await store.add(digest: digest, at: LikeShop.start)
    }
    let handler = try Routes.handler(
      primary.ports, standby: Standby(ports: standby.ports) { true }, publicOrigin: nil,
      observe: { _, _ in })
    let fields: KeyValuePairs = ["Authorization": "Bearer \(Shop.deviceToken)"]
    let liked = await handler(try Request(.put, "/v1/likes/2", fields: fields))
    #expect(liked.status == .noContent)
    let list = try Answer(await handler(try Request(.get, "/v1/likes", fields: fields)), to: .get)
    #expect(list.ids == [2])
  }

  @Test func whatIsTooManyIsRefused() async throws {
    let (shop, likes) = try await Self.shop()
    let device = try #require(
      try await shop.ports.devices.find(digest: shop.digest.digest(Array(Shop.deviceToken.utf8))))
    _ = try await likes.ports.likes.change(by: device.id, products: []) { held in
      var counts = held.counts
      (counts.likes, counts.entries) = (LikeCounts.likesMax - 1, LikeCounts.likesMax - 1)
      let tap = LikeShop.tap(1, 1, true, at: 1)
      return LikePlan([tap], counts: counts, known: [:], products: [1])
    }
    let answer = try await shop.like(.put, "/v1/likes/2")
    #expect(answer.status == 409)
    #expect(answer.code == "too_many_likes")
    #expect(try await shop.like(.delete, "/v1/likes/1").status == 204)
    #expect(try await shop.like(.put, "/v1/likes/2").status == 204)
  }

  @Test func whatPeopleLikeIsCountedInCellsAndDetails() async throws {
    let (shop, likes) = try await Self.shop()
    let before = try await shop.send(.get, "/v1/products/1")
    #expect(before["like_count"] == 0)
    _ = try await shop.like(.put, "/v1/likes/1")
    _ = try await likes.ports.likes.foldCounts()
    let after = try await shop.send(.get, "/v1/products/1")
    #expect(after["like_count"] == 1)
    #expect(after["version"] == before["version"])
    #expect(try await shop.send(.get, "/v1/products")["items.2.like_count"] == 1)
    let tag = try #require(before.fields["etag"])
    #expect(try await shop.send(.get, "/v1/products/1", ["If-None-Match": tag]).status == 200)
    let current = try #require(after.fields["etag"])
    #expect(try await shop.send(.get, "/v1/products/1", ["If-None-Match": current]).status == 304)
  }

  @Test("a vendor's edit is not refused because somebody has liked the product")
  func editsOfLikedProducts() async throws {
    let vendors = try await VendorShop()
    try await vendors.fill(2)
    try await vendors.shop.device()
    let before = try await vendors.shop.send(.get, "/v1/products/2")
    _ = try await vendors.shop.like(.put, "/v1/likes/2")
    _ = try await vendors.shop.ports.likes.foldCounts()
    let liked = try await vendors.shop.send(.get, "/v1/products/2")
    let tags = [before, liked].compactMap { $0.fields["etag"] }
    #expect(Set(tags).count == 2)
    for tag in tags {
      let fields = [("If-Match", tag), ("Content-Type", "application/json")]
      let edited = try await vendors.send(.patch, "/v1/products/2", "{}", fields)
      #expect(edited.status == (tag == tags[0] ? 200 : 412))
    }
    let current = try #require(
      try await vendors.shop.send(.get, "/v1/products/2").fields["etag"])
    #expect(current.contains(".1\""))
    _ = try await vendors.shop.like(.delete, "/v1/likes/2")
    _ = try await vendors.shop.ports.likes.foldCounts()
    let edited = try await vendors.send(
      .patch, "/v1/products/2", "{}", [("If-Match", current)])
    #expect(edited.status == 200)
  }
}

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
