import Domain
import Fakes
import HTTP
import TestDatabase
import Testing
import Transport
import UseCases
import Web

@Suite("a list that two people edit loses nothing", .realStore) struct AdminListTests {
  private static let path = AdminRoutesTests.path

  /// A list of three, and what a first editor read of it.
  private static func read() async throws -> (shop: Shop, list: String, tag: String) {
    let shop = try await AdminRoutesTests.seeded()
    let answer = try await shop.administer(.get, path)
    return (shop, answer.body, try #require(answer.fields["etag"]))
  }

  /// What a second editor does meanwhile.
  private static func interfere(_ shop: Shop) async throws {
    let edited = try await shop.administer(
      .patch, "\(path)/1", #"{"title":"다른 제목"}"#, ifMatch: "*")
    #expect(edited.status == 200)
    #expect(try await shop.administer(.post, path, AdminRoutesTests.item("d")).status == 201)
    #expect(try await shop.administer(.delete, "\(path)/2").status == 204)
  }

  @Test func whatWasReadCanBeSentBackAndChangesNothing() async throws {
    let (shop, list, tag) = try await Self.read()
    for condition in [nil, tag, "*"] {
      let answer = try await shop.administer(.put, Self.path, list, ifMatch: condition)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.body == #"{"created":0,"updated":0,"unchanged":3,"removed":0}"#)
      #expect(answer.fields["etag"] == tag)
    }
    #expect(try await shop.administer(.get, Self.path).body == list)
  }

  @Test func aStaleTagIsToldWithAllThatChanged() async throws {
    let (shop, list, tag) = try await Self.read()
    try await Self.interfere(shop)
    let before = try await shop.administer(.get, Self.path)
    let answer = try await shop.administer(.put, Self.path, list, ifMatch: tag)
    #expect(answer.status == 412)
    #expect(answer.code == "stale_version")
    #expect(
      answer.errors == [
        "/items/0/version stale_version", "/items/1/id removed", "/version stale_version",
        "/items unseen",
      ])
    #expect(answer.body.contains("다른 제목"))
    #expect(answer.body.contains("행사 d"))
    #expect(try await shop.administer(.get, Self.path).body == before.body)
  }

  @Test func withoutATagTheVersionsInTheListAreComparedWithTheStoredOnes() async throws {
    let (shop, list, _) = try await Self.read()
    try await Self.interfere(shop)
    let before = try await shop.administer(.get, Self.path).body
    for dryRun in [true, false] {
      let answer = try await shop.administer(.put, "\(Self.path)?dry_run=\(dryRun)", list)
      #expect(answer.status == 409, "\(answer.text)")
      #expect(answer.code == "outdated", "\(answer.text)")
      #expect(answer.errors.contains("/items/0/version stale_version"))
    }
    #expect(try await shop.administer(.get, Self.path).body == before)
  }

  @Test func whatWasAddedAfterTheListWasReadIsNotRemovedUnseen() async throws {
    let (shop, list, _) = try await Self.read()
    #expect(try await shop.administer(.post, Self.path, AdminRoutesTests.item("d")).status == 201)
    let items = list.replacing(/,"version":[0-9]+}$/, with: "}")
    let answer = try await shop.administer(.put, Self.path, items)
    #expect(answer.status == 409, "\(answer.text)")
    #expect(answer.errors == ["/items unseen"], "\(answer.text)")
    #expect(answer.body.contains("행사 d"))
    let now = try #require(try await shop.administer(.get, Self.path).fields["etag"])
    let meant = try await shop.administer(.put, Self.path, items, ifMatch: now)
    #expect(meant.body == #"{"created":0,"updated":0,"unchanged":3,"removed":1}"#)
  }

  @Test("a list that does not say what it was read from, or that it need not, removes nothing")
  func plainList() async throws {
    let (shop, list, _) = try await Self.read()
    for plain in [#"{"items":[]}"#, AdminRoutesTests.list(AdminRoutesTests.item("x"))] {
      let answer = try await shop.administer(.put, Self.path, plain)
      #expect(answer.status == 428, "\(answer.text)")
      #expect(try await shop.administer(.put, Self.path + "?dry_run=true", plain).status == 200)
    }
    #expect(try await shop.administer(.get, Self.path).body == list)
  }

  @Test func aPlainListThatIsMeantSoReplacesAllAsSeedingDoes() async throws {
    let (shop, _, _) = try await Self.read()
    try await Self.interfere(shop)
    let plain = AdminRoutesTests.list(AdminRoutesTests.item("c"), AdminRoutesTests.item("x"))
    let answer = try await shop.administer(.put, Self.path, plain, ifMatch: "*")
    #expect(answer.body == #"{"created":1,"updated":0,"unchanged":1,"removed":2}"#)
  }

