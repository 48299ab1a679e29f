import Domain
import Fakes
import HTTP
import Testing
import Web

/// `GET /v1/config`: what an app is told at its start, and how administrators arrange it.
@Suite(.realStore) struct AppConfigRoutesTests {
  static let path = "/v1/config"
  static let list = "/admin/v1/app-config"

  /// With a configuration for iOS.
  private static func shop(_ more: String = "") async throws -> Shop {
    let shop = try await Shop()
    let put = try await shop.administer(
      .put, list,
      """
      {"items":[{"platform":"ios","minimum_version":"1.4","recommended_version":"1.10",
      "store_url":"https://apps.example/1","switches":{"likes":true,"color":"파랑","old":false},
      "message":[{"language":"en","title":"Update"},{"language":"ko","title":"업데이트"}]\(more)}]}
      """, ifMatch: "*")
    #expect(put.status == 200)
    return shop
  }

  private static func ask(
    _ shop: Shop, _ query: String, _ fields: KeyValuePairs<String, String> = [:]
  ) async throws -> Answer {
    try await shop.send(.get, path + "?" + query, fields)
  }

  @Test(
    "versions are compared number by number with the two that are arranged",
    arguments: [
      ("1.3.9", true, true), ("0", true, true), ("1.4", false, true), ("1.4.0.0", false, true),
      ("1.9.9", false, true), ("1.10", false, false), ("2", false, false),
    ])
  func versions(_ version: String, _ must: Bool, _ should: Bool) async throws {
    let answer = try await Self.ask(try await Self.shop(), "platform=ios&version=" + version)
    #expect(answer.status == 200)
    #expect(answer["must_update"] == .bool(must))
    #expect(answer["should_update"] == .bool(should))
  }

  @Test("an app learns where its update is, and the switches of the shop")
  func whole() async throws {
    let answer = try await Self.ask(
      try await Self.shop(), "platform=ios&version=1.5", ["Accept-Language": "ko"])
    #expect(
      answer.body == """
        {"must_update":false,"should_update":true,"store_url":"https://apps.example/1",\
        "message":"업데이트","switches":{"color":"파랑","likes":true,"old":false}}
        """)
    #expect(answer.fields["content-language"] == "ko")
  }

  @Test("an app that needs no update gets no message about one")
  func current() async throws {
    let answer = try await Self.ask(try await Self.shop(), "platform=ios&version=1.10")
    #expect(answer.status == 200)
    #expect(!answer.body.contains("message"))
  }

  @Test("without a configuration of the platform there is nothing to do")
  func without() async throws {
    let answer = try await Self.ask(try await Self.shop(), "platform=android&version=0.1")
    #expect(answer.status == 200)
    #expect(answer.body == #"{"must_update":false,"should_update":false,"switches":{}}"#)
  }

  @Test("a configuration holds from its start on")
  func scheduled() async throws {
    let shop = try await Self.shop(#","starts_at":"2027-01-01T00:00:00Z""#)
    let before = try await Self.ask(shop, "platform=ios&version=1")
    #expect(before["must_update"] == .bool(false))
    shop.clock.set(.latest)
    let after = try await Self.ask(shop, "platform=ios&version=1")
    #expect(after["must_update"] == .bool(true))
  }

  @Test(
    "a query that is wrong is refused, and the parameter named",
    arguments: [
      ("platform=ios", "version required"), ("version=1", "platform required"),
      ("platform=tv&version=1", "platform unknown_word"),
      ("platform=ios&version=1.x", "version malformed"),
      ("platform=ios&version=1.2.3.4.5", "version malformed"),
      ("platform=ios&version=1..2", "version malformed"),
      ("platform=ios&version=", "version malformed"),
    ])
  func mistakes(_ query: String, _ error: String) async throws {
    let answer = try await Self.ask(try await Shop(), query)
    #expect(answer.status == 400)
    #expect(answer.errors == [error])
  }

  @Test("a patch of a switch leaves the others as they are, and null removes one")
  func patch() async throws {
    let shop = try await Self.shop()
    let patched = try await shop.administer(
      .patch, Self.list + "/1", #"{"switches":{"likes":false,"old":null,"new":"1"}}"#,
      ifMatch: "*")
    #expect(patched.status == 200)
    #expect(patched["switches"] == ["likes": false, "color": "파랑", "new": "1"])
    #expect(patched["minimum_version"] == .string("1.4"))
  }

  @Test("a shop has at most 100 switches")
  func manySwitches() async throws {
    let shop = try await Self.shop()
    for (count, status) in [(100, 200), (101, 422)] as [(Int, UInt16)] {
      let switches = (1...count).map { "\"s\($0)\":true" }.joined(separator: ",")
      let answer = try await shop.administer(
        .put, Self.list, "{\"items\":[{\"platform\":\"ios\",\"switches\":{\(switches)}}]}",
        ifMatch: "*")
      #expect(answer.status == status)
    }
  }

  @Test("a configuration is added and removed by itself")
  func oneItem() async throws {
    let shop = try await Self.shop()
    let added = try await shop.administer(.post, Self.list, #"{"platform":"web"}"#)
    #expect(added.status == 201)
    #expect(added.fields["location"] == Self.list + "/2")
    let again = try await shop.administer(.post, Self.list, #"{"platform":"web"}"#)
    #expect(again.status == 409)
    #expect(try await shop.administer(.delete, Self.list + "/2").status == 204)
    #expect(try await shop.administer(.get, Self.list + "/2").status == 404)
  }
}
