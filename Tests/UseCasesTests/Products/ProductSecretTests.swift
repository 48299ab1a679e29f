import Domain
import Fakes
import Testing
import UseCases

@Suite struct ProductSecretTests {
  private let clock = FakeClock("2026-03-01T00:00:00Z")
  private var secret: ProductSecret { ProductSecret(signer: FakeSigner(), now: clock.now) }
  private var other: ProductSecret {
    ProductSecret(signer: FakeSigner(key: "another"), now: clock.now)
  }

  private static func vendor(_ id: Int64 = 1, hash: String = "h") throws -> VendorCredentials {
    let vendor = Vendor(
      id: id, identifier: try .sample(1), name: try Title("가게"), createdAt: .earliest)
    return VendorCredentials(vendor: vendor, secretHash: hash)
  }

  private func archived(_ token: String, by vendor: VendorCredentials) -> String? {
    secret.archived(token, by: vendor).map { "\($0.id) \($0.isGood)" }
  }

  @Test func aSecretIsFitForAPathAndForOneProductOnly() throws {
    let vendor = try Self.vendor()
    let first = secret.secret(of: 1, by: vendor)
    #expect(first.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
    #expect(secret.isSecret(first, of: 1, by: vendor))
    #expect(secret.isSecret(first.uppercased(), of: 1, by: vendor))
    #expect(!secret.isSecret(first, of: 2, by: vendor))
    #expect(secret.secret(of: 2, by: vendor) != first)
    #expect(other.secret(of: 1, by: vendor) != first)
  }

  @Test("another secret of the vendor ends all of its words, and other vendors have their own")
  func rotation() throws {
    let vendor = try Self.vendor()
    let (first, token) = (secret.secret(of: 1, by: vendor), secret.archiveToken(of: 1, by: vendor))
    for stranger in [try Self.vendor(hash: "new"), try Self.vendor(2)] {
      #expect(!secret.isSecret(first, of: 1, by: stranger))
      #expect(archived(token, by: stranger) == "1 false")
    }
  }

  @Test(arguments: ["", "x", "\"", "00000000-0000-0000-0000-000000000000"])
  func anythingElseIsNone(_ text: String) throws {
    let vendor = try Self.vendor()
    #expect(!secret.isSecret(text, of: 1, by: vendor))
    #expect(secret.archived(text, by: vendor) == nil)
  }

  @Test func everyDigitOfASecretCounts() throws {
    let vendor = try Self.vendor()
    let right = secret.secret(of: 1, by: vendor)
    for index in right.indices where right[index] != "-" {
      var wrong = right
      wrong.replaceSubrange(index...index, with: right[index] == "0" ? "1" : "0")
      #expect(!secret.isSecret(wrong, of: 1, by: vendor))
    }
  }

  @Test func anArchiveTokenNamesItsProduct() throws {
    let vendor = try Self.vendor()
    for id in [1, 77, Int64.max] {
      let token = secret.archiveToken(of: id, by: vendor)
      #expect(archived(token, by: vendor) == "\(id) true")
      #expect(secret.archived(token + "A", by: vendor) == nil)
      #expect(other.archived(token, by: vendor) == nil)
    }
    #expect(secret.archived(secret.secret(of: 1, by: vendor), by: vendor) == nil)
  }

  @Test func anArchiveTokenIsGoodForAnHour() throws {
    let vendor = try Self.vendor()
    let token = secret.archiveToken(of: 1, by: vendor)
    for (time, isGood) in [("2026-03-01T00:59:59Z", true), ("2026-03-01T01:00:00Z", false)] {
      clock.set(try #require(Timestamp(rfc3339: time)))
      #expect(archived(token, by: vendor) == "1 \(isGood)")
    }
  }
}
