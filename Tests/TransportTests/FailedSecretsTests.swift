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
