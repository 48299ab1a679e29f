import Domain
import Fakes
import Foundation
import HTTP
import Testing
import UseCases

@testable import AppDecoders

@Suite(.realStore) struct SmartCommerceTests {
  static let paths = [
    "v1/home/eventBanner", "v1/category/event", "v1/category", "v1/itemType", "v2/itemType",
  ].map { "/commerce/api/\($0)" }

  static func shop(on store: FakeStore? = nil) async throws -> Shop {
    let shop = try await Shop(on: store)
    _ = try await shop.ports.demoShop.loadOnce(try .sample())
    return shop
  }

  static func decode<Value: Decodable>(_ path: String) async throws -> Value {
    let answer = try await shop().send(.post, "/commerce/api/\(path)")
    #expect(answer.status == 200)
    return try JSONDecoder().decode(Value.self, from: Data(answer.body.utf8))
  }

  @Test func theAppDecodesItsFourCalls() async throws {
    let banners: SmartCommerceApp.Banners = try await Self.decode("v1/home/eventBanner")
    #expect(banners.bannerList.map(\.event_banner_id) == [1, 2, 3])
    #expect(banners.bannerList.map(\.event_content) == ["ON & OFF", "잇터 23SS", "ON & OFF"])
    let events: SmartCommerceApp.Documents<SmartCommerceApp.Event> = try await Self.decode(
      "v1/category/event")
    #expect(
      events.documents.first
        == SmartCommerceApp.Event(
          id: 1, event_title: "행사 luxury",
          thumbnail_image_url: "http://localhost/banners/luxury.png",
          thumbnail_text_image_url: "https://cdn.example/luxury-text.png"))
    let departments: SmartCommerceApp.Documents<SmartCommerceApp.Category> = try await Self.decode(
      "v1/category")
    #expect(
      departments.documents == [
        SmartCommerceApp.Category(category_id: 1, category_title: "상의"),
        SmartCommerceApp.Category(category_id: 2, category_title: "원피스/스커트"),
      ])
    let items: SmartCommerceApp.Documents<SmartCommerceApp.ItemType> = try await Self.decode(
      "v1/itemType")
    #expect(items.documents.map(\.category_id) == [100, 401])
    #expect(
      items.documents.allSatisfy {
        $0.item_type_thumbnail_image_URL == $0.item_type_thumbnail_image_url
      })
  }

  @Test func keysStandInTheOrderOfTheAppsServer() async throws {
    let shop = try await Self.shop()
    let starts = [
      #"{"bannerList":[{"event_banner_id":1,"event_content":"ON & OFF","thumbnail_image_url":"#,
      #"{"documents":[{"id":1,"event_title":"행사 luxury","thumbnail_image_url":"http://localhost/banners/luxury.png","thumbnail_text_image_url":"https://cdn.example/luxury-text.png"},"#,
      #"{"documents":[{"category_id":1,"category_title":"상의"},{"category_id":2,"#,
      #"{"documents":[{"id":1,"category_id":100,"item_type_title":"상의 신상","item_type_thumbnail_image_URL":"http://localhost/images/0202"#,
      #"[{"item_type_id":1,"category_id":100,"item_type_title":"상의 신상","item_type_thumbnail_image_URL":"#,
    ]
    for (path, start) in zip(Self.paths, starts) {
      #expect(try await shop.send(.post, path).body.hasPrefix(start), "\(path)")
    }
  }

  @Test func aCallIsAnsweredInFull() async throws {
    #expect(
      try await Self.shop().send(.post, "/commerce/api/v1/category").text == """
        HTTP/1.1 200 OK
        Content-Type: application/json
        (security)
        Cache-Control: no-store

        {"documents":[{"category_id":1,"category_title":"상의"},\
        {"category_id":2,"category_title":"원피스/스커트"}]}
        """)
  }

  @Test("whatever the app sends, it is read and ignored")
  func bodies() async throws {
    let shop = try await Self.shop()
    for path in Self.paths {
      let expected = try await shop.send(.post, path).text
      let form: KeyValuePairs = ["Content-Type": "application/x-www-form-urlencoded"]
      let empty: KeyValuePairs = ["Content-Length": "0"]
      #expect(try await shop.send(.post, path, empty).text == expected)
      #expect(try await shop.send(.post, path, form).text == expected)
      #expect(try await shop.send(.post, path, form, "a=b").text == expected)
      #expect(try await shop.send(.post, path, ["Content-Type": "/;x"], "[[[[").text == expected)
      #expect(try await shop.send(.post, path + "?page_no=1&x=%zz&").text == expected)
      let twin = try await shop.send(.get, path)
      #expect(twin.text.replacing("no-cache", with: "no-store") == expected)
    }
  }

  @Test func theBodyIsReadToItsEndUpToAMegabyte() async throws {
    let shop = try await Self.shop()
    let path = Self.paths[1]
    let megabyte = String(repeating: "a", count: 1_048_576)
    #expect(try await shop.send(.post, path, [:], megabyte).status == 200)
    let answer = try await shop.send(.post, path, [:], megabyte + "a")
    #expect(answer.status == 413)
    let pieces = Pieces(count: 17)
    let head = try Request(.post, path, fields: ["Transfer-Encoding": "chunked"], body: [1])
    let response = await shop.response(
      Request(head: head.head, body: RequestBody(length: nil, source: pieces)))
    #expect(response.status == .contentTooLarge)
  }

  @Test func brokenFramingIsNotAnsweredWithSuccess() async throws {
    let shop = try await Self.shop()
    for error in [BodyError.malformed(.malformedChunkEnd(at: 1)), .tooSlow, .disconnected] {
      let head = try Request(.post, Self.paths[0], fields: ["Content-Length": "5"], body: [1])
      let body = RequestBody(length: 5, source: Broken(error: error))
      let response = await shop.response(Request(head: head.head, body: body))
      #expect((400..<500).contains(response.status.code))
    }
  }

  @Test func errorsLookLikeTheAppsServer() async throws {
    let shop = try await Self.shop()
    let missing = try await shop.send(.post, "/commerce/api/v1/nothing?x=1")
    #expect(
      missing.text == """
        HTTP/1.1 404 Not Found
        Content-Type: application/json
        (security)
        Cache-Control: no-store

        {"timestamp":"2026-03-01T00:00:00.512+00:00","status":404,"error":"Not Found",\
        "path":"/commerce/api/v1/nothing"}
        """)
    let method = try await shop.send(.delete, Self.paths[0])
    #expect(method.status == 405)
    #expect(method.fields["allow"] == "GET, HEAD, POST, OPTIONS")
    #expect(method.body.contains(#""status":405,"error":"Method Not Allowed""#))
    let store = FakeStore()
    let failing = try await Self.shop(on: store)
    store.fail(with: .unavailable(retryAfterSeconds: 4))
    for path in Self.paths {
      let away = try await failing.send(.post, path)
      #expect(away.status == 503)
      #expect(away.fields["retry-after"] == "4")
      #expect(away.body.contains(#""error":"Service Unavailable","path":"\#(path)"}"#))
    }
  }
}

/// Pieces of 64 KiB.
private final class Pieces: BodySource, @unchecked Sendable {
  // Unchecked: one reader, which awaits each piece before it asks for the next.
  private var count: Int

  init(count: Int) { self.count = count }

  func next() async throws(BodyError) -> [UInt8]? {
    count -= 1
    return count < 0 ? nil : Array(repeating: 0x61, count: 65_536)
  }
}

private final class Broken: BodySource {
  let error: BodyError

  init(error: BodyError) { self.error = error }

  func next() async throws(BodyError) -> [UInt8]? { throw error }
}
