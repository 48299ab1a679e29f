import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport

@Suite(.realStore) struct FailedSecretsTests {
  private let failures = CountedFailures()

  @Test func whoSentTooManyWrongSecretsIsToldWhenToComeBack() async throws {
    let vendors = try await VendorShop(
      try await Shop(policies: Policies(failedSecrets: failures.failedSecrets)))
    let identifier = vendors.vendor.identifier.description
    let fields = VendorProductRoutesTests.base64("\(identifier):wrong")
    for _ in 0..<5 {
      _ = try await vendors.shop.send(
        .delete, "/v1/products/1", ["Authorization": "Basic \(fields)"])
    }
    failures.pass(9)
    let refusal = try await vendors.shop.send(
      .delete, "/v1/products/1", ["Authorization": "Basic \(fields)"])
    #expect(refusal.status == 429)
    #expect(refusal.code == "too_many_failures")
    #expect(refusal.fields["retry-after"] == "3")
  }

  @Test func wrongTokensAreLimited() async throws {
    let shop = try await Shop(policies: Policies(failedSecrets: failures.failedSecrets))
    var statuses: [Int] = []
    let token = "moa_0123456789abcdef_" + String(repeating: "a", count: 43)
    for _ in 0..<6 {
      let fields: KeyValuePairs = ["Authorization": "Bearer \(token)"]
      statuses.append(try await shop.send(.get, "/admin/v1/event-categories", fields).status)
    }
    #expect(statuses == [401, 401, 401, 401, 401, 429])
  }

  @Test("tokens without an id are counted for their address, which has to wait then")
  func formlessTokens() async throws {
    let shop = try await Shop(policies: Policies(failedSecrets: failures.failedSecrets))
    var statuses: [Int] = []
    for number in 0..<51 {
      let fields: KeyValuePairs = ["Authorization": "Bearer \(number)"]
      statuses.append(try await shop.send(.get, "/admin/v1/event-categories", fields).status)
    }
    #expect(statuses == Array(repeating: 401, count: 50) + [429])
    #expect(try await shop.administer(.get, "/admin/v1/event-categories").status == 429)
    failures.pass(2)
    #expect(try await shop.administer(.get, "/admin/v1/event-categories").status == 200)
  }

  @Test func keysOfMommyTalksAppsAreLimited() async throws {
    let digest = FakeSecretDigest().digest(Array("key".utf8))
    let shop = try await Shop(
      policies: Policies(failedSecrets: failures.failedSecrets),
      dialects: DialectPolicies(mommyTalk: MommyTalkPolicy(keyDigest: digest), isNaverOpen: true))
    var statuses: [Int] = []
    for _ in 0..<51 {
      let path = "/rest/shopping/products"
      statuses.append(try await shop.send(.get, path, ["Authorization": "wrong"]).status)
    }
    #expect(statuses == Array(repeating: 401, count: 50) + [429])
  }

  @Test func secretsInABodyCountToo() async throws {
    let market = try await Market(
      policies: Policies(failedSecrets: failures.failedSecrets))
    let params = OpenMarketWriteTests.params().replacing(Market.secret, with: "wrong")
    var statuses: [Int] = []
    for _ in 0..<6 {
      statuses.append(try await market.post(.plain(params, [SentForm.first])).status)
    }
    #expect(statuses == [401, 401, 401, 401, 401, 429])
  }
}
