import Domain
import Fakes
import Foundation
import HTTP
import TestDatabase
import Testing
import Transport
import UseCases
import ViewData
import Web

/// Banners, categories, item types and the home screen are written whole by an administrator.
@Suite(.realStore) struct AdministeredListTests {
  private static let banners = "/admin/v1/event-banners"
  private static let categories = "/admin/v1/categories"
  private static let itemTypes = "/admin/v1/item-types"
  private static let home = "/admin/v1/screens/home"
  private static let apps = "/admin/v1/app-config"

  @Test(
    "what was read can be sent back, and changes nothing",
    arguments: [banners, categories, itemTypes, home, apps]
  )
  func readAndWrittenBack(_ path: String) async throws {
    let shop = try await SmartCommerceTests.shop()
    let list = try await shop.administer(.get, path)
    #expect(list.status == 200)
    let put = try await shop.administer(.put, path, list.body, ifMatch: list.fields["etag"])
    #expect(put.status == 200)
    #expect(list.items > 0)
    #expect(put["unchanged"] == .integer(Int64(list.items)))
    #expect(put.fields["etag"] == list.fields["etag"])
  }

  @Test("a banner that was put is on the home screen, with its link")
  func bannerIsShown() async throws {
    let shop = try await SmartCommerceTests.shop()
    let put = try await shop.administer(
      .put, Self.banners,
      """
      {"items":[{"content":"봄","thumbnail_image_url":"https://cdn.example/a.png",
      "link":{"kind":"item_type","id":2}}]}
      """, ifMatch: "*")
    #expect(put.body == #"{"created":1,"updated":0,"unchanged":0,"removed":3}"#)
    let home = try await shop.send(.get, "/v1/screens/home")
    let screen = try JSONDecoder().decode(Screen.self, from: Data(home.body.utf8))
    guard case .eventBanners(let section)? = screen.sections.first else {
      throw Failure.bug("no banners")
    }
    #expect(section.items.map(\.cell.link) == [CellLink(kind: "item_type", id: 2)])
  }

