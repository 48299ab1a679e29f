import Domain
import Fakes
import Testing
import UseCases

/// Creating clients of the search.
@Suite struct SearchClientUseCaseTests {
  private let store = FakeStore()

  private func create(
    id: SearchClientID? = nil, secret: SearchClientSecret? = nil
  ) async throws -> CreatedSearchClient {
    let create = CreateSearchClient(
      clients: store, secretDigest: FakeSecretDigest(), randomBytes: CountingBytes().bytes,
      now: FakeClock("2026-03-01T00:00:00Z").now)
    return try await create(name: try Title("쇼핑 목록"), id: id, secret: secret)
  }

  @Test func aNewClientIsStoredWithADigestInsteadOfItsSecret() async throws {
    let created = try await create()
    let stored = try #require(try await store.find(created.client.id))
    #expect(stored == created.client)
    #expect(stored.secretDigest == FakeSecretDigest().digest(Array(created.secret.text.utf8)))
    #expect(created.secret.text.utf8.count == 43)
    #expect("\(created.secret)" == "[secret]")
  }

  @Test func whatAnAppHasBuiltInIsTaken() async throws {
    let id = try #require(SearchClientID("jN9vHX1nYpgvQxvGhL_M"))
    let created = try await create(id: id, secret: try SearchClientSecret("aBcDeFgH_1"))
    #expect(created.client.id == id)
    #expect(created.secret.text == "aBcDeFgH_1")
    await #expect(throws: Failure.self) { try await create(id: id) }
  }

  @Test(
    "a secret that a field cannot hold, or that is guessed, is refused",
    arguments: [
      ("", "too_short"), ("123456789", "too_short"), ("1234567890", nil),
      (String(repeating: "a", count: 512), nil), (String(repeating: "a", count: 513), "too_long"),
      ("with a space", "malformed"), ("비밀비밀비밀", "malformed"), ("line\nbreaks", "malformed"),
    ])
  func secrets(_ text: String, _ code: String?) {
    var found: String?
    do throws(ValidationError) { _ = try SearchClientSecret(text) } catch { found = error.code }
    #expect(found == code)
  }
}
