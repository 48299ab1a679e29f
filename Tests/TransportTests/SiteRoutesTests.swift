import HTTP
import Testing
import Transport

/// What somebody sees who opens the address of the server.
@Suite struct SiteRoutesTests {
  static let browser: KeyValuePairs = [
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
  ]

  @Test func aBrowserGetsThePage() async throws {
    let answer = try await Shop().send(.get, "/", Self.browser)
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
    #expect(answer.body.contains("<title>Moa</title>"))
  }

  @Test("programs get paths to begin with", arguments: ["*/*", "application/json", ""])
  func index(_ accept: String) async throws {
    let answer = try await Shop().send(.get, "/", ["Accept": accept])
    #expect(answer.fields["content-type"] == "application/json")
    #expect(answer["contract"] == .string("/openapi.json"))
  }

  @Test func aCacheKeepsThePageApartFromThePaths() async throws {
    for fields in [Self.browser, [:]] {
      #expect(try await Shop().send(.get, "/", fields).fields["vary"] == "Accept")
    }
  }

  @Test func whatAPageLoadsComesFromThisServerAlone() async throws {
    let answer = try await Shop().send(.get, "/", Self.browser)
    let policy = try #require(answer.fields["content-security-policy"])
    #expect(policy.hasPrefix("default-src 'none'"))
    #expect(!policy.contains("http"))
    #expect(!policy.contains("unsafe"))
  }

  @Test(
    "what a page loads has its type",
    arguments: [
      ("shop.mjs", "text/javascript; charset=utf-8"), ("shop.css", "text/css; charset=utf-8"),
      ("icon.svg", "image/svg+xml"),
    ])
  func files(_ name: String, _ type: String) async throws {
    let answer = try await Shop().send(.get, "/web/\(name)")
    #expect(answer.fields["content-type"] == type)
    let tag = try #require(answer.fields["etag"])
    let same = try await Shop().send(.get, "/web/\(name)", ["If-None-Match": tag])
    #expect(same.status == 304)
  }

  @Test(
    "nothing else is a file of the pages",
    arguments: ["nope.css", "notes.txt", "index.html", "..%2fMoa.swift", "shop", ".css"])
  func missing(_ name: String) async throws {
    #expect(try await Shop().send(.get, "/web/\(name)").status == 404)
  }
}
