import Domain
import Fakes
import HTTP
import TestDatabase
import Testing

@Suite(.realStore) struct AdminViolationTests {
  static let path = "/admin/v1/event-categories"

  @Test func everyMistakeIsToldAtOnceAndNothingIsWritten() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let before = try await shop.administer(.get, Self.path).body
    let long = String(repeating: "👨‍👩‍👧‍👦", count: 101)
    let body = """
      {"items":[
        {"key":"fine","title":"좋음","thumbnail_image_url":"/a.png","thumbnail_text_image_url":"/b.png"},
        {"key":"Not Fine","title":"","thumbnail_image_url":"http://a","thumbnail_text_image_url":7},
        {"key":"fine","title":"\(long)","thumbnail_image_url":"//evil","end_at":"x","id":1},
        {"key":"d","title":"\\u0007","thumbnail_image_url":"/a","thumbnail_text_image_url":"/b",
         "starts_at":"2026-03-01T00:00:00Z","ends_at":"2026-03-01T09:00:00+09:00"},
        {"key":"e","title":" e","thumbnail_image_url":"/a b","thumbnail_text_image_url":null,
         "starts_at":"yesterday","ends_at":5},
        "six"
      ], "total": 6}
      """
    let answer = try await shop.administer(.put, Self.path, body)
    #expect(answer.status == 422)
    #expect(answer.code == "rejected")
    #expect(
      answer.errors == [
        "/items/1/key malformed", "/items/1/title empty",
        "/items/1/thumbnail_image_url not_https", "/items/1/thumbnail_text_image_url wrong_type",
        "/items/2/key duplicate", "/items/2/title too_long",
        "/items/2/thumbnail_image_url not_https", "/items/2/end_at unknown_member",
        "/items/2/thumbnail_text_image_url required",
        "/items/3/title control_character", "/items/3/ends_at ends_before_start",
        "/items/4/thumbnail_image_url malformed",
        "/items/4/thumbnail_text_image_url required", "/items/4/starts_at malformed_time",
        "/items/4/ends_at wrong_type",
        "/items/5 wrong_type", "/total unknown_member",
      ])
    #expect(try await shop.administer(.get, Self.path).body == before)
    let dry = try await shop.administer(.put, "\(Self.path)?dry_run=true", body)
    #expect(dry.text == answer.text)
  }

  @Test func aViolationIsToldInFull() async throws {
    let answer = try await Shop().administer(
      .put, Self.path, AdminRoutesTests.list(AdminRoutesTests.item("a", #","title2":1"#)))
    #expect(
      answer.body == """
        {"type":"/docs/errors/rejected","title":"Some values break a rule.",\
        "status":422,"code":"rejected",\
        "detail":"Some values break a rule; see errors.","request_id":"request-1","errors":[\
        {"pointer":"/items/0/title2","code":"unknown_member","detail":"There is no such member.",\
        "hint":"Known are ends_at, id, key, position, starts_at, thumbnail_image_url, \
        thumbnail_text_image_url, title, version."}]}
        """)
  }

  @Test(
    "a document of another form is refused as a whole",
    arguments: [
      ("[]", " wrong_type"), ("null", " wrong_type"), ("{}", "/items required"),
      (#"{"items":{}}"#, "/items wrong_type"), (#"{"items":null}"#, "/items required"),
    ])
  func forms(_ body: String, _ error: String) async throws {
    let answer = try await Shop().administer(.put, Self.path, body)
    #expect(answer.status == 422)
    #expect(answer.errors == [error])
  }

  @Test func fiveHundredAreTakenAndNotOneMore() async throws {
    let shop = try await Shop()
    let items = (0...500).map { AdminRoutesTests.item("key-\($0)") }
    let all = "{\"items\":[\(items.dropLast().joined(separator: ","))]}"
    let report = try await shop.administer(.put, Self.path, all, ifMatch: "*").body
    #expect(report == #"{"created":500,"updated":0,"unchanged":0,"removed":0}"#)
    let over = try await shop.administer(
      .put, Self.path, "{\"items\":[\(items.joined(separator: ","))]}")
    #expect(over.status == 422)
    #expect(over.errors == ["/items too_many"])
    let more = try await shop.administer(.post, Self.path, items[500])
    #expect(more.status == 409)
    #expect(more.code == "too_many")
  }

  @Test func aMegabyteIsTheMost() async throws {
    let shop = try await Shop()
    let body = AdminRoutesTests.list()
    let fits = body + String(repeating: " ", count: 1_048_576 - body.utf8.count)
    #expect(try await shop.administer(.put, Self.path, fits, ifMatch: "*").status == 200)
    let answer = try await shop.administer(.put, Self.path, fits + " ")
    #expect(answer.status == 413)
    #expect(answer.code == "content_too_large")
  }

  @Test func fourThousandMistakesAreTheMostThatAreTold() async throws {
    let members = (0..<9_000).map { "\"m\($0)\":0" }.joined(separator: ",")
    let answer = try await Shop().administer(.post, Self.path, "{\(members)}")
    #expect(answer.status == 422)
    #expect(answer.errors.count == 4_000)
  }

  @Test func onePostIsCheckedLikeAnItem() async throws {
    let answer = try await Shop().administer(
      .post, Self.path, #"{"key":"","title":"\u202e","version":1,"price":0}"#)
    #expect(answer.status == 422)
    #expect(
      answer.errors == [
        "/key empty", "/title empty", "/version read_only", "/price unknown_member",
        "/thumbnail_image_url required", "/thumbnail_text_image_url required",
      ])
  }

  @Test func aPatchIsCheckedByItself() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let answer = try await shop.administer(
      .patch, "\(Self.path)/1", #"{"key":null,"title":1,"starts_at":"x","position":"2","a/b":0}"#,
      ifMatch: "\"1\"")
    #expect(answer.status == 422)
    #expect(
      answer.errors == [
        "/key required", "/title wrong_type", "/starts_at malformed_time", "/position wrong_type",
        "/a~1b unknown_member",
      ])
    let times = try await shop.administer(
      .patch, "\(Self.path)/2", #"{"ends_at":"2026-03-01T00:00:00Z"}"#, ifMatch: "\"1\"")
    #expect(times.status == 422)
    #expect(times.errors == ["/ends_at ends_before_start"])
    let both = try await shop.administer(
      .patch, "\(Self.path)/2",
      #"{"ends_at":"2026-03-01T00:00:00Z","starts_at":"2026-03-02T00:00:00Z","title":""}"#,
      ifMatch: "\"1\"")
    #expect(both.errors == ["/ends_at ends_before_start", "/title empty"])
  }

  @Test func hostileTextsAreStoredAsTheyAre() async throws {
    let shop = try await Shop()
    let title = #"' OR 1=1-- $1 %00 \\ \" <script>"#
    let body =
      #"{"key":"x","title":"\#(title)","thumbnail_image_url":"/a","#
      + #""thumbnail_text_image_url":"/b"}"#
    let answer = try await shop.administer(.post, Self.path, body)
    #expect(answer.status == 201)
    #expect(answer.body.contains(#""title":"' OR 1=1-- $1 %00 \\ \" \u003Cscript>""#))
  }
}
