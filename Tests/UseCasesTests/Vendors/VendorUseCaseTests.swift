import Domain
import Fakes
import Testing

@testable import UseCases

@Suite struct VendorUseCaseTests {
  let store = FakeStore()
  let bytes = CountingBytes()
  let clock = FakeClock("2026-11-21T09:00:00Z")
  var create: CreateVendor {
    CreateVendor(
      vendors: store, hasher: FakeSecretHasher(), randomBytes: bytes.bytes, now: clock.now)
  }
  var replace: ReplaceVendorSecret {
    ReplaceVendorSecret(
      vendors: store, hasher: FakeSecretHasher(), randomBytes: bytes.bytes)
  }

  @Test func aNewVendorHasARandomIdentifierAndASecretThatNobodyStores() async throws {
    let created = try await create(name: try Title("가게"), secret: nil)
    let text = created.vendor.identifier.description
    // Version 4, and the variant of RFC 9562.
    #expect(text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-.*/) != nil)
    #expect(created.secret.text.utf8.count == 43)
    let known = try await store.ports.vendors.find(created.vendor.identifier)
    #expect(known?.vendor == created.vendor)
    #expect(created.vendor.createdAt == clock.now())
    #expect(known?.secretHash == FakeSecretHasher.hash(created.secret.text))
    let second = try await create(name: try Title("가게"), secret: nil)
    #expect(second.vendor.identifier != created.vendor.identifier)
    #expect(second.secret != created.secret)
    #expect(try await store.all(limit: Vendor.listedMax) == [created.vendor, second.vendor])
  }

  @Test func aSecretOfOnesOwnIsTakenAsItIs() async throws {
    let secret = try VendorSecret("비밀번호 1234")
    let created = try await create(name: try Title("가게"), secret: secret)
    #expect(created.secret == secret)
    let authenticate = AuthenticateVendor(
      vendors: store, hasher: FakeSecretHasher(), failures: .unlimited)
    let identifier = created.vendor.identifier.description
    #expect(
      try await authenticate(identifier: identifier, secret: secret.text, from: .sample)
        == created.vendor)
    let next = try await replace(of: created.vendor.identifier, by: nil)
    #expect(
      try await authenticate(identifier: identifier, secret: next.text, from: .sample)
        == created.vendor)
    await #expect(throws: Failure.unauthenticated) {
      try await authenticate(identifier: identifier, secret: secret.text, from: .sample)
    }
  }

  @Test func aSecretForNobodyIsNotFound() async throws {
    let stranger = try VendorIdentifier.sample(7)
    await #expect(throws: Failure.notFound(.vendor(stranger.text))) {
      try await replace(of: stranger, by: nil)
    }
  }

  @Test(
    "A secret that cannot be says why",
    arguments: [
      ("", "too_short"), ("1234567", "too_short"),
      (String(repeating: "a", count: 513), "too_long"), (" 12345678", "surrounded_by_space"),
      ("12345678 ", "surrounded_by_space"), ("1234\n5678", "control_character"),
      ("1234\u{0}5678", "control_character"), ("12345678\u{7F}", "control_character"),
    ])
  func malformedSecrets(_ text: String, _ code: String) {
    let flaw = #expect(throws: ValidationError.self) { try VendorSecret(text) }
    #expect(flaw?.code == code)
  }

  @Test func aSecretDoesNotStandInTexts() throws {
    let secret = try VendorSecret("12345678")
    #expect(!"\(secret)".contains("1234"))
    #expect(!String(reflecting: secret).contains("1234"))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("1234"))
  }

  @Test func aTokenMayBeMadeForAVendor() async throws {
    let vendor = try await store.ports.vendor()
    let made = try await CreateToken(
      repository: store, secretDigest: FakeSecretDigest(), randomBytes: bytes.bytes,
      now: clock.now)(name: try Title("앱"), scopes: [.vendor], vendorID: vendor.id)
    #expect(made.token.vendorID == vendor.id)
  }
}
