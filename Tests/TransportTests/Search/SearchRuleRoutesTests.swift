import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// `/admin/v1/search`: synonyms, redirects and banned words.
@Suite(.realStore) struct SearchRuleRoutesTests {
  static let path = "/admin/v1/search"
  static let document = """
    {"synonyms":[["반팔","반소매"],["Mug","머그"]],"redirects":{"골프 웨어":{"kind":"event","id":1},\
    "세일":{"kind":"search","query":"할인"}},"banned":["모조품"]}
    """
  static let none = #"{"synonyms":[],"redirects":{},"banned":[]}"#

  /// Three events and some products.
  static func shop() async throws -> Shop {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop())
    for name in ["반소매 셔츠", "모조품 시계", "골프 웨어 바지"] {
      try await vendors.shop.ports.add(.sample(by: vendors.vendor, .sample(name)))
    }
    return vendors.shop
  }

  private static func put(
    _ shop: Shop, _ body: String, query: String = "", ifMatch: String? = "*"
  ) async throws -> Answer {
    try await shop.administer(.put, path + query, body, ifMatch: ifMatch)
  }

  @Test func whatWasPutIsReadAsItWasWritten() async throws {
    let shop = try await Self.shop()
    #expect(try await shop.administer(.get, Self.path).body == Self.none)
    let put = try await Self.put(shop, Self.document)
    #expect(put.status == 200)
    #expect(put.body == #"{"created":5,"updated":0,"unchanged":0,"removed":0}"#)
    let read = try await shop.administer(.get, Self.path)
    #expect(read.body == Self.document)
    #expect(read.fields["etag"] == put.fields["etag"])
    #expect(read.fields["cache-control"] == "no-store")
  }

  @Test func aReplacementTellsWhatItChanged() async throws {
    let shop = try await Self.shop()
    _ = try await Self.put(shop, Self.document)
    let put = try await Self.put(
      shop,
      """
      {"synonyms":[["Mug","머그"],["바지","팬츠"]],"redirects":{"골프웨어":{"kind":"event","id":2}},\
      "banned":["모조품"]}
      """)
    #expect(put.body == #"{"created":1,"updated":1,"unchanged":2,"removed":2}"#)
  }

  @Test func searchesKnowTheRulesAtOnce() async throws {
    let shop = try await Self.shop()
    func ids(_ text: String) async throws -> [Int64] {
      try await shop.send(.get, "/v1/search?q=\(text.encoded)").ids
    }
    #expect(try await ids("반팔") == [])
    #expect(try await ids("모조품") == [2])
    _ = try await Self.put(shop, Self.document)
    #expect(try await ids("반팔") == [1])
    #expect(try await ids("모조품") == [])
    let answer = try await shop.send(.get, "/v1/search?q=\("골프웨어".encoded)")
    #expect(answer["redirect.kind"] == .string("event"))
    #expect(answer["redirect.id"] == .integer(1))
    #expect(answer.ids == [3])
    let market = "/openmarket/v2/api/products?page_no=1&items_per_page=10&search_value="
    #expect(try await shop.send(.get, market + "모조품".encoded)["totalCount"] == .integer(0))
    #expect(try await shop.send(.get, market + "반팔".encoded)["totalCount"] == .integer(1))
    _ = try await Self.put(shop, Self.none)
    #expect(try await ids("반팔") == [])
  }

  @Test func aRedirectToWhatIsGoneIsNone() async throws {
    let shop = try await Self.shop()
    let body = #"{"synonyms":[],"redirects":{"시계":{"kind":"product","id":2}},"banned":[]}"#
    #expect(try await Self.put(shop, body).status == 200)
    let target = "/v1/search?q=\("시계".encoded)"
    #expect(try await shop.send(.get, target)["redirect.id"] == .integer(2))
    _ = try await shop.ports.products.remove(2, at: .latest, once: nil) { _ in }
    #expect(try await shop.send(.get, target)["redirect"] == nil)
  }

  @Test func aDryRunTellsAndWritesNothing() async throws {
    let shop = try await Self.shop()
    let dry = try await Self.put(shop, Self.document, query: "?dry_run=true", ifMatch: nil)
    #expect(dry.body == #"{"created":5,"updated":0,"unchanged":0,"removed":0}"#)
    #expect(dry.fields["etag"] == nil)
    #expect(try await shop.administer(.get, Self.path).body == Self.none)
  }

  @Test(
    "what is wrong is told at its place, all at once",
    arguments: [
      ("{}", ["/synonyms required", "/redirects required", "/banned required"]),
      ("[]", [" wrong_type"]),
      (
        #"{"synonyms":{},"redirects":[],"banned":"a","more":1}"#,
        [
          "/synonyms wrong_type", "/redirects wrong_type", "/banned wrong_type",
          "/more unknown_member",
        ]
      ),
      (
        #"{"synonyms":[["a","b"],"c",[1,"a"],["d"]],"redirects":{},"banned":[null,"-"]}"#,
        [
          "/synonyms/1 wrong_type", "/synonyms/2/0 wrong_type", "/synonyms/2/1 duplicate",
          "/synonyms/3 too_few", "/banned/0 wrong_type", "/banned/1 empty",
        ]
      ),
      (
        #"{"synonyms":[],"redirects":{"a/b":{"kind":"page"},"c":{"kind":"event"}},"banned":[]}"#,
        ["/redirects/a~1b/kind unknown_word", "/redirects/c/id required"]
      ),
      (
        """
        {"synonyms":[],"redirects":{"a":{"kind":"event","id":99},"b":{"kind":"product","id":99},\
        "c":{"kind":"category","id":99},"d":{"kind":"item_type","id":99}},"banned":[]}
        """,
        [
          "/redirects/a/id unknown_event", "/redirects/b/id unknown_product",
          "/redirects/c/id unknown_category", "/redirects/d/id unknown_item_type",
        ]
      ),
    ])
  func mistakes(_ body: String, _ errors: [String]) async throws {
    let shop = try await Self.shop()
    let answer = try await Self.put(shop, body)
    #expect(answer.status == 422)
    #expect(answer.errors == errors)
    #expect(try await shop.administer(.get, Self.path).body == Self.none)
  }

  @Test func twoEditorsDoNotUndoEachOthersWork() async throws {
    let shop = try await Self.shop()
    let tag = try #require(try await shop.administer(.get, Self.path).fields["etag"])
    #expect(try await Self.put(shop, Self.document, ifMatch: tag).status == 200)
    let theirs = try await Self.put(shop, Self.none, ifMatch: tag)
    #expect(theirs.status == 412)
    #expect(theirs.code == "changed_meanwhile")
    #expect(try await Self.put(shop, Self.none, ifMatch: nil).status == 428)
  }

  @Test func nobodyElseWritesRules() async throws {
    let shop = try await Self.shop()
    #expect(try await shop.send(.get, Self.path).status == 401)
    #expect(try await shop.send(.put, Self.path, ["If-Match": "*"], Self.none).status == 401)
  }

  @Test func aRepeatedPutIsMadeOnce() async throws {
    let shop = try await Self.shop()
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Shop.bootstrap)", "Idempotency-Key": "k1", "If-Match": "*",
    ]
    for replayed in [nil, "true"] {
      let answer = try await shop.send(.put, Self.path, fields, Self.document)
      #expect(answer.body == #"{"created":5,"updated":0,"unchanged":0,"removed":0}"#)
      #expect(answer.fields["idempotency-replayed"] == replayed)
    }
  }
}
