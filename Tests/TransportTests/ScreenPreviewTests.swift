import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import ViewData
import Web

/// A merchandiser sees a screen of another moment, with what is not stored yet.
@Suite(.realStore) struct ScreenPreviewTests {
  struct Preview<Shown: Decodable>: Decodable {
    struct Moment: Decodable {
      let at: String
      let begins: [Item]
      let ends: [Item]
    }

    struct Item: Decodable, Equatable {
      let kind: String
      let id: Int64
      let title: String
    }

    let screen: Shown?
    let moments: [Moment]
  }

  static let home = "/admin/v1/screens/home/preview"
  static let tomorrow = "2026-03-02T00:00:00Z"

  private static func read<Shown: Decodable>(
    _ shop: Shop, _ path: String, _ body: String, as screen: Shown.Type = Screen.self
  ) async throws -> Preview<Shown> {
    let answer = try await shop.administer(.post, path, body)
    #expect(answer.status == 200, "\(answer.body)")
    return try JSONDecoder().decode(Preview<Shown>.self, from: Data(answer.body.utf8))
  }

  private static func banner(_ content: String, _ more: String = "") -> String {
    #"{"content":"\#(content)","thumbnail_image_url":"/images/none.png"\#(more)}"#
  }

  private static func event(_ key: String, _ more: String = "") -> String {
    #"{"key":"\#(key)","title":"기획전","thumbnail_image_url":"/images/none.png","#
      + #""thumbnail_text_image_url":"/images/none.png"\#(more)}"#
  }

  private static func banners(_ screen: Screen?) -> [String] {
    (screen?.sections ?? []).flatMap { section -> [String] in
      if case .eventBanners(let banners) = section { banners.items.map(\.cell.content) } else { [] }
    }
  }

  private static func products(_ sections: [AnySection]?) -> [Int64] {
    (sections ?? []).flatMap { section -> [Int64] in
      if case .products(let products) = section { products.items.map(\.cell.id) } else { [] }
    }
  }

