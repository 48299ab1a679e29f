import Domain
import Fakes
import Testing
import UseCases

@Suite struct TokenUseCaseTests {
  let store = FakeStore()
  let digest = FakeSecretDigest()
  let clock = FakeClock("2026-03-01T00:00:00Z")
  let random = CountingBytes()
  static let bootstrap = "a-bootstrap-token-of-thirty-two-characters"

  var create: CreateToken {
    CreateToken(
      repository: store, secretDigest: digest, randomBytes: random.bytes, now: clock.now)
  }

  func authenticate(_ text: String) async throws(Failure) -> Principal {
    let authenticate = AuthenticateToken(
      repository: store, secretDigest: digest,
      bootstrapDigest: digest.digest(Array(Self.bootstrap.utf8)), failures: .unlimited,
      now: clock.now)
    return try await authenticate(text, from: .sample)
  }

  @Test func aTokenHasItsFormAndTheStoreNeverSeesIt() async throws {
    let created = try await create(name: try Title("편집팀"), scopes: [.admin])
    #expect(created.text.count == 64)
    #expect(created.text.hasPrefix("moa_\(created.token.id)_"))
    #expect(TokenText(created.text)?.id == created.token.id)
    #expect(created.token.secretDigest == digest.digest(Array(created.text.utf8)))
    #expect(created.token.createdAt == clock.now())
    let stored: [AccessToken] = try await store.all(limit: 10)
    #expect(stored == [created.token])
  }

  @Test func whoShowsATokenGetsItsScopes() async throws {
    let vendor = try await create(name: try Title("v"), scopes: [.vendor], vendorID: 7)
    let principal = try await authenticate(vendor.text)
    #expect(
      principal == Principal(id: vendor.token.id.text, name: "v", scopes: [.vendor], vendorID: 7))
    #expect(throws: Failure.forbidden(requires: .admin)) { try principal.require(.admin) }
    try principal.require(.vendor)
  }

  @Test func whateverIsWrongWithATokenTheAnswerIsTheSame() async throws {
    let text = try await create(name: try Title("t"), scopes: [.admin]).text
    let other = try await create(name: try Title("u"), scopes: [.admin]).text
    let id = text.prefix(21)
    let wrong = [
      "", "x", String(text.dropLast()), text + "A", text.uppercased(), " " + text,
      id + String(other.dropFirst(21)), "moa_ffffffffffffffff_" + text.dropFirst(21),
      String(repeating: "a", count: 513), Self.bootstrap + "x", String(Self.bootstrap.dropLast()),
    ]
    for candidate in wrong {
      await #expect(throws: Failure.unauthenticated) { try await authenticate(candidate) }
    }
    #expect(try await authenticate(text).scopes == [.admin])
  }

  @Test func theBootstrapTokenIsAnAdministratorWhenThereIsOne() async throws {
    let principal = try await authenticate(Self.bootstrap)
    #expect(principal == Principal(id: "bootstrap", name: "bootstrap", scopes: [.admin]))
    let without = AuthenticateToken(
      repository: store, secretDigest: digest, bootstrapDigest: nil, failures: .unlimited,
      now: clock.now)
    await #expect(throws: Failure.unauthenticated) {
      try await without(Self.bootstrap, from: .sample)
    }
  }

  @Test func theBootstrapTokenNeedsNoStore() async throws {
    store.fail(with: .unavailable(retryAfterSeconds: 1))
    #expect(try await authenticate(Self.bootstrap).id == "bootstrap")
  }

  @Test func aRevokedTokenIsWorthless() async throws {
    let created = try await create(name: try Title("t"), scopes: [.admin])
    let revoke = RevokeToken(repository: store, now: clock.now)
    let revoked = try await revoke(created.token.id)
    #expect(revoked.revokedAt == clock.now())
    clock.set(.latest)
    #expect(try await revoke(created.token.id) == revoked)
    await #expect(throws: Failure.unauthenticated) { try await authenticate(created.text) }
    let unknown = try #require(AccessTokenID("0000000000000000"))
    await #expect(throws: Failure.notFound(.token(unknown.text))) { try await revoke(unknown) }
  }

  @Test func aTokenIsWorthlessFromTheInstantOnAtWhichItExpires() async throws {
    let created = try await create(
      name: try Title("t"), scopes: [.merchandise], lifetime: .seconds(60))
    let expiry = Timestamp(clamping: clock.now().microseconds + 60_000_000)
    clock.set(Timestamp(clamping: expiry.microseconds - 1))
    #expect(try await authenticate(created.text).expiresAt == expiry)
    clock.set(expiry)
    await #expect(throws: Failure.unauthenticated) { try await authenticate(created.text) }
  }

  @Test func administratorsMayWhatMerchandisersMayAndNotTheOtherWay() async throws {
    let merchandiser = try await create(name: try Title("m"), scopes: [.merchandise])
    let administrator = try await create(name: try Title("a"), scopes: [.admin])
    try await authenticate(administrator.text).require(.merchandise)
    let principal = try await authenticate(merchandiser.text)
    try principal.require(.merchandise)
    #expect(throws: Failure.forbidden(requires: .admin)) { try principal.require(.admin) }
    #expect(throws: Failure.forbidden(requires: .vendor)) { try principal.require(.vendor) }
  }

  @Test(arguments: [
    ([Scope.vendor], nil as Int64?, "scope_without_vendor"),
    ([.admin, .vendor], nil, "scope_without_vendor"), ([.admin], 7, "vendor_without_scope"),
  ])
  func theScopeAndTheVendorGoTogether(
    _ scopes: [Scope], _ vendorID: Int64?, _ code: String
  ) async throws {
    let failure = await #expect(throws: Failure.self) {
      try await create(name: try Title("t"), scopes: Set(scopes), vendorID: vendorID)
    }
    guard case .rejected(let fieldErrors) = failure else { throw try #require(failure) }
    #expect(fieldErrors.map(\.flaw.code) == [code])
    #expect(try await (store.all(limit: 10) as [AccessToken]).isEmpty)
  }

  @Test func aTokenNeedsAScopeAndHonestRandomness() async throws {
    await #expect(throws: Failure.self) { try await create(name: try Title("t"), scopes: []) }
    let broken = CreateToken(
      repository: store, secretDigest: digest, randomBytes: { _ in [1] }, now: clock.now)
    await #expect(throws: Failure.self) { try await broken(name: try Title("t"), scopes: [.admin]) }
    #expect(try await (store.all(limit: 10) as [AccessToken]).isEmpty)
  }
}
