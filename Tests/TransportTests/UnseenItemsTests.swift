import Fakes
import HTTP
import Testing
import Transport
import Web

@Suite("what the sender of a list has not seen is neither removed nor overwritten", .realStore)
struct UnseenItemsTests {
  private static let path = AdminRoutesTests.path

  /// The items of an answer as its reader sends them back, without the version of the list, and
  /// with more of their own.
  private static func items(of answer: String, and more: String...) -> String {
    let read = answer.replacing(/\],"version":[0-9]+}$/, with: "")
    return ([read] + more).joined(separator: ",") + "]}"
  }

  private static func post(_ keys: [String], to shop: Shop) async throws {
    for key in keys {
      let answer = try await shop.administer(
        .post, path, AdminRoutesTests.item(key, #","starts_at":"2026-03-01T09:00:00Z""#))
      #expect(answer.status == 201)
    }
  }

  @Test func anItemOfOnesOwnHidesNothingThatWasAddedMeanwhile() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let read = try await shop.administer(.get, Self.path).body
    try await Self.post(["x", "summer"], to: shop)
    let before = try await shop.administer(.get, Self.path)
    let list = Self.items(of: read, and: AdminRoutesTests.item("summer"))
    for condition in [nil, "*"] {
      let answer = try await shop.administer(.put, Self.path, list, ifMatch: condition)
      #expect(answer.status == 409, "\(answer.text)")
      #expect(answer.errors == ["/items unseen", "/items/3/key unseen"])
      #expect(answer.body.contains("행사 x"))
      #expect(answer.body.contains("would be overwritten"))
    }
    #expect(try await shop.administer(.get, Self.path).body == before.body)
    let tag = try #require(before.fields["etag"])
    let meant = try await shop.administer(.put, Self.path, list, ifMatch: "\"1\", \(tag)")
    #expect(meant.body == #"{"created":0,"updated":1,"unchanged":3,"removed":1}"#)
  }

  @Test func anItemOfOnesOwnIsAdded() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let read = try await shop.administer(.get, Self.path).body
    let list = Self.items(of: read, and: AdminRoutesTests.item("summer"))
    let answer = try await shop.administer(.put, Self.path, list)
    #expect(answer.body == #"{"created":1,"updated":0,"unchanged":3,"removed":0}"#)
  }

  @Test func anItemThatWasReadMayComeBackWithoutItsMembers() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let read = try await shop.administer(.get, Self.path).body
    let list = read.replacing(#""id":1,"#, with: "").replacing(/,"version":[0-9]+}\]/, with: "}]")
    let answer = try await shop.administer(.put, Self.path, list)
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test func anAsteriskTellsNothingOfWhatWasSeen() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let read = try await shop.administer(.get, Self.path).body
    try await Self.post(["x"], to: shop)
    let answer = try await shop.administer(.put, Self.path, Self.items(of: read), ifMatch: "*")
    #expect(answer.status == 409, "\(answer.text)")
    #expect(answer.errors == ["/items unseen"], "\(answer.text)")
    let plain = AdminRoutesTests.list(AdminRoutesTests.item("a"))
    #expect(try await shop.administer(.put, Self.path, plain, ifMatch: "*").status == 200)
  }

  @Test func anItemThatWasAddedAnewIsNotTheOneThatWasRead() async throws {
    let shop = try await AdminRoutesTests.seeded()
    let read = try await shop.administer(.get, Self.path).body
    #expect(try await shop.administer(.delete, "\(Self.path)/3").status == 204)
    try await Self.post(["c"], to: shop)
    let before = try await shop.administer(.get, Self.path).body
    let known = read.replacing(/"id":[0-9]+,/, with: "").replacing(/\],"version":.*/, with: "]}")
    let answer = try await shop.administer(.put, Self.path, known)
    #expect(answer.status == 409)
    #expect(answer.errors.contains("/items/2/version stale_version"))
    #expect(try await shop.administer(.get, Self.path).body == before)
  }

  @Test func aListWithARemovedItemCanBeSentBackAndLengthened() async throws {
    let shop = try await Shop()
    let items = (1...11).map { AdminRoutesTests.item("k\($0)") }.joined(separator: ",")
    #expect(
      try await shop.administer(.put, Self.path, "{\"items\":[\(items)]}", ifMatch: "*").status
        == 200)
    #expect(try await shop.administer(.delete, "\(Self.path)/4").status == 204)
    let read = try await shop.administer(.get, Self.path)
    let same = try await shop.administer(.put, Self.path, read.body)
    #expect(same.body == #"{"created":0,"updated":0,"unchanged":10,"removed":0}"#)
    #expect(same.fields["etag"] == read.fields["etag"])
    let more = Self.items(of: read.body, and: AdminRoutesTests.item("k12"))
    let longer = try await shop.administer(.put, Self.path, more)
    #expect(longer.body == #"{"created":1,"updated":0,"unchanged":10,"removed":0}"#)
  }
}