  @Test(
    "what is wrong is told at its place",
    arguments: [
      (banners, #"{}"#, ["/items required"]),
      (banners, #"{"items":null}"#, ["/items required"]),
      (
        banners, #"{"items":[{"content":"","link":{"kind":"event"}}]}"#,
        [
          "/items/0/content empty", "/items/0/link/id required",
          "/items/0/thumbnail_image_url required",
        ]
      ),
      (
        banners,
        """
        {"items":[{"content":"a","thumbnail_image_url":"https://a.example/a.png",
        "link":{"kind":"nowhere"}}]}
        """, ["/items/0/link/kind unknown_word"]
      ),
      (
        banners,
        """
        {"items":[{"content":"a","thumbnail_image_url":"https://a.example/a.png",
        "link":{"kind":"search","query":"봄","id":1}}]}
        """, ["/items/0/link/id unknown_member"]
      ),
      (
        categories, #"{"items":[{"id":1,"title":"a"},{"id":1,"title":"b"}]}"#,
        ["/items/1/id duplicate"]
      ),
      (categories, #"{"items":[{"id":0,"title":"a"}]}"#, ["/items/0/id malformed_id"]),
      (categories, #"{"items":[]}"#, ["/items in_use"]),
      (
        home,
        """
        {"items":[{"key":"a","kind":"event_banners","layout":"row","titles":[]},
        {"key":"a","kind":"event_banners","layout":"row","titles":[]}]}
        """, ["/items/1/key duplicate"]
      ),
      (
        home, #"{"items":[{"key":"A","kind":"b","layout":"c","titles":[{}]}]}"#,
        [
          "/items/0/key malformed", "/items/0/kind unknown_word",
          "/items/0/layout unknown_word", "/items/0/titles/0/language required",
          "/items/0/titles/0/title required",
        ]
      ),
      (
        home,
        """
        {"items":[{"key":"a","kind":"products","layout":"row","titles":[],
        "products":{"event":0,"count":0}}]}
        """, ["/items/0/products/event malformed_id", "/items/0/products/count out_of_range"]
      ),
      (
        banners,
        """
        {"items":[{"content":"a","thumbnail_image_url":"https://a.example/a.png",
        "link":{"kind":"event","id":777}}]}
        """, ["/items/0/link/id unknown_event"]
      ),
      (
        home,
        """
        {"items":[{"key":"a","kind":"products","layout":"row","titles":[],
        "products":{"event":999,"count":3}}]}
        """, ["/items/0/products/event unknown_event"]
      ),
      (
        itemTypes,
        """
        {"items":[{"title":"a","category_id":9,"thumbnail_image_url":"https://a.example/a.png"}]}
        """, ["/items/0/category_id unknown_category"]
      ),
      (
        categories, #"{"items":[{"id":1,"title":""},{"title":"b","id":1},{"id":0}],"more":1}"#,
        [
          "/items/0/title empty", "/items/1/id duplicate", "/items/2/id malformed_id",
          "/items/2/title required", "/more unknown_member",
        ]
      ),
      (
        apps,
        """
        {"items":[{"platform":"ios","minimum_version":"1.x","store_url":"http://a.example",
        "message":[],"switches":{"a":1,"b":"","c":true}},{"platform":"ios"},{"platform":"tv"}]}
        """,
        [
          "/items/0/minimum_version malformed", "/items/0/store_url not_https",
          "/items/0/switches/a wrong_type", "/items/0/switches/b empty",
          "/items/1/platform duplicate", "/items/2/platform unknown_word",
        ]
      ),
      (
        apps,
        #"{"items":[{"platform":"ios","switches":{"a":true,"":true," a":false,"a ":false}}]}"#,
        [
          "/items/0/switches/ empty", "/items/0/switches/ a duplicate",
          "/items/0/switches/a  duplicate",
        ]
      ),
      (
        home,
        """
        {"items":[{"key":"a"},{"key":"a","kind":"event_banners","layout":"row",
        "products":{"count":0},"titles":[{"language":"ko"},{"language":"ko","title":"b"}]}]}
        """,
        [
          "/items/0/kind required", "/items/0/titles required", "/items/0/layout required",
          "/items/1/key duplicate", "/items/1/products unknown_member",
          "/items/1/titles/0/title required", "/items/1/titles/1/language duplicate",
        ]
      ),
    ])
  func mistakes(_ path: String, _ body: String, _ errors: [String]) async throws {
    let shop = try await SmartCommerceTests.shop()
    let answer = try await shop.administer(.put, path, body, ifMatch: "*")
    #expect(answer.status == 422)
    #expect(answer.errors == errors)
  }

  @Test("the home screen has the sections that were put, in their order")
  func homeSections() async throws {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop())
    try await vendors.fill(9)
    let put = try await vendors.shop.administer(
      .put, Self.home,
      """
      {"items":[{"key":"cheap","kind":"products","layout":"row",
      "titles":[{"language":"en","title":"Cheap"},{"language":"ko","title":"싼 것"}],
      "products":{"sort":"price_asc","in_stock":true,"count":3}},
      {"key":"banners","kind":"event_banners","layout":"carousel","titles":[]}]}
      """, ifMatch: "*")
    #expect(put.body == #"{"created":2,"updated":0,"unchanged":0,"removed":4}"#)
    for (language, title) in [("ko", "싼 것"), ("en", "Cheap")] {
      let home = try await vendors.shop.send(
        .get, "/v1/screens/home", ["Accept-Language": language])
      let screen = try JSONDecoder().decode(Screen.self, from: Data(home.body.utf8))
      guard case .products(let cheap)? = screen.sections.first else {
        throw Failure.bug("no products")
      }
      #expect(cheap.title == title)
      #expect(cheap.items.map(\.cellID) == ["cheap.5", "cheap.6", "cheap.1"])
      #expect(cheap.more?.path == "/v1/products?sort=price_asc&in_stock=true")
    }
  }

  @Test("banners and sections come to the home screen and leave it when they are scheduled to")
  func schedules() async throws {
    let shop = try await SmartCommerceTests.shop()
    let march = #""starts_at":"2026-03-02T00:00:00Z","ends_at":"2026-03-03T00:00:00Z""#
    let banners = try await shop.administer(
      .put, Self.banners,
      """
      {"items":[{"content":"봄","thumbnail_image_url":"https://cdn.example/a.png",\(march)},
      {"content":"늘","thumbnail_image_url":"https://cdn.example/b.png"}]}
      """, ifMatch: "*")
    #expect(banners.status == 200)
    let sections = try await shop.administer(
      .put, Self.home,
      """
      {"items":[{"key":"all","kind":"event_banners","layout":"row","titles":[]},
      {"key":"spring","kind":"event_banners","layout":"row","titles":[],\(march)}]}
      """, ifMatch: "*")
    #expect(sections.status == 200)
    var tag = "\"none\""
    for (time, counts) in [
      ("2026-03-01T23:59:59Z", [1]), ("2026-03-02T00:00:00Z", [2, 2]),
      ("2026-03-03T00:00:00Z", [1]),
    ] {
      shop.clock.set(try #require(Timestamp(rfc3339: time)))
      let home = try await shop.send(.get, "/v1/screens/home", ["If-None-Match": tag])
      #expect(home.status == 200, "\(time)")
      tag = try #require(home.fields["etag"])
      let screen = try JSONDecoder().decode(Screen.self, from: Data(home.body.utf8))
      let shown = screen.sections.map { section in
        if case .eventBanners(let banners) = section { banners.items.count } else { -1 }
      }
      #expect(shown == counts, "\(time)")
    }
  }

  @Test(
    "a new order changes no item, is not in the report, and is merged into older documents",
    arguments: [
      banners, categories, itemTypes, home, apps, AdminRoutesTests.path,
    ])
  func order(_ path: String) async throws {
    let shop = try await SmartCommerceTests.shop()
    let read = try await shop.administer(.get, path)
    guard case .array(let items)? = read["items"] else { throw Failure.bug("no items") }
    let moved = JSONValue.object([
      JSONValue.Member(name: "items", value: .array(items.reversed()))
    ])
    var writer = JSONWriter()
    writer.value(moved)
    let put = try await shop.administer(
      .put, path, String(decoding: writer.bytes, as: UTF8.self), ifMatch: read.fields["etag"])
    #expect(items.count > 1)
    #expect(
      put.body == #"{"created":0,"updated":0,"unchanged":\#(items.count),"removed":0}"#)
    let after = try await shop.administer(.get, path)
    #expect(after.kept == read.kept.reversed())
    let old = try await shop.administer(.put, path, read.body)
    #expect(old.body == put.body)
    #expect(try await shop.administer(.get, path).kept == after.kept)
  }

  @Test("without If-Match nothing is replaced: nothing tells what its sender saw")
  func withoutCondition() async throws {
    let answer = try await SmartCommerceTests.shop().administer(
      .put, Self.banners, #"{"items":[]}"#)
    #expect(answer.status == 428)
  }

  @Test func aListThatChangedMeanwhileIsNotReplaced() async throws {
    let shop = try await SmartCommerceTests.shop()
    let answer = try await shop.administer(
      .put, Self.banners, #"{"items":[]}"#, ifMatch: "\"0\"")
    #expect(answer.status == 412)
  }

  @Test func aDryRunTellsAndWritesNothing() async throws {
    let shop = try await SmartCommerceTests.shop()
    let before = try await shop.administer(.get, Self.banners)
    let dry = try await shop.administer(.put, Self.banners + "?dry_run=true", #"{"items":[]}"#)
    #expect(dry.body == #"{"created":0,"updated":0,"unchanged":0,"removed":3}"#)
    #expect(try await shop.administer(.get, Self.banners).body == before.body)
  }
}

extension Answer {
  /// The id and version of each item of its list.
  fileprivate var kept: [String] {
    guard case .array(let items)? = self["items"] else { return [] }
    return items.map { item in
      guard case .object(let members) = item else { return "" }
      let marks = members.filter { ["id", "version"].contains($0.name) }
      return "\(marks.map(\.value))"
    }
  }

  /// How many items its list has.
  fileprivate var items: Int {
    if case .array(let items)? = self["items"] { items.count } else { -1 }
  }
}
