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
    #expect(answer.body.contains("<main>shop</main>"))
  }

  @Test(
    "the first page says in the reader's language what it is, to search engines and messengers",
    arguments: [("ko", "커머스 서버"), ("en", "commerce server")])
  func heads(_ language: String, _ words: String) async throws {
    let shop = try await Shop(policies: Policies(shopName: "모아 & 상점"))
    let body = try await shop.send(
      .get, "/", ["Accept": "text/html", "Accept-Language": language]
    ).body
    #expect(body.hasPrefix("<!doctype html>\n<html lang=\"\(language)\">"))
    #expect(body.contains("<title>모아 &amp; 상점</title>"))
    let description = try #require(body.firstMatch(of: /name="description" content="([^"]*)"/)?.1)
    #expect(description.contains(words))
    #expect(body.contains("property=\"og:description\" content=\"\(description)\""))
    #expect(body.contains(#"property="og:site_name" content="모아 &amp; 상점""#))
    #expect(body.contains(#"property="og:url" content="http://localhost/""#))
  }

  @Test(
    "an error is a page in the reader's language to browsers",
    arguments: ["/nope", "/docs/errors/nope", "/v1/nope", "/web/nope.css", "/images/x/y"])
  func errors(_ path: String) async throws {
    let shop = try await Shop()
    for (language, words) in [("ko", "찾을 수 없습니다"), ("en", "Not found.")] {
      let fields: KeyValuePairs = [
        "Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": language,
      ]
      let answer = try await shop.send(.get, path, fields)
      #expect(answer.status == 404)
      #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
      #expect(answer.fields["content-language"] == language)
      #expect(answer.body.contains(words))
      #expect(answer.body.contains(#"href="/docs/errors/not_found""#))
      #expect(!answer.body.contains("<script"))
      #expect(answer.text.contains("(document security)"))
    }
  }

  @Test func whatIsWrongWithAnAddressIsOnItsPage() async throws {
    let answer = try await Shop().send(
      .get, "/v1/products?limit=%3Cb%3E", ["Accept": "text/html", "Accept-Language": "en"])
    #expect(answer.status == 400)
    #expect(answer.body.contains("<code>limit</code> This is no number from 1 to 100."))
    #expect(!answer.body.contains("<b>"))
    #expect(!answer.body.contains("see errors"))
  }

  @Test("in Korean it is said in Korean, with the numbers as programs get them")
  func whatIsWrongInKorean() async throws {
    let answer = try await Shop().send(
      .get, "/v1/products?limit=x", ["Accept": "text/html", "Accept-Language": "ko"])
    let words = #"<code>limit</code> 범위를 벗어난 값입니다. <span>1~100 사이의 숫자를 쓰세요.</span>"#
    #expect(answer.body.contains(words))
    #expect(!answer.body.contains("This is no number"))
  }

  @Test(
    "programs get problems, whatever they can show besides",
    arguments: [
      "*/*", "application/json", "", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    ])
  func problems(_ accept: String) async throws {
    let answer = try await Shop().send(.get, "/nope", ["Accept": accept])
    #expect(answer.fields["content-type"] == "application/problem+json")
  }

  @Test func aWriteOfAPageIsAnsweredForItsScript() async throws {
    let answer = try await Shop().send(.post, "/nope", Self.browser, "{}")
    #expect(answer.fields["content-type"] == "application/problem+json")
  }

  @Test(
    "a code is explained in the reader's language, and refers to those that it holds",
    arguments: [("ko", "규칙에 맞지 않는 값이 있습니다."), ("en", "Some values break a rule.")])
  func explanations(_ language: String, _ words: String) async throws {
    let shop = try await Shop()
    let fields: KeyValuePairs = ["Accept-Language": language]
    let answer = try await shop.send(.get, "/docs/errors/rejected", fields)
    #expect(answer.body.contains("lang=\"\(language)\""))
    #expect(answer.body.contains(words))
    #expect(answer.body.contains(#"href="/docs/errors/too_short""#))
    #expect(!answer.body.contains("<script"))
    let tag = try #require(answer.fields["etag"])
    let same = try await shop.send(
      .get, "/docs/errors/rejected", ["Accept-Language": language, "If-None-Match": tag])
    #expect(same.status == 304)
    let other = try await shop.send(.get, "/docs/errors/not_found", fields)
    #expect(!other.body.contains("too_short"))
  }

  @Test("programs get paths to begin with", arguments: ["*/*", "application/json", ""])
  func index(_ accept: String) async throws {
    let answer = try await Shop().send(.get, "/", ["Accept": accept])
    #expect(answer.fields["content-type"] == "application/json")
    #expect(answer["contract"] == .string("/openapi.json"))
  }

  @Test func aCacheKeepsThePageApartFromThePaths() async throws {
    for fields in [Self.browser, [:]] {
      let answer = try await Shop().send(.get, "/", fields)
      #expect(answer.fields["vary"] == "Accept, Accept-Language")
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
    arguments: [true, false],
    ["/", "/docs", "/docs/errors/rejected", "/web/shop.mjs", "/admin", "/admin/assets/desk.mjs"])
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
      ("icon.svg", "image/svg+xml"), ("favicon.ico", "image/vnd.microsoft.icon"),
    ])
  func files(_ name: String, _ type: String) async throws {
    let answer = try await Shop().send(.get, "/web/\(name)")
    #expect(answer.fields["content-type"] == type)
    let tag = try #require(answer.fields["etag"])
    let same = try await Shop().send(.get, "/web/\(name)", ["If-None-Match": tag])
    #expect(same.status == 304)
  }

  @Test(
    "the desk asks for no token and says nothing of the shop but its name, in the reader's language",
    arguments: [("ko", "관리"), ("en", "Desk")])
  func desk(_ language: String, _ word: String) async throws {
    let shop = try await Shop(policies: Policies(shopName: "모아 & 상점"))
    let answer = try await shop.send(.get, "/admin", ["Accept-Language": language])
    #expect(answer.body.contains("<title>모아 &amp; 상점 · \(word)</title>"))
    #expect(answer.body.contains("<main>desk</main>"))
    #expect(answer.body.contains(#"name="robots" content="noindex""#))
    #expect(answer.fields["content-security-policy"]?.contains("script-src 'self'") == true)
  }

  @Test(
    "the files of the desk are at its own address only",
    arguments: [
      ("/admin/assets/desk.mjs", 200), ("/admin/assets/shop.mjs", 404),
      ("/admin/assets/desk.html", 404), ("/admin/assets/..%2fshop.mjs", 404),
      ("/web/desk.mjs", 404), ("/web/admin%2Fdesk.mjs", 404), ("/admin/nothing", 404),
    ])
  func deskFiles(_ path: String, _ status: Int) async throws {
    #expect(try await Shop().send(.get, path).status == status)
  }

  @Test func theIconIsWhereBrowsersLookForIt() async throws {
    let answer = try await Shop().send(.get, "/favicon.ico")
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "image/vnd.microsoft.icon")
  }

  @Test(
    "nothing else is a file of the pages",
    arguments: ["nope.css", "notes.txt", "index.html", "..%2fMoa.swift", "shop", ".css"])
  func missing(_ name: String) async throws {
    #expect(try await Shop().send(.get, "/web/\(name)").status == 404)
  }
}
