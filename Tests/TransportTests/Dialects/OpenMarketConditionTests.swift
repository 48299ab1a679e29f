import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// `If-Match` on what Open Market's apps write: none of them sends it, and who does is obeyed.
@Suite(.realStore) struct OpenMarketConditionTests {
  static let path = "/api/products/1"

  let market: Market

  init() async throws {
    market = try await Market()
    try await market.add(1)
  }

  private func send(
    _ method: HTTP.Method, _ target: String, if condition: String, _ body: String = ""
  ) async throws -> Answer {
    let fields: KeyValuePairs = ["identifier": Market.identifier, "If-Match": condition]
    return try await market.shop.send(method, target, fields, body)
  }

  private func edit(_ stock: Int, if condition: String) async throws -> Answer {
    let body = #"{"stock":\#(stock),"secret":"vendor-secret"}"#
    return try await send(.patch, Self.path, if: condition, body)
  }

  private func tag(of path: String = path) async throws -> String {
    try #require(try await market.get(path).fields["etag"])
  }

  /// The paths by which the product is removed.
  private func removals() async throws -> [String] {
    let secret = try await market.send(.post, Self.path + "/secret", #""vendor-secret""#).body
    let archived = try await market.send(.post, Self.path + "/archived", #""vendor-secret""#).body
    return ["\(Self.path)/\(secret)", archived]
  }

  @Test func anEditIsMadeToTheProductThatWasRead() async throws {
    let tag = try await tag()
    #expect(try await edit(9, if: tag).status == 202)
    for condition in [tag, "\"2\"", "\"x\", \"y\""] {
      let stale = try await edit(1, if: condition)
      #expect(stale.status == 412, "\(condition)")
      #expect(stale.code == "stale_version", "\(condition)")
      #expect(stale.message?.contains("Read it again") == true)
      #expect(stale.fields["etag"] == nil)
    }
    let weak = try await edit(1, if: "W/\(try await self.tag())")
    #expect(weak.status == 412)
    #expect(weak.code == "weak_condition")
    #expect(try await market.shop.ports.products.find(1)?.draft.stock.count == 9)
    #expect(try await edit(10, if: try await self.tag()).status == 202)
    #expect(try await edit(11, if: "\"x\", \(try await self.tag())").status == 202)
    #expect(try await edit(12, if: "*").status == 202)
  }

  @Test(
    "a removal is made of the product that was read in its version, in both ways",
    arguments: [(0, path), (1, "/openmarket/v2" + path)])
  func removal(_ way: Int, _ page: String) async throws {
    let old = try await tag()
    #expect(try await edit(9, if: old).status == 202)
    for path in try await removals() {
      let stale = try await send(.delete, path, if: old)
      #expect(stale.status == 412, "\(stale.text)")
      #expect(stale.message != nil, "\(stale.text)")
    }
    let path = try await removals()[way]
    #expect(try await send(.delete, path, if: try await tag(of: page)).status == 200)
    #expect(try await market.get(Self.path).status == 404)
  }

  @Test func aMalformedConditionIsToldSo() async throws {
    let removals = try await removals()
    for condition in ["1", "nope", "\"1", "*, \"1\""] {
      var answers = [try await edit(1, if: condition)]
      for path in removals { answers.append(try await send(.delete, path, if: condition)) }
      for answer in answers {
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.code == "malformed_condition", "\(answer.text)")
      }
    }
    #expect(try await market.get(Self.path).status == 200)
  }

  @Test func whatWasDoneUnderAKeyIsAnsweredAgain() async throws {
    let tag = try await tag()
    let secret = try await removals()[0]
    func send(_ method: HTTP.Method, _ path: String, _ key: String, _ tag: String) async throws
      -> Answer
    {
      try await market.shop.send(
        method, path,
        ["identifier": Market.identifier, "If-Match": tag, "Idempotency-Key": key],
        method == .patch ? #"{"stock":9,"secret":"vendor-secret"}"# : "")
    }
    let edited = try await send(.patch, Self.path, "edit", tag)
    let again = try await send(.patch, Self.path, "edit", tag)
    #expect(edited.status == 202)
    #expect(again.status == 202)
    #expect(again.body == edited.body)
    #expect(again.fields["idempotency-replayed"] == "true")
    let now = try await self.tag()
    #expect(try await send(.patch, Self.path, "edit", now).status == 422, "another condition")
    let removed = try await send(.delete, secret, "removal", now)
    let removedAgain = try await send(.delete, secret, "removal", now)
    #expect(removed.status == 200)
    #expect(removedAgain.body == removed.body)
    #expect(removedAgain.fields["idempotency-replayed"] == "true")
  }
}
