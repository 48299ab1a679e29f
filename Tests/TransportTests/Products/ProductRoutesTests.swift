import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite(.realStore) struct ProductRoutesTests {
  static let path = "/v1/products"

  static func filled(_ count: Int) async throws -> VendorShop {
    let vendors = try await VendorShop()
    try await vendors.fill(count)
    return vendors
  }

  @Test func aCellIsReadyToDraw() async throws {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample(
      price: 15_000, discount: 3_000, stock: 3, details: .sample())
    let product = try await vendors.shop.ports.add(.sample(by: vendors.vendor, draft))
    let answer = try await vendors.shop.send(.get, Self.path)
    let digest = try #require(product.images.first).picture.digest.hex
    #expect(
      answer.body == """
        {"items":[{"id":1,"title":"겨울 코트","price_text":"12,000원",\
        "original_price_text":"15,000원","discount_text":"20%","stock_text":"재고 3개",\
        "is_sold_out":false,"badges":[{"kind":"best","text":"BEST"},\
        {"kind":"free_delivery","text":"무료배송"},{"kind":"discontinued","text":"단종"}],\
        "image":{"url":"http://localhost/images/\(digest)/cell.png","width":400,"height":200,\
        "bytes":3,"color":"#02fd80"},\
        "accessibility_label":"모윰, 겨울 코트, 12,000원, 20% 할인, 정가 15,000원, 재고 3개",\
        "price":12000,"original_price":15000,"discount_percent":20,"currency":"KRW","stock":3,\
        "vendor":{"id":"01010101-0101-0101-0101-010101010101","name":"가게 1"},"brand":"모윰",\
        "review_count":0,"like_count":0,"has_options":false,"version":1}],"page":{}}
        """)
    #expect(answer.fields["content-type"] == "application/json")
    #expect(answer.fields["cache-control"] == "no-cache")
  }

  @Test func aTileIsReadyToDraw() async throws {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample(
      price: 15_000, discount: 3_000, stock: 0, details: .sample())
    let product = try await vendors.shop.ports.add(.sample(by: vendors.vendor, draft))
    try await vendors.shop.ports.add(.sample(by: vendors.vendor))
    let path = Self.path + "?variant=tile"
    let digest = try #require(product.images.first).picture.digest.hex
    let image = """
      "image":{"url":"http://localhost/images/\(digest)/thumb.png","width":200,"height":100,\
      "bytes":3,"color":"#02fd80"}
      """
    #expect(
      try await vendors.shop.send(.get, path).body == """
        {"items":[{"id":2,"title":"겨울 코트","price_text":"12,000원","is_sold_out":false,\
        \(image),"price":12000,"currency":"KRW","stock":5},\
        {"id":1,"title":"겨울 코트","price_text":"12,000원","discount_text":"20%",\
        "is_sold_out":true,\(image),"price":12000,"original_price":15000,"currency":"KRW",\
        "stock":0}],"page":{}}
        """)
    let bare = try await vendors.shop.send(.get, path, ["Host": "other.example"]).body
    #expect(bare.contains("http://other.example/images/\(digest)/thumb.png"))
  }

  @Test func aTileWithoutASmallPictureShowsTheOriginal() async throws {
    let vendors = try await VendorShop()
    let image = try PreparedImage.sample(2, presets: [.full])
    let creation = ProductCreation(
      vendor: vendors.vendor, draft: try .sample(), images: [image], createdAt: .earliest)
    try await vendors.shop.ports.add(creation)
    let answer = try await vendors.shop.send(.get, Self.path + "?variant=tile")
    let url = "http://localhost/images/\(image.picture.digest.hex)/original.png"
    #expect(answer["items.0.image.url"] == .string(url))
    #expect(answer["items.0.image.bytes"] == .integer(Int64(image.picture.byteCount)))
  }

  @Test("where a page of cells ended, tiles go on, and the other way round")
  func tilesAndCellsAreTheSameProducts() async throws {
    let vendors = try await Self.filled(40)
    for query in ["", "sort=price_asc&", "sort=price_desc&on_sale=true&"] {
      let path = "\(Self.path)?\(query)limit=4"
      var next: String?
      repeat {
        let cursor = next.map { "&cursor=\($0)" } ?? ""
        let cells = try await vendors.shop.send(.get, path + cursor + "&variant=cell")
        let tiles = try await vendors.shop.send(.get, path + cursor + "&variant=tile")
        #expect(try await vendors.shop.send(.get, path + cursor).body == cells.body)
        #expect(tiles.ids == cells.ids)
        #expect(!tiles.ids.isEmpty)
        #expect(tiles.nextCursor == cells.nextCursor)
        #expect(tiles["page"] == cells["page"])
        next = tiles.nextCursor
      } while next != nil
    }
  }

  @Test func withoutDiscountNothingIsStruckThrough() async throws {
    let vendors = try await VendorShop()
    try await vendors.shop.ports.add(.sample(by: vendors.vendor))
    let body = try await vendors.shop.send(.get, Self.path).body
    #expect(!body.contains("original_price_text"))
    #expect(!body.contains("discount_text"))
  }

  @Test func aDetailHasAllOfTheCellAndMore() async throws {
    let vendors = try await VendorShop()
    let draft = try ProductDraft.sample(description: "둘\n줄", details: .sample())
    try await vendors.shop.ports.add(
      .sample(by: vendors.vendor, draft, images: [2, 3]))
    let answer = try await vendors.shop.send(.get, Self.path + "/1")
    #expect(answer["title"] == .string("겨울 코트"))
    #expect(answer["description"] == .string("둘\n줄"))
    #expect(answer["images.0.id"] == .integer(1))
    #expect(answer["images.1.id"] == .integer(2))
    #expect(answer["images.0.width"] == .integer(1_080))
    #expect(answer["images.0.cell.width"] == .integer(400))
    #expect(answer["images.1.thumb.width"] == .integer(200))
    #expect(answer["images.0.cell.url"] == answer["image.url"])
    let screen = try await vendors.shop.send(.get, "/v1/screens/product/1")
    #expect(screen["product.images"] == answer["images"])
    #expect(answer["image.width"] == .integer(400))
    #expect(answer["category_path.2"] == .string("{잠옷}"))
    #expect(answer["product_type"] == .string("discontinued_catalog"))
    #expect(answer["tags"] == .array([.string("BEST"), .string("FREE_DELIVERY")]))
    #expect(
      answer.body.contains(
        """
        "delivery":{"text":"배송비 3,000원 (50,000원 이상 무료)","is_free":false,"fee":3000,\
        "free_limit":50000,"is_billing_by_area_when_free":true,"areas":[{"province":"인천",\
        "district":"옹진군","neighbourhood":"대청면","surcharge":9900},{"province":"제주",\
        "district":"제주시","neighbourhood":"","surcharge":4000}]}
        """))
    #expect(answer["created_at"] == .string("2026-03-01T09:00:00Z"))
    for id in ["2", "0", "-1", "01", "x", "9223372036854775808", "1%20"] {
      #expect(try await vendors.shop.send(.get, "\(Self.path)/\(id)").status == 404)
    }
  }

  @Test func theBannerShowsTheNewestFiveDiscounted() async throws {
    let vendors = try await Self.filled(40)
    let banner = try await vendors.shop.send(.get, "/v1/banner")
    #expect(banner.ids == [39, 36, 33, 30, 27])
    #expect(try await Shop().send(.get, "/v1/banner").body == #"{"items":[]}"#)
  }

  @Test("a scroll shows everything once, in every order and with every filter")
  func scrolling() async throws {
    let vendors = try await Self.filled(40)
    let vendor = vendors.vendor.identifier
    for sort in ["", "sort=newest&", "sort=price_asc&", "sort=price_desc&"] {
      for (filter, count) in [
        ("", 40), ("on_sale=true&", 13), ("in_stock=true&", 30), ("vendor=\(vendor)&", 20),
        ("on_sale=true&in_stock=true&vendor=\(vendor)&", 3),
        ("on_sale=false&in_stock=false&", 40),
      ] {
        let query = "\(Self.path)?\(sort)\(filter)limit=7"
        var (seen, next): ([Int64], String?) = ([], nil)
        repeat {
          let page = try await vendors.shop.send(.get, query + (next.map { "&cursor=\($0)" } ?? ""))
          #expect(page.status == 200)
          seen += page.ids
          next = page.nextCursor

        } while next != nil
        #expect(seen.count == count, "\(query)")
        #expect(Set(seen).count == count, "\(query)")
      }
    }
  }

  @Test func theLimitIsTwentyUnlessItIsNamed() async throws {
    let vendors = try await Self.filled(101)
    #expect(try await vendors.shop.send(.get, Self.path).ids.count == 20)
    #expect(try await vendors.shop.send(.get, Self.path + "?limit=1").ids == [101])
    #expect(try await vendors.shop.send(.get, Self.path + "?limit=100").ids.count == 100)
  }

  @Test(
    "a malformed item is refused by its name, whatever stands beside it",
    arguments: [
      ("limit", ["0", "101", "-1", "+5", "05", "5.0", "", "x", "9223372036854775808"]),
      ("sort", ["", "oldest", "NEWEST", "price"]), ("on_sale", ["", "1", "yes", "True"]),
      ("in_stock", ["", "0", "no"]), ("variant", ["", "row", "Tile", "cell,tile"]),
      (
        "vendor",
        ["", "1", "01010101010101010101010101010101", "g1010101-0101-0101-0101-010101010101"]
      ),
    ])
  func malformed(_ name: String, _ values: [String]) async throws {
    let shop = try await Shop()
    for value in values {
      let answer = try await shop.send(.get, "\(Self.path)?x=y&\(name)=\(value)")
      #expect(answer.status == 400, "\(name)=\(value)")
      #expect(answer.code == "malformed_query", "\(name)=\(value)")
      #expect(answer.errors.count == 2, "\(answer.body)")
      #expect(answer.errors.last?.hasPrefix("\(name) ") == true, "\(answer.body)")
    }
    let good = [
      "limit": "5", "sort": "newest", "on_sale": "true", "in_stock": "true", "variant": "tile",
    ]
    let value = good[name] ?? "01010101-0101-0101-0101-010101010101"
    let twice = try await shop.send(.get, "\(Self.path)?\(name)=\(value)&\(name)=\(value)")
    #expect(twice.status == 400)
    #expect(twice.errors == ["\(name) repeated_parameter"])
  }

  @Test("an item that nobody knows is named, with those that are known, before anything is read")
  func unknownItems() async throws {
    let vendors = try await Self.filled(3)
    for (query, names) in [
      ("page=2", ["page"]), ("q=shirt", ["q"]),
      ("page_no=1&items_per_page=20&limit=2", ["page_no", "items_per_page"]),
      ("Limit=0", ["Limit"]), ("limit=2&x", ["x"]), ("=", [""]),
    ] {
      let answer = try await vendors.shop.send(.get, "\(Self.path)?\(query)")
      #expect(answer.status == 400, "\(query)")
      #expect(answer.errors == names.map { "\($0) unknown_parameter" }, "\(query)")
      #expect(
        answer.body.contains(
          "in_stock, option, vendor, event, category, item_type, variant, facets."),
        "\(answer.body)")
    }
    #expect(try await vendors.shop.send(.get, "\(Self.path)?&limit=2&").ids == [3, 2])
    for query in ["limit=%zz", "cursor=%ff", "%6Cimit=%00", "sort=%"] {
      let answer = try await vendors.shop.send(.get, "\(Self.path)?\(query)")
      #expect(answer.status == 400, "\(query)")
      #expect(answer.code == "malformed_query", "\(query)")
    }
  }

  @Test("a cursor that was changed, or comes from another query, is refused by its name")
  func cursors() async throws {
    let vendors = try await Self.filled(5)
    let next = try await vendors.shop.send(.get, "\(Self.path)?sort=price_asc&limit=2").nextCursor
    let cursor = try #require(next)
    let vendor = vendors.vendor.identifier
    for query in [
      "cursor=\(cursor)", "cursor=\(cursor)&sort=price_desc",
      "cursor=\(cursor)&sort=price_asc&on_sale=true",
      "cursor=\(cursor)&sort=price_asc&in_stock=true",
      "cursor=\(cursor)&sort=price_asc&vendor=\(vendor)", "cursor=\(cursor)A&sort=price_asc",
      "cursor=\(cursor.dropLast())&sort=price_asc", "cursor=", "cursor=1",
      "cursor=\(cursor.lowercased())&sort=price_asc",
    ] {
      let answer = try await vendors.shop.send(.get, "\(Self.path)?\(query)")
      #expect(answer.status == 400, "\(query)")
      #expect(answer.errors == ["cursor invalid_cursor"], "\(query)")
    }
    let twice = try await vendors.shop.send(.get, "\(Self.path)?cursor=\(cursor)&cursor=\(cursor)")
    #expect(twice.status == 400)
    #expect(twice.errors == ["cursor repeated_parameter"])
    let same = "cursor=\(cursor)&on_sale=false&sort=price_asc&limit=3"
    #expect(try await vendors.shop.send(.get, "\(Self.path)?\(same)").ids.count == 3)
  }

  @Test(
    "what has not changed is not sent again",
    arguments: [path, path + "?variant=tile", path + "/3", "/v1/banner"])
  func conditional(_ path: String) async throws {
    let vendors = try await Self.filled(9)
    let first = try await vendors.shop.send(.get, path)
    let tag = try #require(first.fields["etag"])
    let same = try await vendors.shop.send(.get, path, ["If-None-Match": tag])
    #expect(same.status == 304)
    #expect(same.body.isEmpty)
    #expect(same.fields["etag"] == tag)
    #expect(try await vendors.shop.send(.head, path).fields["etag"] == tag)
    let changed = try await vendors.send(
      .patch, "\(Self.path)/3", #"{"price":99000,"original_price":null}"#, [("If-Match", "*")],
      token: vendors.otherToken)
    #expect(changed.status == 200)
    let later = try await vendors.shop.send(.get, path, ["If-None-Match": tag])
    #expect(later.status == 200)
    #expect(later.fields["etag"] != tag)
  }

  @Test func theTagOfAProductTellsVersionAndOrigin() async throws {
    let vendors = try await Self.filled(1)
    let path = Self.path + "/1"
    let tag = try #require(try await vendors.shop.send(.get, path).fields["etag"])
    #expect(tag.wholeMatch(of: /"1-[0-9a-f]{32}"/) != nil)
    let elsewhere = try await vendors.shop.send(
      .get, path, ["Host": "other.example", "If-None-Match": tag])
    #expect(elsewhere.status == 200)
    #expect(elsewhere.fields["etag"] != tag)
    #expect(elsewhere.body.contains("http://other.example/images/"))
  }
}
