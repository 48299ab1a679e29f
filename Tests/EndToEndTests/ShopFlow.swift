import Foundation
import Testing

@testable import AppDecoders

/// What every way to the server must let through unchanged: tried directly, and behind nginx.
struct ShopFlow {
  let curl: Curl
  /// Of each list, how many of its images are fetched: `ShopTests` looks at all of them.
  var imagesMax = 3

  func everything() async throws {
    try await smartCommerce()
    try await images()
    try await native()
    try await health()
    try await uploading()
    try await arranging()
  }

  // MARK: The SmartCommerce app

  private static let prefix = "/commerce/api/v1/"

  /// All ways in which the app, its twins and careless clients send the same call.
  private func everyWay<T: Decodable>(_ path: String, as type: T.Type) async throws -> [T] {
    let answers = [
      try await curl.post(path),
      try await curl.post(path, ["Content-Length: 0"]),
      try await curl.send("POST", path, body: ""),
      try await curl.send("POST", path, ["Content-Type: text/odd"], body: "{not json"),
      try await curl.get(path),
      try await curl.get(path + "?page_no=1&"),
    ]
    return try answers.map { answer in
      #expect(answer.status == 200)
      #expect(answer.fields["content-type"]?.hasPrefix("application/json") == true)
      return try answer.decode(type)
    }
  }

  func smartCommerce() async throws {
    let shop = try DemoShop.read()
    for answer in try await everyWay(
      Self.prefix + "home/eventBanner", as: SmartCommerceApp.Banners.self)
    {
      #expect(answer.bannerList.map(\.event_content) == shop.event_banners.map(\.title))
      #expect(answer.bannerList.count == 8)
      #expect(Set(answer.bannerList.map(\.event_content)).count == 6)
      #expect(Set(answer.bannerList.map(\.event_banner_id)).count == 8)
      #expect(answer.bannerList[6].thumbnail_image_url == answer.bannerList[0].thumbnail_image_url)
    }
    for answer in try await everyWay(
      Self.prefix + "category/event", as: SmartCommerceApp.Documents<SmartCommerceApp.Event>.self)
    {
      #expect(answer.documents.map(\.event_title) == shop.event_categories.map(\.title))
      #expect(answer.documents.count == 10)
      #expect(answer.documents.allSatisfy { $0.thumbnail_image_url != $0.thumbnail_text_image_url })
    }
    for answer in try await everyWay(
      Self.prefix + "category", as: SmartCommerceApp.Documents<SmartCommerceApp.Category>.self)
    {
      #expect(answer.documents.map(\.category_title) == shop.categories.map(\.title))
      #expect(answer.documents.map(\.category_id) == Array(1...13))
    }
    try await itemTypes(shop)
  }

  private func itemTypes(_ shop: DemoShop) async throws {
    let path = Self.prefix + "itemType"
    for answer in try await everyWay(
      path, as: SmartCommerceApp.Documents<SmartCommerceApp.ItemType>.self)
    {
      let rows = answer.documents
      #expect(rows.map(\.item_type_title) == shop.numberedItemTypes.map(\.title))
      #expect(rows.map(\.category_id) == shop.numberedItemTypes.map(\.section))
      let groups = [100, 200, 300, 400, 401, 500, 501]
      let counts = groups.map { group in rows.count { $0.category_id == group } }
      #expect(counts == [10, 23, 9, 4, 4, 5, 12])
      #expect(Set(rows.map(\.id)).count == 67)
      #expect(
        rows.allSatisfy { $0.item_type_thumbnail_image_URL == $0.item_type_thumbnail_image_url })
    }
    let first = try await curl.post(path).decode(
      SmartCommerceApp.Documents<SmartCommerceApp.ItemType>.self
    ).documents
    let bare = try await curl.post("/commerce/api/v2/itemType").decode(
      [SmartCommerceApp.BareItemType].self)
    #expect(bare.map(\.item_type_id) == first.map(\.id))
    #expect(bare.map(\.item_type_title) == first.map(\.item_type_title))
  }

  // MARK: Images

  /// Each image is the very file of the demo shop, and may be kept for ever.
  func images() async throws {
    let shop = try DemoShop.read()
    let events = try await curl.get(Self.prefix + "category/event")
      .decode(SmartCommerceApp.Documents<SmartCommerceApp.Event>.self).documents
    for (event, row) in zip(events, shop.event_categories).prefix(imagesMax) {
      try await check(event.thumbnail_image_url, is: row.thumbnail_image)
      try await check(event.thumbnail_text_image_url, is: row.thumbnail_text_image)
    }
    let banners = try await curl.get(Self.prefix + "home/eventBanner").decode(
      SmartCommerceApp.Banners.self)
    for (banner, row) in zip(banners.bannerList, shop.event_banners).prefix(imagesMax) {
      try await check(banner.thumbnail_image_url, is: row.thumbnail_image)
    }
    let types = try await curl.get(Self.prefix + "itemType")
      .decode(SmartCommerceApp.Documents<SmartCommerceApp.ItemType>.self).documents
    for (type, row) in zip(types, shop.numberedItemTypes).prefix(imagesMax) {
      try await check(type.item_type_thumbnail_image_URL, is: row.thumbnail_image)
    }
  }

  private func check(_ url: String, is name: String) async throws {
    #expect(url.hasPrefix(curl.base + "/"))
    let image = try await curl.get(url)
    #expect(image.status == 200)
    #expect(image.fields["content-type"] == "image/png")
    #expect(image.fields["cache-control"]?.contains("immutable") == true)
    #expect(image.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(try image.body == DemoShop.image(name), "\(name)")
    let tag = try #require(image.fields["etag"])
    let again = try await curl.get(url, ["If-None-Match: \(tag)"])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
  }

  // MARK: Our own endpoints

  func native() async throws {
    let titles = try DemoShop.read().event_categories.map(\.title)
    let path = "/v1/event-categories"
    let pictures = try await curl.get(path + "?variant=thumbnail").decode(Items<EventCell>.self)
    let texts = try await curl.get(path + "?variant=text").decode(Items<EventCell>.self)
    let both = try await curl.get(path).decode(Items<EventCard>.self)
    #expect(pictures.items.map(\.title) == titles)
    #expect(texts.items.map(\.title) == titles)
    #expect(pictures.items.map(\.image_url) == both.items.map(\.thumbnail_image_url))
    #expect(texts.items.map(\.image_url) == both.items.map(\.thumbnail_text_image_url))
    #expect(both.items.map(\.position) == Array(1...10))
    let odd = try await curl.get(path + "?variant=odd")
    #expect(odd.status == 400)
    #expect(try odd.decode(Problem.self).status == 400)
    #expect(odd.fields["content-type"] == "application/problem+json")
    #expect(try await curl.get("/v1/nothing").decode(Problem.self).code == "not_found")
    let wrong = try await curl.send("DELETE", path)
    #expect(wrong.status == 405)
    #expect(wrong.fields["allow"]?.contains("GET") == true)
    let head = try await curl.send("HEAD", path)
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
  }

  func health() async throws {
    #expect(try await curl.get("/livez").status == 200)
    #expect(try await curl.get("/readyz").status == 200)
    #expect(try await curl.get("/healthChecker").text == "\"OK\"")
  }
}
