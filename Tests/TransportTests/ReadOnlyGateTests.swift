import Fakes
import HTTP
import Testing

@testable import Transport
@testable import Web

/// What clients get while an operator has stopped writes.
@Suite(.realStore) struct ReadOnlyGateTests {
  private static func shop(isReadOnly: Bool) async throws -> Shop {
    let policies = Policies()
    policies.readOnly.close(isReadOnly)
    return try await Shop(policies: policies)
  }

  @Test(
    "every method that may change something is refused, and told when to come again",
    arguments: [Method.post, .put, .patch, .delete])
  func writes(_ method: Method) async throws {
    let shop = try await Self.shop(isReadOnly: true)
    let answer = try await shop.send(method, "/v1/likes/1")
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "30")
    #expect(answer.body.contains(#""code":"writes_stopped""#))
  }

  @Test("reads are answered", arguments: [Method.get, .head])
  func reads(_ method: Method) async throws {
    let shop = try await Self.shop(isReadOnly: true)
    #expect(try await shop.send(method, "/v1/products").status == 200)
  }

  @Test("what an app reads by POST is answered", arguments: SmartCommerceTests.paths)
  func readsByPost(_ path: String) async throws {
    let shop = try await Self.shop(isReadOnly: true)
    #expect(try await shop.send(.post, path).status == 200)
  }

  @Test func writesPassWhenTheyAreLetInAgain() async throws {
    let policies = Policies()
    policies.readOnly.close(true)
    policies.readOnly.close(false)
    let shop = try await Shop(policies: policies)
    #expect(try await shop.send(.post, "/v1/devices").status == 201)
  }
}
