import ContractCheck
import Dialects
import Fakes
import HTTP
import Testing
import Transport
import Web

/// The check that all answers pass refuses what it should.
@Suite struct ContractCheckTests {
  static func flaws(_ content: String, _ path: String = "/v1/products/7", status: Int = 200)
    -> [String]
  {
    ContractCheck().flaws(
      of: "GET", path, status: status,
      mediaType: status < 400 ? "application/json" : "application/problem+json",
      content: Array(content.utf8))
  }

  @Test(
    "a value that breaks its schema is refused",
    arguments: [
      (#"{"review_average":5.5}"#, "/review_average: 5.5 is above 5"),
      (#"{"review_average":-1}"#, "/review_average: -1.0 is below 0"),
      (#"{"images":[{"url":"/images/x.png"}]}"#, "/images/0/url: /images/x.png is no uri"),
      (#"{"images":[{"url":"https://a b"}]}"#, "/images/0/url: https://a b is no uri"),
      (#"{"vendor":{"id":"C0FFEE"}}"#, "/vendor/id: C0FFEE is no uuid"),
      (#"{"created_at":"2026-03-01"}"#, "/created_at: 2026-03-01 is no date-time"),
      (#"{"nonsense":1}"#, "/nonsense is not declared"),
    ])
  func refused(_ content: String, _ flaw: String) {
    #expect(Self.flaws(content).contains { $0.contains(flaw) }, "\(Self.flaws(content))")
  }

  @Test(
    "answers of dialects are held against contracts of their own",
    arguments: [
      ("/api/products/7", 200, #"{"id":7,"vendorName":"x"}"#, "/vendorName is not declared"),
      ("/api/products/7", 200, #"{"created_at":"2022-01-18"}"#, "/created_at: 2022-01-18 does not"),
      ("/openmarket/v2//api/products/7", 200, #"{"vendorName":7}"#, "/vendorName is a number"),
      ("/rest/shopping/products/", 200, #"{"meta":null}"#, "/meta is null"),
      ("/rest/shopping/product/A", 200, #"{"deliveryDetail":{"x":1}}"#, "deliveryDetail"),
      ("/commerce/api/v2/itemType", 200, #"[{"id":1}]"#, "/0/id is not declared"),
      ("/commerce/api/v2/itemType", 404, "{}", "does not know this status"),
      ("/rest/shopping/products", 503, #"{"message":"x"}"#, "\"code\") is missing"),
    ])
  func dialects(_ path: String, _ status: Int, _ content: String, _ flaw: String) {
    let flaws = ContractCheck().flaws(
      of: "GET", path, status: status, mediaType: "application/json", content: Array(content.utf8))
    #expect(flaws.contains { $0.contains(flaw) }, "\(flaws)")
  }

  @Test func aCodeWithAnotherStatusThanItsOwnIsRefused() {
    let problem = #"{"type":"/x","title":"x","status":404,"code":"rejected","detail":"x"}"#
    #expect(
      Self.flaws(problem, status: 404) == [
        "GET /v1/products/{id} 404: rejected is in no list of codes with the status 404"
      ])
  }
}

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