  @Test("a banner that begins tomorrow is in tomorrow's preview and not in today's")
  func tomorrowsBanner() async throws {
    let shop = try await SmartCommerceTests.shop()
    let scheduled = Self.banner("내일", #","starts_at":"\#(Self.tomorrow)""#)
    let put = try await shop.administer(
      .put, "/admin/v1/event-banners", #"{"items":[\#(scheduled)]}"#, ifMatch: "*")
    #expect(put.status == 200)
    let today = try await Self.read(shop, Self.home, "{}")
    #expect(Self.banners(today.screen) == [])
    let later = try await Self.read(shop, Self.home, #"{"at":"\#(Self.tomorrow)"}"#)
    #expect(Self.banners(later.screen) == ["내일"])
    #expect(today.moments.map(\.at) == [Self.tomorrow])
    #expect(today.moments.first?.begins.map(\.title) == ["내일"])
    #expect(today.moments.first?.begins.map(\.kind) == ["event_banner"])
    #expect(today.moments.first?.ends == [])
    #expect(later.moments.isEmpty)
  }

  @Test("a draft is in the preview, in no app, and not stored")
  func draft() async throws {
    let shop = try await SmartCommerceTests.shop()
    let before = try await shop.administer(.get, "/admin/v1/event-banners")
    let marks = try await shop.ports.changeNumbering.changeBacklog().marks
    let preview = try await Self.read(
      shop, Self.home, #"{"drafts":{"event_banners":[\#(Self.banner("초안"))]}}"#)
    #expect(Self.banners(preview.screen) == ["초안"])
    #expect(try await !shop.send(.get, "/v1/screens/home").body.contains("초안"))
    #expect(try await shop.administer(.get, "/admin/v1/event-banners").body == before.body)
    #expect(try await shop.ports.changeNumbering.changeBacklog().marks == marks)
  }

  @Test("a preview is what apps get once the drafts are published, with sizes and colours")
  func published() async throws {
    let shop = try await SmartCommerceTests.shop()
    let path = try StoredImage.sample(3).path
    let items = #"[{"id":2,"content":"새 배너","thumbnail_image_url":"\#(path)"}]"#
    let preview = try await Self.read(
      shop, Self.home, #"{"drafts":{"event_banners":\#(items)}}"#)
    _ = try await shop.administer(
      .put, "/admin/v1/event-banners", #"{"items":\#(items)}"#, ifMatch: "*")
    let answer = try await shop.send(.get, "/v1/screens/home")
    let screen = try JSONDecoder().decode(Screen.self, from: Data(answer.body.utf8))
    #expect(preview.screen == screen)
    guard case .eventBanners(let section)? = screen.sections.first else {
      throw Failure.bug("no banners")
    }
    #expect(section.items.first?.cell.image != nil)
  }

  @Test(
    "mistakes in drafts have their pointers in the request",
    arguments: [
      (
        #"{"event_banners":[{"content":"a","thumbnail_image_url":"/images/none.png","#
          + #""link":{"kind":"event","id":99}}]}"#, "/drafts/event_banners/0/link/id unknown_event"
      ),
      (
        #"{"event_banners":[{"content":"a"}]}"#,
        "/drafts/event_banners/0/thumbnail_image_url required"
      ),
      (
        #"{"event_products":[{"event":"luxury","products":[9999]}]}"#,
        "/drafts/event_products/0/products/0 unknown_product"
      ), (#"{"banners":[]}"#, "/drafts/banners unknown_member"),
    ])
  func refusals(_ drafts: String, _ error: String) async throws {
    let shop = try await SmartCommerceTests.shop()
    let answer = try await shop.administer(.post, Self.home, #"{"drafts":\#(drafts)}"#)
    #expect(answer.status == 422)
    #expect(answer.errors == [error])
  }

  @Test("a draft may have been read at any version: publishing judges that")
  func readBefore() async throws {
    let shop = try await SmartCommerceTests.shop()
    let preview = try await Self.read(
      shop, Self.home,
      #"{"drafts":{"event_banners":[\#(Self.banner("옛", #","id":1,"version":99"#))]}}"#)
    #expect(Self.banners(preview.screen) == ["옛"])
  }

  @Test("a new event has a screen with its products before it is stored")
  func newEvent() async throws {
    let shop = try await EventProductRoutesTests.shop()
    let starts = #","starts_at":"\#(Self.tomorrow)""#
    let drafts = """
      {"event_categories":[\(Self.event("luxury")),\(Self.event("new", starts))],
      "event_products":[{"event":"new","products":[3,9,5]}]}
      """
    let path = "/admin/v1/screens/event/3/preview"
    let today = try await Self.read(
      shop, path, #"{"drafts":\#(drafts)}"#, as: EventScreen.self)
    #expect(today.screen == nil)
    #expect(today.moments.map(\.begins) == [[.init(kind: "event_category", id: 3, title: "기획전")]])
    let later = try await Self.read(
      shop, path, #"{"at":"\#(Self.tomorrow)","drafts":\#(drafts)}"#, as: EventScreen.self)
    #expect(Self.products(later.screen?.sections) == [3, 9, 5])
    #expect(try await shop.administer(.post, path, "{}").status == 404)
  }

  @Test("products of an event that is not live yet are on the home screen of its time")
  func futureEvent() async throws {
    let shop = try await EventProductRoutesTests.shop()
    _ = try await EventProductRoutesTests.put(shop, "3,9,5")
    let starts = #","starts_at":"2999-01-01T00:00:00Z""#
    _ = try await shop.administer(
      .put, "/admin/v1/event-categories", #"{"items":[\#(Self.event("luxury", starts))]}"#,
      ifMatch: "*")
    let section =
      #"{"key":"a","kind":"products","layout":"row","titles":[],"products":{"event":1,"count":2}}"#
    let drafts = #""drafts":{"home_sections":[\#(section)]}"#
    let today = try await Self.read(shop, Self.home, "{\(drafts)}")
    #expect(Self.products(today.screen?.sections) == [])
    let later = try await Self.read(shop, Self.home, #"{"at":"2999-02-01T00:00:00Z",\#(drafts)}"#)
    // A section shows the newest first.
    #expect(Self.products(later.screen?.sections) == [9, 5])
  }

  @Test("categories are previewed with the item types of a draft")
  func categories() async throws {
    let shop = try await SmartCommerceTests.shop()
    let preview = try await Self.read(
      shop, "/admin/v1/screens/categories/preview",
      """
      {"drafts":{"categories":[{"id":1,"title":"상의"},{"id":9,"title":"새 카테고리"}],
      "item_types":[{"category_id":9,"title":"새 품목","thumbnail_image_url":"/images/none.png"}]}}
      """)
    #expect(preview.screen?.sections.last?.id == "category-9")
  }

  @Test(
    "titles are in the language that is asked for, or else in the shop's", arguments: [true, false])
  func languages(_ isEnglish: Bool) async throws {
    let shop = try await EventProductRoutesTests.shop()
    let answer = try await shop.administer(
      .post, Self.home, isEnglish ? #"{"language":"en"}"# : "{}")
    #expect(answer.body.contains(isEnglish ? "On sale now" : "지금 할인 중"))
  }

  @Test("the next hundred moments are told, and no more")
  func manyMoments() async throws {
    let shop = try await SmartCommerceTests.shop()
    let events = (0..<101).map { index in
      Self.event("e-\(index)", #","ends_at":"\#(3000 - index)-01-01T00:00:00Z""#)
    }
    let preview = try await Self.read(
      shop, Self.home, #"{"drafts":{"event_categories":[\#(events.joined(separator: ","))]}}"#)
    #expect(preview.moments.count == 100)
    #expect(preview.moments.first?.at == "2900-01-01T00:00:00Z")
    #expect(preview.moments.first?.ends.map(\.kind) == ["event_category"])
  }
}
