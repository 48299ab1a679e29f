import Domain
import Fakes
import HTTP
import TestDatabase
import Testing
import UseCases

@Suite(.realStore) struct AdminRoutesTests {
  static let path = "/admin/v1/event-categories"

  static func item(_ key: String, _ more: String = "") -> String {
    """
    {"key":"\(key)","title":"행사 \(key)","thumbnail_image_url":"/banners/\(key).png",\
    "thumbnail_text_image_url":"https://cdn.example/\(key).png"\(more)}
    """
  }

  static func list(_ items: String...) -> String {
    "{\"items\":[\(items.joined(separator: ","))]}"
  }

  static func seeded(on store: FakeStore? = nil) async throws -> Shop {
    let shop = try await Shop(on: store)
    let body = list(item("a"), item("b", #","starts_at":"2026-03-01T09:00:00+09:00""#), item("c"))
    #expect(try await shop.administer(.put, path, body, ifMatch: "*").status == 200)
    return shop
  }

  @Test func theWholeListIsReplacedAndReported() async throws {
    let shop = try await Self.seeded()
    let body = Self.list(Self.item("a"), Self.item("c"), Self.item("d"))
    let dry = try await shop.administer(.put, "\(Self.path)?dry_run=true", body)
    let real = try await shop.administer(.put, "\(Self.path)?dry_run=false", body, ifMatch: "*")
    #expect(dry.body == real.body)
    #expect(dry.fields["etag"] == "\"2\"")
    #expect(
      real.text == """
        HTTP/1.1 200 OK
        Content-Type: application/json
        (security)
        Cache-Control: no-store
        ETag: "3"

        {"created":1,"updated":0,"unchanged":2,"removed":1}
        """)
    let again = try await shop.administer(.put, Self.path, body, ifMatch: "*")
    #expect(again.body == #"{"created":0,"updated":0,"unchanged":3,"removed":0}"#)
  }

  @Test func aDryRunWritesNothing() async throws {
    let shop = try await Self.seeded()
    let before = try await shop.administer(.get, Self.path).body
    _ = try await shop.administer(.put, "\(Self.path)?dry_run=true", Self.list())
    #expect(try await shop.administer(.get, Self.path).body == before)
  }

  @Test(
    "a misspelt dry run is refused",
    arguments: ["dry_run=1", "dry_run", "dry_run=true&dry_run=true", "dry_run=%ff"])
  func dryRuns(_ query: String) async throws {
    let shop = try await Self.seeded()
    let answer = try await shop.administer(.put, "\(Self.path)?\(query)", Self.list())
    #expect(answer.status == 400)
    #expect(answer.code == "malformed_query")
    #expect(try await shop.administer(.get, Self.path).body.contains("행사 a"))
  }

  @Test(
    "a parameter that is not known is refused, and nothing is written",
    arguments: [HTTP.Method.put, .post, .patch, .delete])
  func unknownParameters(_ method: HTTP.Method) async throws {
    let shop = try await Self.seeded()
    let before = try await shop.administer(.get, Self.path).body
    let isList = method == .put || method == .post
    let path = (isList ? Self.path : Self.path + "/1") + "?dryrun=true"
    let body = method == .put ? Self.list() : Self.item("d")
    let answer = try await shop.administer(method, path, body, ifMatch: "*")
    #expect(answer.status == 400)
    #expect(answer.errors == ["dryrun unknown_parameter"])
    #expect(answer.body.contains("Known are dry_run."))
    #expect(try await shop.administer(.get, Self.path).body == before)
  }

  @Test("a dry run tells of a malformed key as well", arguments: [HTTP.Method.put, .post, .delete])
  func malformedKeyOfADryRun(_ method: HTTP.Method) async throws {
    let shop = try await Self.seeded()
    let path = Self.path + (method == .delete ? "/1" : "") + "?dry_run=true"
    let body = method == .put ? Self.list() : Self.item("d")
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Shop.bootstrap)", "Idempotency-Key": "a key",
    ]
    let answer = try await shop.send(method, path, fields, body)
    #expect(answer.code == "malformed_idempotency_key")
  }

  @Test func theListShowsEverythingAsItWasGiven() async throws {
    let answer = try await Self.seeded().administer(.get, Self.path)
    #expect(
      answer.body == """
        {"items":[{"id":1,"key":"a","title":"행사 a","thumbnail_image_url":"/banners/a.png",\
        "thumbnail_text_image_url":"https://cdn.example/a.png","position":1,\
        "version":1},{"id":2,"key":"b","title":"행사 b",\
        "thumbnail_image_url":"/banners/b.png","thumbnail_text_image_url":\
        "https://cdn.example/b.png","position":2,"starts_at":"2026-03-01T00:00:00Z",\
        "version":1},{"id":3,"key":"c","title":"행사 c",\
        "thumbnail_image_url":"/banners/c.png","thumbnail_text_image_url":\
        "https://cdn.example/c.png","position":3,"version":1}],"version":2}
        """)
    #expect(answer.fields["cache-control"] == "no-store")
    #expect(answer.fields["etag"] == "\"2\"")
  }

  @Test func oneIsAddedAndCanBeRead() async throws {
    let shop = try await Self.seeded()
    let answer = try await shop.administer(.post, Self.path, Self.item("d"))
    #expect(
      answer.text == """
        HTTP/1.1 201 Created
        Content-Type: application/json
        (security)
        Cache-Control: no-store
        ETag: "2"
        Location: /admin/v1/event-categories/4

        {"id":4,"key":"d","title":"행사 d","thumbnail_image_url":"/banners/d.png",\
        "thumbnail_text_image_url":"https://cdn.example/d.png","position":4,\
        "version":2}
        """)
    let read = try await shop.administer(.get, "\(Self.path)/4")
    #expect(read.status == 200)
    #expect(read.body == answer.body)
    #expect(read.fields["etag"] == "\"2\"")
  }

  @Test func aReadHasConditionsToo() async throws {
    let shop = try await Self.seeded()
    func read(_ name: String, _ value: String) async throws -> Answer {
      let fields: KeyValuePairs = ["Authorization": "Bearer \(Shop.bootstrap)", name: value]
      return try await shop.send(.get, "\(Self.path)/1", fields)
    }
    let same = try await read("If-None-Match", "\"7\", W/\"1\"")
    #expect(same.status == 304)
    #expect(same.fields["etag"] == "\"1\"")
    #expect(same.body.isEmpty)
    #expect(same.fields["content-type"] == nil)
    #expect(same.isSecured)
    #expect(try await read("If-None-Match", "\"7\"").status == 200)
    #expect(try await read("If-Match", "\"1\"").status == 200)
    let other = try await read("If-Match", "\"7\"")
    #expect(other.status == 412)
    #expect(other.fields["etag"] == "\"1\"")
    #expect(other.isSecured)
  }

  @Test func aVersionInsideOfAnotherTagIsNone() async throws {
    let shop = try await Self.seeded()
    let path = "\(Self.path)/2"
    let inside = try await shop.administer(.patch, path, #"{}"#, ifMatch: "\"a,1,b\"")
    #expect(inside.status == 412)
    let list = try await shop.administer(.patch, path, #"{}"#, ifMatch: "\"a\", \"1\"")
    #expect(list.status == 200)
  }

  @Test func aTakenKeyIsAConflict() async throws {
    let shop = try await Self.seeded()
    let answer = try await shop.administer(.post, Self.path, Self.item("a"))
    #expect(answer.status == 409)
    #expect(answer.code == "key_taken")
    let patch = try await shop.administer(.patch, "\(Self.path)/2", #"{"key":"a"}"#, ifMatch: "*")
    #expect(patch.status == 409)
  }

  @Test func oneIsChangedByItsVersion() async throws {
    let shop = try await Self.seeded()
    let body = #"{"title":"새 제목","starts_at":null,"ends_at":"2026-04-01T00:00:00Z"}"#
    let answer = try await shop.administer(.patch, "\(Self.path)/2", body, ifMatch: "\"1\"")
    #expect(answer.status == 200)
    #expect(answer.fields["etag"] == "\"2\"")
    #expect(
      answer.body == """
        {"id":2,"key":"b","title":"새 제목","thumbnail_image_url":"/banners/b.png",\
        "thumbnail_text_image_url":"https://cdn.example/b.png","position":2,\
        "ends_at":"2026-04-01T00:00:00Z","version":2}
        """)
    let stale = try await shop.administer(.patch, "\(Self.path)/2", body, ifMatch: "\"1\"")
    #expect(stale.status == 412)
    #expect(stale.code == "stale_version")
    let missing = try await shop.administer(.patch, "\(Self.path)/2", body)
    #expect(missing.status == 428)
    #expect(missing.code == "precondition_required")
  }

  @Test(
    "If-Match is compared strongly",
    arguments: [
      ("\"1\"", 200), ("*", 200), ("\"7\", \"1\"", 200), (" \"1\" ", 200), ("W/\"1\"", 412),
      ("\"2\"", 412), ("\"01\"", 412), ("\"\"", 412), ("\"zzz\"", 412),
      ("\"99999999999999999999\"", 412), ("1", 400), ("+1", 400), ("\"", 400), ("x", 400),
      ("'1'", 400), ("\"1", 400), ("1 1", 400),
    ])
  func conditions(_ value: String, _ status: Int) async throws {
    let shop = try await Self.seeded()
    let answer = try await shop.administer(.patch, "\(Self.path)/1", "{}", ifMatch: value)
    #expect(answer.status == status)
  }

  @Test(
    "a change is judged by every condition, in the order of the standard",
    arguments: [
      ("If-None-Match", "*", false), ("If-None-Match", "\"1\"", false),
      ("If-None-Match", "W/\"1\"", false), ("If-None-Match", "1", false),
      ("If-None-Match", "\"7\"", true),
      // Nobody knows when a row was modified: RFC 9110 §13.1.4.
      ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", true),
    ])
  func changes(_ name: String, _ value: String, _ isMade: Bool) async throws {
    let shop = try await Self.seeded()
    let token = "Bearer \(Shop.bootstrap)"
    let patch = try await shop.send(
      .patch, "\(Self.path)/1", ["Authorization": token, "If-Match": "\"1\"", name: value], "{}")
    #expect(patch.status == (isMade ? 200 : 412))
    // A refusal names no state: the one that it is about may be lost.
    #expect(patch.fields["etag"] == (isMade ? "\"1\"" : nil))
    let delete = try await shop.send(
      .delete, "\(Self.path)/1", ["Authorization": token, name: value])
    #expect(delete.status == (isMade ? 204 : 412))
    let alone = try await shop.send(
      .patch, "\(Self.path)/2", ["Authorization": token, name: value], "{}")
    #expect(alone.status == 428)
  }

  @Test func oneIsRemoved() async throws {
    let shop = try await Self.seeded()
    let stale = try await shop.administer(.delete, "\(Self.path)/1", ifMatch: "\"9\"")
    #expect(stale.status == 412)
    let answer = try await shop.administer(.delete, "\(Self.path)/1")
    #expect(
      answer.text == """
        HTTP/1.1 204 No Content
        (security)
        Cache-Control: no-store


        """)
    #expect(try await shop.administer(.delete, "\(Self.path)/1").status == 404)
    #expect(try await shop.administer(.get, "\(Self.path)/1").status == 404)
  }

  @Test(arguments: ["0", "-1", "x", "01", "9999", "99999999999999999999", "1.0", "%31%20"])
  func whatCanBeNoIDIsNotFound(_ id: String) async throws {
    let shop = try await Self.seeded()
    for method in [HTTP.Method.get, .patch, .delete] {
      let answer = try await shop.administer(method, "\(Self.path)/\(id)", "{}", ifMatch: "*")
      #expect(answer.status == 404, "\(method)")
    }
  }

  @Test(
    "what is no JSON is refused with its place",
    arguments: ["", "{", "[1,]", "{\"items\":[],\"items\":[]}", "\u{0}", "nul"])
  func malformed(_ body: String) async throws {
    let shop = try await Self.seeded()
    let answer = try await shop.administer(.put, Self.path, body, ifMatch: "*")
    #expect(answer.status == 400)
    #expect(["malformed_json", "duplicate_member"].contains(answer.code))
    #expect(answer.body.contains("Line 1, column "))
  }
}
