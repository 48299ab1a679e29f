import Dialects
import Fakes
import HTTP
import Testing
import Transport

/// Errors of the HTTP engine itself, in the form that the apps of a path read.
@Suite(.realStore) struct EngineErrorTests {
  private static let errors: [(ParseError, Int)] = [
    (.missingHost, 400), (.malformedTarget(at: 3), 400), (.tooSlow, 408),
    (.targetTooLong(limit: 1), 414), (.unknownExpectation, 417), (.headTooLarge(limit: 1), 431),
    (.unknownMethod, 501), (.overloaded, 503), (.unsupportedVersion, 505),
  ]

  private static func refused(_ error: ParseError, at path: String) throws -> Answer {
    let refusal = try Routes.refusal(added: .dialects(), now: Shop.now)
    return try Answer(refusal(error, "r1", path), to: .get)
  }

  @Test(
    "apps of Open Market and MommyTalk read status, code and message",
    arguments: [
      "/api/products", "//api//products/1", "/api/", "/openmarket/v2/api/products",
      "/healthChecker", "/rest/shopping/products", "/rest/shopping/product/0", "/rest//shopping/",
    ])
  func readableErrors(_ path: String) throws {
    for (error, status) in Self.errors {
      let answer = try Self.refused(error, at: path)
      #expect(answer.status == status)
      #expect(answer.fields["content-type"] == "application/json")
      #expect(answer.closes)
      #expect(answer.isSecured)
      #expect(answer.body.hasPrefix(#"{"status":\#(status),"error":""#), "\(answer.body)")
      #expect(answer.body.contains(#""code":"\#(error.code)","message":"\#(error.reason)""#))
    }
  }

  @Test(
    "a body that is too large is 400 for Open Market, as everything that is wrong with a form",
    arguments: [("/api/products", 400), ("/rest/shopping/products", 413), ("/v1/products", 413)])
  func largeBody(_ path: String, _ status: Int) throws {
    let answer = try Self.refused(.contentTooLarge(limit: 1), at: path)
    #expect(answer.status == status)
    #expect(answer.body.contains(#""status":\#(status)"#), "\(answer.body)")
  }

  @Test("SmartCommerce's app reads the error of Spring Boot, with the path as it was sent")
  func springErrors() throws {
    for (error, status) in Self.errors {
      let answer = try Self.refused(error, at: "//commerce/api/v1/category")
      #expect(answer.status == status)
      #expect(answer.fields["content-type"] == "application/json")
      #expect(answer.body.hasPrefix(#"{"timestamp":"2026-03-01T00:00:00.512+00:00","status":"#))
      #expect(answer.body.hasSuffix(#","path":"//commerce/api/v1/category"}"#), "\(answer.body)")
    }
  }

  @Test(
    "other paths have the shop's own form",
    arguments: ["", "/", "/apiary", "/api", "/v1/api/products", "/restful", "/commerce", "/health"])
  func ownErrors(_ path: String) throws {
    for (error, status) in Self.errors {
      let answer = try Self.refused(error, at: path)
      #expect(answer.status == status)
      #expect(answer.fields["content-type"] == "application/problem+json")
    }
  }

  @Test(
    "a route's error has the same form as the engine's",
    arguments: [
      "/api/nothing", "/openmarket/nothing", "/healthChecker/", "/rest/shopping/nothing",
      "/commerce/api/nothing", "/v1/search/blog.json", "/v1/search/blog.xml", "/nothing",
    ])
  func sameForm(_ path: String) async throws {
    let ofRoute = try await Shop().send(.get, path)
    let ofEngine = try Self.refused(.missingHost, at: path)
    #expect(ofRoute.status == 404)
    #expect(ofRoute.fields["content-type"] == ofEngine.fields["content-type"])
    #expect(ofRoute.body.prefix(9) == ofEngine.body.prefix(9))
  }
}
