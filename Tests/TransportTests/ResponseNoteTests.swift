import Dialects
import Fakes
import HTTP
import Testing
import Transport
import Web

/// What routes tell those who measure.
@Suite(.realStore) struct ResponseNoteTests {
  private func note(
    _ method: HTTP.Method, _ target: String
  ) async throws -> (route: String, refusal: String?) {
    let request = try Request(method, target, fields: [:], body: [], id: "request-1")
    let note = await (try await Shop()).response(request).note
    return (RoutePaths.all.names[note.route], note.refusal)
  }

  @Test(
    "An answer tells the template of its route, whatever the path has in its places",
    arguments: [
      ("/livez", "/livez"), ("/%6civez", "/livez"), ("/v1/products?limit=1", "/v1/products"),
      ("/v1/products/7", "/v1/products/{id}"), ("/no/such/path", "none"), ("/livez/", "none"),
      ("/images/none.png", "/images/none.png"),
    ])
  func routes(_ target: String, _ route: String) async throws {
    #expect(try await note(.get, target).route == route)
  }

  @Test func aRefusalTellsItsCodeAndTheRouteThatRefused() async throws {
    let missing = try await note(.get, "/v1/products/999999")
    #expect(missing.route == "/v1/products/{id}")
    #expect(missing.refusal == "not_found")
    let method = try await note(.delete, "/livez")
    #expect(method.route == "/livez")
    #expect(method.refusal == "method_not_allowed")
    #expect(try await note(.post, "/v1/devices").route == "/v1/devices")
    #expect(try await note(.get, "/livez").refusal == nil)
  }

  @Test("Every path that is mounted has a number of its own, so that no answer is counted as none")
  func everyPathIsNumbered() async throws {
    let router = try Routes.router(
      try await Shop().ports, publicOrigin: nil, policies: Policies(), added: .dialects(),
      observe: { _, _ in }
    ) { _ in }
    #expect(Set(router.mounted.map(\.path)) == Set(RoutePaths.all.names.dropFirst()))
    #expect(Set(RoutePaths.all.names).count == RoutePaths.all.names.count)
  }
}
