import Fakes
import HTTP
import Testing
import Transport
import Web

/// What somebody sees who opens the address of the server.
@Suite(.realStore) struct SiteRoutesTests {
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

  @Test(
    "what was appended to a link on its way to a reader is ignored",
    arguments: ["/", "/docs", "/docs/errors/rejected"],
    ["?fbclid=IwAR0", "?utm_source=x&utm_source=y", "?", "?%ff=%zz"])
  func strayQueries(_ path: String, _ query: String) async throws {
    let plain = try await Shop().send(.get, path, Self.browser)
    #expect(plain.status == 200)
    #expect(try await Shop().send(.get, path + query, Self.browser).text == plain.text)
  }

  @Test func programsAreToldOfParametersThatDoNotExist() async throws {
    #expect(try await Shop().send(.get, "/v1/products?fbclid=IwAR0").status == 400)
  }

  @Test func whatAPageRunsComesFromThisServerAlone() async throws {
    let policy = try await Self.policy(of: Shop())
    #expect(policy.first == "default-src 'none'")
    for kind in ["script-src", "style-src", "connect-src"] {
      #expect(policy.contains("\(kind) 'self'"))
    }
    #expect(!policy.contains { $0.contains("unsafe") })
  }

  @Test(
    "a page shows pictures of the shop wherever they are kept",
    arguments: [
      (nil, "img-src 'self' blob: https:"),
      ("https://shop.example", "img-src 'self' blob: https:"),
      ("http://Shop.example:8080", "img-src 'self' blob: https: http://shop.example:8080"),
    ])
  func pictures(_ publicOrigin: String?, _ expected: String) async throws {
    #expect(try await Self.policy(of: Shop(publicOrigin: publicOrigin)).contains(expected))
  }

  private static func policy(of shop: Shop) async throws -> [String] {
    let answer = try await shop.send(.get, "/", browser)
    let policy = try #require(answer.fields["content-security-policy"])
    return policy.split(separator: "; ").map(String.init)
  }

  @Test(
    "a server that reads by a standby shows the pages too, whether it is fresh or not",
    arguments: [true, false], ["/", "/docs", "/docs/errors/rejected", "/web/shop.mjs"])
  func standby(_ isFresh: Bool, _ path: String) async throws {
    let handler = try Routes.handler(
      FakeStore().ports, standby: Standby(ports: FakeStore().ports) { isFresh },
      publicOrigin: nil, site: Shop.site, observe: { _, _ in })
    let request = try Request(.get, path, fields: Self.browser, body: [], id: "request-1")
    let answer = try Answer(await handler(request), to: .get)
    #expect(answer.text == (try await Shop().send(.get, path, Self.browser).text))
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
