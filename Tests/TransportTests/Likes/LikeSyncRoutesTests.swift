import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What a device did while nobody could hear it, and what it is told.
@Suite(.realStore) struct LikeSyncRoutesTests {
  static let path = "/v1/likes/sync"

  static func operation(
    _ id: Int, _ product: Int, _ isLiked: Bool = true, at: String = "2026-03-01T00:00:00Z"
  ) -> String {
    let number = String(id)
    let digits = String(repeating: "0", count: 12 - number.count) + number
    return """
      {"op_id":"00000000-0000-0000-0000-\(digits)","product_id":\(product),"liked":\(isLiked),\
      "at":"\(at)"}
      """
  }

  static func body(_ operations: [String], since: Int = 0) -> String {
    "{\"since\":\(since),\"operations\":[\(operations.joined(separator: ","))]}"
  }

  @Test func whatWasDoneOfflineHolds() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let answer = try await shop.like(
      .post, Self.path,
      Self.body([
        Self.operation(1, 2, at: "2026-02-28T23:00:00.25Z"),
        Self.operation(2, 1, at: "2026-02-28T08:00:00+09:00"),
        Self.operation(3, 1, false, at: "2026-02-28T23:30:00Z"),
      ]))
    #expect(
      answer.body == """
        {"changes":[{"product_id":2,"liked":true,"at":"2026-02-28T23:00:00Z"}],\
        "next_sequence":2,"has_more":false,"is_whole":true,"refused":[],\
        "server_time":"2026-03-01T00:00:00Z"}
        """)
    #expect(answer.fields["cache-control"] == "no-store")
    #expect(try await shop.like(.get, "/v1/likes").ids == [2])
  }

  @Test func aRemovedProductIsUnknownToThoseWhoNeverLikedIt() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    _ = try await shop.ports.products.remove(1, at: .latest, once: nil) { _ in }
    let answer = try await shop.like(.post, Self.path, Self.body([Self.operation(1, 1)]))
    #expect(answer["refused.0.code"] == "unknown_product")
    #expect(answer["changes.0"] == nil)
  }

  @Test func aDeviceIsToldWhatOthersDidSinceItsNumber() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    _ = try await shop.like(.put, "/v1/likes/2")
    _ = try await shop.like(.delete, "/v1/likes/1")
    let answer = try await shop.like(.post, Self.path, Self.body([], since: 2))
    #expect(answer["is_whole"] == false)
    #expect(answer["changes.0.product_id"] == 1)
    #expect(answer["changes.0.liked"] == false)
    #expect(answer["changes.1"] == nil)
    #expect(answer["next_sequence"] == 3)
    let nothing = try await shop.like(.post, Self.path, Self.body([], since: 3))
    #expect(nothing["changes.0"] == nil)
    #expect(nothing["next_sequence"] == 3)
  }

  @Test func aNumberThatIsNotOfThisShopperBeginsAnew() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    let answer = try await shop.like(.post, Self.path, Self.body([], since: 99))
    #expect(answer["is_whole"] == true)
    #expect(answer["changes.0.product_id"] == 1)
    #expect(answer["next_sequence"] == 1)
  }

  @Test func aMovedDeviceIsToldEverything() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let other = try DeviceRoutesTests.created(try await shop.send(.post, "/v1/devices"))
    _ = try await shop.like(.put, "/v1/likes/1")
    for _ in 1...3 {
      _ = try await shop.like(.put, "/v1/likes/2", token: other)
      _ = try await shop.like(.delete, "/v1/likes/2", token: other)
    }
    _ = try await shop.like(.put, "/v1/likes/3", token: other)
    let before = try await shop.like(.post, Self.path, Self.body([]), token: other)
    #expect(before["next_sequence"] == 7)
    _ = try await shop.like(.post, "/v1/devices/merge", #"{"token":"\#(other)"}"#)
    let moved = try await shop.like(.post, Self.path, Self.body([], since: 7), token: other)
    #expect(moved["is_whole"] == true)
    #expect(moved["changes.1.product_id"] != nil)
    let stayed = try await shop.like(.post, Self.path, Self.body([], since: 1))
    #expect(stayed["is_whole"] == false)
    #expect(stayed["next_sequence"] == moved["next_sequence"])
  }

  @Test("clocks that are wrong are refused, the rest is carried out, and repeating changes nothing")
  func clocks() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let body = Self.body([
      Self.operation(1, 1, at: "2026-03-01T00:05:00Z"),
      Self.operation(2, 2, at: "2026-03-01T00:05:02Z"),
      Self.operation(3, 3, at: "2025-11-30T23:59:59Z"), Self.operation(4, 99),
    ])
    for _ in 1...2 {
      let answer = try await shop.like(.post, Self.path, body)
      #expect(answer["refused.0.op_id"] == "00000000-0000-0000-0000-000000000002")
      #expect(answer["refused.0.code"] == "clock_ahead")
      #expect(answer["refused.1.code"] == "too_old")
      #expect(answer["refused.2.code"] == "unknown_product")
      #expect(answer["refused.3"] == nil)
      #expect(answer["changes.0.product_id"] == 1)
      #expect(answer["next_sequence"] == 1)
    }
  }

  @Test("an operation of a slow clock is told that a later one holds")
  func superseded() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let like = Self.body([Self.operation(1, 1, at: "2026-02-28T23:00:00Z")])
    for _ in 1...2 {
      let answer = try await shop.like(.post, Self.path, like)
      #expect(answer["refused.0"] == nil)
    }
    let slow = try await shop.like(
      .post, Self.path,
      Self.body([
        Self.operation(2, 1, false, at: "2026-02-28T22:59:00Z"),
        Self.operation(3, 2, at: "2026-02-28T22:59:00Z"),
      ]))
    #expect(slow["refused.0.op_id"] == "00000000-0000-0000-0000-000000000002")
    #expect(slow["refused.0.code"] == "superseded")
    #expect(slow["refused.1"] == nil)
    #expect(try await shop.like(.get, "/v1/likes").ids == [1, 2])
  }

  @Test("likes of one second are told by the second, and listed by the fraction, page by page")
  func fractions() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let answer = try await shop.like(
      .post, Self.path,
      Self.body([
        Self.operation(1, 1, at: "2026-02-28T23:00:00.5Z"),
        Self.operation(2, 2, at: "2026-02-28T23:00:00.25Z"),
        Self.operation(3, 3, at: "2026-02-28T23:00:00.75Z"),
      ]))
    for index in 0...2 { #expect(answer["changes.\(index).at"] == "2026-02-28T23:00:00Z") }
    var (listed, cursor) = ([Int64](), "")
    for _ in 1...3 {
      let page = try await shop.like(.get, "/v1/likes?limit=1\(cursor)")
      listed += page.ids
      cursor = page.nextCursor.map { "&cursor=\($0)" } ?? ""
    }
    #expect(listed == [3, 1, 2])
    #expect(cursor == "")
  }

  @Test func aTapOfNowHoldsAgainstAClockThatIsAhead() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    _ = try await shop.like(
      .post, Self.path, Self.body([Self.operation(1, 1, at: "2026-03-01T00:04:00Z")]))
    #expect(try await shop.like(.delete, "/v1/likes/1").status == 204)
    #expect(try await shop.like(.get, "/v1/likes").ids == [])
  }

  @Test func changesAreToldFiveHundredAtATime() async throws {
    let (shop, _) = try await LikeRoutesTests.shop(products: 502)
    for start in [1, 252] {
      let operations = (start...start + 250).map { Self.operation($0, $0) }
      _ = try await shop.like(.post, Self.path, Self.body(operations))
    }
    let first = try await shop.like(.post, Self.path, Self.body([], since: 1))
    #expect(first["has_more"] == true)
    #expect(first["changes.499"] != nil)
    #expect(first["changes.500"] == nil)
    guard case .integer(let next)? = first["next_sequence"] else { throw ContractBreach("none") }
    let rest = try await shop.like(.post, Self.path, Self.body([], since: Int(next)))
    #expect(rest["has_more"] == false)
    #expect(rest["changes.0"] != nil)
    #expect(rest["changes.1"] == nil)
  }

  @Test(
    "a document that cannot be read is refused at its places",
    arguments: [
      ("[]", " wrong_type"), (#"{"since":-1}"#, "/since out_of_range"),
      (#"{"since":"a"}"#, "/since wrong_type"), (#"{"sinse":1}"#, "/sinse unknown_member"),
      (#"{"operations":{}}"#, "/operations wrong_type"),
      (#"{"operations":null}"#, "/operations wrong_type"),
      (#"{"since":null}"#, "/since wrong_type"),
      (#"{"operations":[1]}"#, "/operations/0 wrong_type"),
    ])
  func refusals(_ body: String, _ error: String) async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let answer = try await shop.like(.post, Self.path, body)
    #expect(answer.status == 422)
    #expect(answer.errors == [error])
  }

  @Test func everyMistakeOfAnOperationIsTold() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let answer = try await shop.like(
      .post, Self.path,
      #"{"operations":[{"op_id":"x","product_id":0,"liked":1,"at":"yesterday","a":1}]}"#)
    #expect(
      answer.errors == [
        "/operations/0/op_id malformed_uuid", "/operations/0/product_id malformed_id",
        "/operations/0/liked wrong_type", "/operations/0/at malformed_time",
        "/operations/0/a unknown_member",
      ])
  }

  @Test func fiveHundredOperationsAreTakenAndNoMore() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let operations = (1...501).map { Self.operation($0, 1) }
    let most = try await shop.like(.post, Self.path, Self.body(Array(operations.prefix(500))))
    #expect(most.status == 200)
    let more = try await shop.like(.post, Self.path, Self.body(operations))
    #expect(more.errors == ["/operations too_many"])
  }
}
