import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What the server shows of itself: on every route, with every method, in every error.
@Suite(.realStore) struct SurfaceTests {
  /// What only a mistake of ours would show.
  static let secrets =
    "ERROR: SELECT * FROM access_tokens; libpq: postgres at 10.1.2.3:5432, /srv/moa/Pool.swift:7"
  static let leaks = [
    "postgres", "libpq", "select", "access_tokens", ".swift", "/srv", "/usr", "/var", "/root",
    "10.1.2.3", "127.0.0.1", "::1", "0x", "stack", "error:",
  ]

  /// Names of fields that an answer may have; the engine adds Date and the like.
  static let permitted: Set = [
    "date", "connection", "content-type", "content-length", "cache-control",
    "x-content-type-options",
    "content-security-policy", "referrer-policy", "cross-origin-resource-policy", "allow",
    "www-authenticate", "retry-after", "etag", "location", "vary", "accept-ranges",
    "content-range", "content-language", "set-cookie", "idempotency-replayed", "ratelimit",
    "ratelimit-policy",
  ]

  /// What a page of another origin may read anyway. Source: Fetch Standard §2.2.2.
  static let safelisted: Set = [
    "cache-control", "content-language", "content-length", "content-type",
  ]
  /// What is said to the browser, to caches and to proxies: no page has a use for it, or may see
  /// it.
  static let notForPages: Set = [
    "date", "connection", "vary", "set-cookie", "x-content-type-options",
    "content-security-policy", "referrer-policy", "cross-origin-resource-policy",
  ]

  @Test("whatever else an answer tells, an allowed page of another origin can read")
  func exposed() async throws {
    let answer = try await OriginPolicyTests.shop(OriginPolicyTests.good).send(
      .get, "/v1/products", ["Origin": OriginPolicyTests.good])
    let exposed = answer.fields["access-control-expose-headers"] ?? ""
    // The engine adds two more, and a server that simulates one.
    let told = Self.permitted.subtracting(Self.safelisted).subtracting(Self.notForPages)
      .union(["x-request-id", "traceparent", "server-timing"])
    #expect(exposed.lowercased().split(separator: ", ").map(String.init) == told.sorted())
  }

  @Test("every path that is mounted is tried with every method")
  func everyRouteIsListed() async throws {
    let mounted = try await Shop().mounted
    for (path, allow) in mounted {
      let pattern = path.split(separator: "/")
      // What is mounted by its own name is no example of a pattern.
      let routes = AllRoutesTests.routes.filter { route in
        !path.contains("{") || !mounted.contains { $0.path == route.path }
      }
      let listed = routes.first { route in
        let segments = route.path.prefix { $0 != "?" }.split(separator: "/")
        return segments.count == pattern.count
          && zip(pattern, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
      }
      var methods = (listed?.methods ?? []).union(listed?.elsewhere ?? [])
      if methods.contains(.get) { methods.insert(.head) }
      methods.insert(.options)
      let named = Set(allow.split(separator: ", ").compactMap { HTTP.Method(rawValue: "\($0)") })
      #expect(methods == named, "\(path) answers \(allow)")
    }
  }

  @Test("refusals that come before the route have the security fields, and tell nothing of us")
  func refusals() async throws {
    let limit = try #require(RateLimit(requests: 1, periodSeconds: 1, burst: 1))
    let gate = RateGate(limit, showsFields: true) { _ in
      Admission(isAdmitted: false, ahead: 0, remaining: 0, retryAfterSeconds: 1)
    }
    for route in AllRoutesTests.routes where !route.path.hasSuffix("z") {
      let limited = try await Shop(policies: Policies(rate: gate))
      Self.check(try await limited.send(.get, route.path), "429 \(route.path)")
      let foreign = try await Shop().send(.post, route.path, ["Origin": "https://evil.example"])
      #expect(foreign.status == 403)
      Self.check(foreign, "403 \(route.path)")
    }
    for error in [ParseError.missingHost, .unknownMethod, .tooSlow, .headTooLarge(limit: 1)] {
      Self.check(try Answer(Routes.refusal(now: Shop.now)(error, "r1", "/"), to: .get), "\(error)")
    }
  }

  static func check(_ answer: Answer, _ what: String) {
    #expect(answer.isSecured, "\(what)")
    let unknown = answer.fields.keys.filter { !permitted.contains($0) }
    #expect(unknown.isEmpty, "\(what): \(unknown)")
    guard answer.status >= 400 else { return }
    #expect(answer.fields["content-security-policy"]?.contains("sandbox") == false, "\(what)")
    #expect(answer.fields["cache-control"] == "no-store", "\(what)")
    let text = answer.text.lowercased()
    for leak in leaks { #expect(!text.contains(leak), "\(what): \(leak)") }
  }
}