  @Test(
    "a tag that is none of the list's replaces nothing",
    arguments: [
      ("\"zzz\"", 412, "stale_version"), ("W/\"2\"", 412, "weak_condition"),
      ("zzz", 400, "malformed_condition"), ("\"1\"", 412, "stale_version"),
    ])
  func otherTags(_ condition: String, _ status: Int, _ code: String) async throws {
    let (shop, list, _) = try await Self.read()
    let answer = try await shop.administer(
      .put, Self.path, AdminRoutesTests.list(), ifMatch: condition)
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.code == code, "\(answer.text)")
    #expect(try await shop.administer(.get, Self.path).body == list)
  }

  @Test(
    "members that answers give are refused where they are not true",
    arguments: [
      (#","id":7"#, "/items/0/id another_id"), (#","version":9"#, "/items/0/version stale_version"),
    ])
  func members(_ member: String, _ error: String) async throws {
    let (shop, list, _) = try await Self.read()
    let body = AdminRoutesTests.list(
      AdminRoutesTests.item("a", member), AdminRoutesTests.item("b"), AdminRoutesTests.item("c"))
    let answer = try await shop.administer(.put, Self.path, body, ifMatch: "*")
    #expect(answer.status == 409, "\(answer.text)")
    #expect(answer.errors.contains(error), "\(answer.text)")
    #expect(try await shop.administer(.get, Self.path).body == list)
  }

  @Test func oneThatWasReadCanBeSentBackAsAPatch() async throws {
    let (shop, _, _) = try await Self.read()
    let one = try await shop.administer(.get, "\(Self.path)/2")
    let same = try await shop.administer(.patch, "\(Self.path)/2", one.body, ifMatch: "\"1\"")
    #expect(same.status == 200, "\(same.text)")
    #expect(same.body == one.body, "\(same.text)")
    let other = try await shop.administer(
      .patch, "\(Self.path)/2", #"{"id":3,"version":4}"#, ifMatch: "*")
    #expect(other.status == 409)
    #expect(other.errors == ["/id another_id", "/version stale_version"])
  }

  // MARK: Dry runs

  @Test(
    "a dry run of any write tells what it would do, and does nothing",
    arguments: [
      (HTTP.Method.post, "", 1, 0, 3, 0), (.patch, "/2", 0, 1, 2, 0), (.delete, "/2", 0, 0, 2, 1),
    ])
  func dryRuns(
    _ method: HTTP.Method, _ one: String, _ created: Int, _ updated: Int, _ unchanged: Int,
    _ removed: Int
  ) async throws {
    let (shop, list, tag) = try await Self.read()
    let body = method == .post ? AdminRoutesTests.item("d") : #"{"title":"새 제목"}"#
    let answer = try await shop.administer(
      method, Self.path + one + "?dry_run=true", body, ifMatch: method == .post ? nil : "\"1\"")
    #expect(answer.status == 200, "\(answer.text)")
    // A tag is that of what the path names; of one of them it would let a stale change through.
    #expect(answer.fields["etag"] == (method == .post ? tag : nil))
    #expect(
      answer.body
        == #"{"created":\#(created),"updated":\#(updated),"unchanged":\#(unchanged),"#
        + #""removed":\#(removed)}"#)
    #expect(try await shop.administer(.get, Self.path).body == list)
  }

  @Test func aDryRunIsRefusedForWhatTheRunWouldBe() async throws {
    let (shop, _, _) = try await Self.read()
    let taken = try await shop.administer(
      .post, Self.path + "?dry_run=true", AdminRoutesTests.item("a"))
    #expect(taken.status == 409)
    #expect(taken.code == "key_taken")
    let missing = try await shop.administer(.delete, Self.path + "/9?dry_run=true")
    #expect(missing.status == 404)
    #expect(missing.body.contains("Event category 9 does not exist"))
    let blind = try await shop.administer(.patch, Self.path + "/1?dry_run=true", "{}")
    #expect(blind.status == 428)
  }

  // MARK: Order

  @Test(
    "one moves to a position, and those on its way make room",
    arguments: [
      (1, 3, "b c a"), (3, 1, "c a b"), (1, 2, "b a c"), (2, 2, "a b c"),
    ])
  func moves(_ id: Int, _ position: Int, _ keys: String) async throws {
    let (shop, _, _) = try await Self.read()
    let answer = try await shop.administer(
      .patch, "\(Self.path)/\(id)", #"{"position":\#(position)}"#, ifMatch: "\"1\"")
    #expect(answer.status == 200)
    #expect(answer["position"] == .integer(Int64(position)))
    let list = try await shop.administer(.get, Self.path)
    let shown = (0..<3).compactMap { index -> String? in
      guard case .string(let key) = list["items.\(index).key"] else { return nil }
      return key
    }
    #expect(shown.joined(separator: " ") == keys)
  }

  @Test("there is no position outside of the list", arguments: [0, 4, -1])
  func positions(_ position: Int) async throws {
    let (shop, list, _) = try await Self.read()
    let answer = try await shop.administer(
      .patch, "\(Self.path)/1", #"{"position":\#(position)}"#, ifMatch: "*")
    #expect(answer.status == 422)
    #expect(answer.errors == ["/position out_of_range"])
    #expect(answer.body.contains("from 1 to 3"))
    #expect(try await shop.administer(.get, Self.path).body == list)
  }

  // MARK: Images

  @Test func anImageOfThisSiteMustBeThere() async throws {
    let shop = try await Shop()
    let image = try PreparedImage.sample(2)
    try await shop.put(image)
    let digest = image.original.digest
    for (url, isTaken) in [
      ("/images/nope.png", false), ("/images/\(try StoredImage.sample(9).digest)/cell.png", false),
      ("/images/\(digest)/cell.jpg", false), ("/images/\(digest)/huge.png", false),
      ("http://localhost/images/nope.png", false), ("/%69mages/nope.png", false),
      ("http://localhost/%69mages/nope.png", false), ("/images%2Fnope.png", false),
      ("/%69mages/\(digest)/cell.png", true), ("/images/\(digest)/cell.png", true),
      ("/images/\(digest)/original.png", true),
      ("http://localhost/images/\(digest)/cell.png", true),
      ("https://elsewhere.example/images/nope.png", true),
    ] {
      let item = """
        {"key":"a","title":"A","thumbnail_image_url":"\(url)","thumbnail_text_image_url":"/b.png"}
        """
      let answer = try await shop.administer(.put, Self.path, "{\"items\":[\(item)]}", ifMatch: "*")
      #expect(answer.status == (isTaken ? 200 : 422), "\(url) \(answer.text)")
      if !isTaken { #expect(answer.errors == ["/items/0/thumbnail_image_url unknown_image"]) }
      let patch = try await shop.administer(
        .patch, "\(Self.path)/1", #"{"thumbnail_text_image_url":"\#(url)"}"#, ifMatch: "*")
      if !isTaken, patch.status != 404 {
        #expect(patch.errors == ["/thumbnail_text_image_url unknown_image"])
      }
    }
  }

  @Test func anAbsoluteURLOfThisSiteIsStoredAsAPath() async throws {
    let shop = try await Shop(publicOrigin: "https://shop.example")
    let image = try PreparedImage.sample(2)
    try await shop.put(image)
    let path = "/images/\(image.original.digest)/cell.png"
    for url in ["https://shop.example\(path)", "HTTPS://Shop.example:443\(path)", path] {
      let item = """
        {"key":"a","title":"A","thumbnail_image_url":"\(url)","thumbnail_text_image_url":"/b.png"}
        """
      #expect(
        try await shop.administer(.put, Self.path, "{\"items\":[\(item)]}", ifMatch: "*").status
          == 200)
      let list = try await shop.administer(.get, Self.path)
      #expect(list["items.0.thumbnail_image_url"] == .string(path), "\(url)")
    }
  }

  @Test func aScreenKnowsSizeAndColourOfOurImagesBeforeItHasThem() async throws {
    let shop = try await Shop()
    let image = try PreparedImage.sample(2)
    try await shop.put(image)
    let item = """
      {"key":"a","title":"A","thumbnail_image_url":"/images/\(image.original.digest)/cell.png",\
      "thumbnail_text_image_url":"https://cdn.example/b.png"}
      """
    #expect(
      try await shop.administer(.put, Self.path, "{\"items\":[\(item)]}", ifMatch: "*").status
        == 200)
    let placeholder = ##"{"width":400,"height":200,"color":"#02fd80"}"##
    let cards = try await shop.send(.get, "/v1/event-categories").body
    #expect(cards.contains(#""thumbnail_image":\#(placeholder)"#), "\(cards)")
    #expect(!cards.contains("thumbnail_text_image\""))
    let cells = try await shop.send(.get, "/v1/event-categories?variant=thumbnail").body
    #expect(cells.contains(#""image":\#(placeholder)"#), "\(cells)")
    let texts = try await shop.send(.get, "/v1/event-categories?variant=text").body
    #expect(!texts.contains("\"image\":"))
  }
}
