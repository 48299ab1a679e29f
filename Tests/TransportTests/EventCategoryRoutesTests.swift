import Domain
import Fakes
import Foundation
import HTTP
import Testing
import UseCases
import ViewData

@Suite struct EventCategoryRoutesTests {
  static func shop(_ origin: String? = nil) async throws -> Shop {
    let shop = try Shop(publicOrigin: origin)
    let seed = SeedEventCategories(repository: shop.store)
    _ = try await seed(try .sample("luxury", "beauty"), dryRun: false)
    return shop
  }

  @Test func aScreenGetsCellsWithItsPicture() async throws {
    let answer = try await Self.shop().send(.get, "/v1/event-categories?variant=thumbnail")
    #expect(
      answer.text == """
        HTTP/1.1 200 OK
        Content-Type: application/json
        (security)
        Cache-Control: no-cache

        {"items":[\
        {"id":1,"title":"행사 luxury","image_url":"http://localhost/images/luxury.png","position":1},\
        {"id":2,"title":"행사 beauty","image_url":"http://localhost/images/beauty.png","position":2}\
        ]}
        """)
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
          id: 1, title: "행사 luxury", thumbnailImageURL: "https://shop.example/images/luxury.png",
          thumbnailTextImageURL: "https://cdn.example/luxury-text.png", position: 1))
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
    #expect(answer.body.contains("\"\(origin)/images/luxury.png\""))
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
    #expect(answer.body.contains("\"\(origin)/images/luxury.png\""))
  }

  @Test(
    "an unknown variant is refused, other queries are not",
    arguments: [
      ("variant=big", 400), ("variant=", 400), ("variant", 400), ("variant=text&variant=text", 400),
      ("variant=%zz", 400), ("variant=te%78t", 200), ("page_no=1", 200), ("", 200), ("&&", 200),
      ("variant=text&x=%00", 400), ("Variant=big", 200),
    ])
  func queries(_ query: String, _ status: Int) async throws {
    let answer = try await Self.shop().send(.get, "/v1/event-categories?\(query)")
    #expect(answer.status == status)
    if status == 400 { #expect(answer.code == "malformed_query") }
  }

  @Test func onlyLiveOnesAreServed() async throws {
    let shop = try Shop()
    let draft = try EventCategoryDraft.sample("spring", from: "2026-03-02T00:00:00Z")
    _ = try await AddEventCategory(repository: shop.store)(draft)
    #expect(try await shop.send(.get, "/v1/event-categories").body == "{\"items\":[]}")
    shop.clock.set(.latest)
    #expect(try await shop.send(.get, "/v1/event-categories").body.contains("행사 spring"))
  }
}

@Suite struct ImageRoutesTests {
  @Test func anImageIsServedForEver() async throws {
    let shop = try Shop()
    let image = try StoredImage.sample(4)
    shop.store.put(image)
    let request = try Request(.get, image.path)
    let response = await shop.response(request)
    let answer = try Answer(response, to: .head)
    #expect(
      answer.text == """
        HTTP/1.1 200 OK
        Content-Type: image/png
        (image security)
        Cache-Control: public, max-age=31536000, immutable
        ETag: "\(image.digest)"
        Accept-Ranges: bytes


        """)
    guard case .octets(let octets) = response.content else {
      Issue.record("there is no content")
      return
    }
    #expect(octets == image.octets)
  }

  @Test func whoHasItGetsNoContent() async throws {
    let shop = try Shop()
    let image = try StoredImage.sample(5)
    shop.store.put(image)
    for tag in ["\"\(image.digest)\"", "W/\"\(image.digest)\"", "\"x\", \"\(image.digest)\"", "*"] {
      let answer = try await shop.send(.get, image.path, ["If-None-Match": tag])
      #expect(answer.status == 304 && answer.isSecured)
      #expect(answer.fields["etag"] == "\"\(image.digest)\"")
    }
    let other = try await shop.send(.get, image.path, ["If-None-Match": "\"x\", \(image.digest)"])
    #expect(other.status == 200 && other.fields["content-type"] == "image/jpeg")
  }

  @Test func aPartOfAnImageIsServed() async throws {
    let shop = try Shop()
    let image = try StoredImage.sample(6)
    shop.store.put(image)
    let fields: KeyValuePairs = ["Range": "bytes=1-2", "If-Range": "\"\(image.digest)\""]
    let response = await shop.response(try Request(.get, image.path, fields: fields))
    guard case .octets(let part) = response.content else {
      Issue.record("there is no content")
      return
    }
    #expect(response.status == .partialContent && part == [0, 6])
    let answer = try Answer(response, to: .head)
    #expect(answer.isSecured && answer.fields["content-range"] == "bytes 1-2/4")
    let stale = try await shop.send(
      .get, image.path, ["Range": "bytes=1-2", "If-Range": "\"older\""])
    #expect(stale.status == 200)
  }

  @Test("refusals of conditions and ranges are problems like all others")
  func refusals() async throws {
    let shop = try Shop()
    let image = try StoredImage.sample(7)
    shop.store.put(image)
    let beyond = try await shop.send(.get, image.path, ["Range": "bytes=4-"])
    #expect(beyond.status == 416 && beyond.code == "range_not_satisfiable" && beyond.isSecured)
    #expect(beyond.fields["content-range"] == "bytes */4")
    #expect(beyond.fields["cache-control"] == "no-store")
    let changed = try await shop.send(.get, image.path, ["If-Match": "\"older\""])
    #expect(changed.status == 412 && changed.code == "precondition_failed" && changed.isSecured)
    #expect(changed.fields["etag"] == "\"\(image.digest)\"")
    let missing = "/images/\(try StoredImage.sample(9).digest)/original.jpg"
    #expect(try await shop.send(.get, missing, ["If-Match": "*"]).status == 404)
  }

  @Test func anythingButTheOneNameIsNotFound() async throws {
    let shop = try Shop()
    let image = try StoredImage.sample(10)
    shop.store.put(image)
    #expect(try await shop.send(.get, image.path).status == 200)
    let hex = image.digest.hex
    for path in [
      "/images/\(hex)/original.jpg", "/images/\(hex)/thumb.png", "/images/\(hex)/original.PNG",
      "/images/\(hex.uppercased())/original.png", "/images/\(hex.dropLast())/original.png",
      "/images/\(try StoredImage.sample(11).digest)/original.jpg", "/images/\(hex)/", "/images/",
      "/images/\(hex)", "/images/\(hex)/original.png/x", "/images/..%2f\(hex)/original.png",
      "/images/\(hex)/..", "/images/../images/../../../etc/passwd%00.png",
    ] {
      let answer = try await shop.send(.get, path)
      #expect(answer.status == 404 && answer.code == "not_found", "\(path)")
    }
  }
}
