import Domain
import Fakes
import Foundation
import HTTP
import Testing
import UseCases
import ViewData
import Web

@Suite(.realStore) struct EventCategoryRoutesTests {
  static func shop(
    _ origin: String? = nil, on store: FakeStore? = nil
  ) async throws -> Shop {
    let shop = try await Shop(on: store, publicOrigin: origin)
    try await shop.ports.replace(with: .sample("luxury", "beauty"))
    return shop
  }

  @Test func aScreenGetsCellsWithItsPicture() async throws {
    let answer = try await Self.shop().send(.get, "/v1/event-categories?variant=thumbnail")
    let tag = try #require(answer.fields["etag"])
    #expect(
      answer.text == """
        HTTP/1.1 200 OK
        Content-Type: application/json
        (security)
        ETag: \(tag)
        Cache-Control: no-cache

        {"items":[\
        {"id":1,"title":"행사 luxury","image_url":"http://localhost/banners/luxury.png",\
        "link":{"kind":"event","id":1},"position":1},\
        {"id":2,"title":"행사 beauty","image_url":"http://localhost/banners/beauty.png",\
        "link":{"kind":"event","id":2},"position":2}\
        ]}
        """)
  }

  @Test func whoeverHasTheListIsToldSo() async throws {
    let (shop, path) = (try await Self.shop(), "/v1/event-categories")
    let first = try await shop.send(.get, path)
    let tag = try #require(first.fields["etag"])
    let again = try await shop.send(.get, path, ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(again.fields["etag"] == tag)
    #expect(try await shop.send(.get, path + "?variant=text", ["If-None-Match": tag]).status == 200)
    let change = try await shop.administer(
      .patch, AdminRoutesTests.path + "/1", #"{"title":"다른 제목"}"#, ifMatch: "*")
    #expect(change.status == 200)
    #expect(try await shop.send(.get, path, ["If-None-Match": tag]).status == 200)
  }

  @Test("Many who ask at once are answered together, each for their own host and variant")
  func oneAnswerForMany() async throws {
    let store = FakeStore()
    let plain = try await Self.shop(on: store)
    let shop = try await Shop(on: store, remembering: .ofUnchangedShop)
    let questions = ["", "?variant=thumbnail", "?variant=text"].flatMap { query in
      ["a.example", "b.example"].map { (target: "/v1/event-categories" + query, host: $0) }
    }
    let alone = try await questions.asyncMap { question in
      try await plain.send(.get, question.target, ["Host": question.host]).body
    }
    #expect(Set(alone).count == questions.count - 1, "the text images have hosts of their own")
    store.becomeSlow()
    let before = store.liveReads
    try await withThrowingTaskGroup { group in
      for number in 0..<240 {
        let index = number % questions.count
        let (question, expected) = (questions[index], alone[index])
        group.addTask {
          let answer = try await shop.send(.get, question.target, ["Host": question.host])
          #expect(answer.body == expected)
        }
      }
      try await group.waitForAll()
    }
    #expect(store.liveReads - before == questions.count)
  }

  @Test func theOtherVariantHasTheOtherPicture() async throws {
    let answer = try await Self.shop().send(.get, "/v1/event-categories?variant=text")
    struct Page: Decodable { let items: [EventCategoryCell] }
    let page = try JSONDecoder().decode(Page.self, from: Data(answer.body.utf8))
    #expect(
      page.items.map(\.imageURL) == [
        "https://cdn.example/luxury-text.png", "https://cdn.example/beauty-text.png",
      ])
  }

  @Test func withoutAVariantBothPicturesCome() async throws {
    let answer = try await Self.shop("https://shop.example").send(.get, "/v1/event-categories")
    struct Page: Decodable { let items: [EventCategoryCard] }
    let page = try JSONDecoder().decode(Page.self, from: Data(answer.body.utf8))
    #expect(
      page.items.first
        == EventCategoryCard(
          id: 1, title: "행사 luxury", thumbnailImageURL: "https://shop.example/banners/luxury.png",
          thumbnailImage: nil, thumbnailTextImageURL: "https://cdn.example/luxury-text.png",
          thumbnailTextImage: nil, link: CellLink(kind: "event", id: 1), position: 1))
    #expect(answer.body.hasPrefix(#"{"items":[{"id":1,"title":"행사 luxury","thumbnail_image_url":"#))
  }

  @Test(
    "the host that was asked stands in front of paths, unless one is configured",
    arguments: [
      ("shop.local:8080", nil, "http://shop.local:8080"), ("[::1]:8080", nil, "http://[::1]:8080"),
      ("evil.example", "https://shop.example", "https://shop.example"),
    ])
  func origins(_ host: String, _ configured: String?, _ origin: String) async throws {
    let shop = try await Self.shop(configured)
    let answer = try await shop.send(.get, "/v1/event-categories", ["Host": host])
    #expect(answer.body.contains("\"\(origin)/banners/luxury.png\""))
  }

  @Test(
    "what a trusted proxy tells stands in front of paths, unless an origin is configured",
    arguments: [
      (.https, "shop.example", nil, "https://shop.example"),
      (.https, nil, nil, "https://inner:8080"), (.http, "shop.example", nil, "http://shop.example"),
      (.https, "shop.example", "https://cdn.shop.example", "https://cdn.shop.example"),
    ] as [(Client.Scheme, String?, String?, String)])
  func forwardedOrigins(
    _ scheme: Client.Scheme, _ host: String?, _ configured: String?, _ origin: String
  ) async throws {
    let shop = try await Self.shop(configured)
    let client = Client(peer: .unix, scheme: scheme, forwardedHost: host)
    let answer = try await shop.send(
      .get, "/v1/event-categories", ["Host": "inner:8080"], client: client)
    #expect(answer.body.contains("\"\(origin)/banners/luxury.png\""))
  }

  @Test(
    "what is no variant is refused",
    arguments: [
      "variant=big", "variant=", "variant", "variant=text&variant=text", "variant=%zz",
      "variant=text&x=%00",
    ])
  func unknownVariants(_ query: String) async throws {
    let answer = try await Self.shop().send(.get, "/v1/event-categories?\(query)")
    #expect(answer.status == 400)
    #expect(answer.code == "malformed_query")
  }

  @Test("an encoded or empty query is a query", arguments: ["variant=te%78t", "", "&&"])
  func queries(_ query: String) async throws {
    #expect(try await Self.shop().send(.get, "/v1/event-categories?\(query)").status == 200)
  }

  @Test(
    "a parameter that is not known is named, with those that are",
    arguments: [
      ("page_no=1", ["page_no"]), ("Variant=text", ["Variant"]), ("q=shirt&page=2", ["q", "page"]),
    ])
  func unknownParameters(_ query: String, _ names: [String]) async throws {
    let answer = try await Self.shop().send(.get, "/v1/event-categories?\(query)")
    #expect(answer.status == 400)
    #expect(answer.errors == names.map { "\($0) unknown_parameter" })
    #expect(answer.body.contains("Known are variant."))
  }

  @Test func onlyLiveOnesAreServed() async throws {
    let shop = try await Shop()
    let entry = try ListEntry.sample("spring", from: "2026-03-02T00:00:00Z")
    try await shop.ports.replace(with: ListDocument([entry]))
    #expect(try await shop.send(.get, "/v1/event-categories").body == "{\"items\":[]}")
    shop.clock.set(.latest)
    #expect(try await shop.send(.get, "/v1/event-categories").body.contains("행사 spring"))
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value]
  {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}

extension ValidatedAnswers {
  /// Over a store of which the token never changes.
  static var ofUnchangedShop: ValidatedAnswers {
    let token = AnswerToken(1)
    return ValidatedAnswers(
      ValidatedAnswers.Machine(
        token: { _ in token }, isAway: { false }, pause: { _ in await Task.yield() },
        now: { .earliest }))
  }
}
