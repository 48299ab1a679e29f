import Dialects
import Domain
import HTTP
import Synchronization
import Testing
import Transport
import Web

/// Pages of other origins: the Fetch Standard's CORS protocol, and changes that nobody may ask for.
@Suite(.realStore) struct OriginPolicyTests {
  static let good = "https://good.example"
  static let path = "/v1/event-categories"

  static func shop(
    _ allowed: String..., publicOrigin: String? = nil
  ) async throws -> Shop {
    let origins = try allowed.map { try #require(Origin($0)) }
    let own = publicOrigin.flatMap { Origin($0) }
    return try await Shop(
      publicOrigin: publicOrigin,
      policies: Policies(
        origins: OriginPolicy(
          allowed: origins, publicOrigin: own,
          fields: RequestField.ofShop + RequestField.ofDialects)))
  }

  @Test func anAllowedPageMayRead() async throws {
    let answer = try await Self.shop(Self.good).send(.get, Self.path, ["Origin": Self.good])
    #expect(answer.status == 200)
    #expect(answer.fields["access-control-allow-origin"] == Self.good)
    #expect(answer.fields["access-control-allow-credentials"] == nil)
    #expect(answer.fields["access-control-expose-headers"]?.contains("ETag") == true)
    #expect(answer.fields["vary"] == "Origin")
  }

  @Test(
    "no other page may",
    arguments: [
      "null", "*", "", "https://evil.example", "http://good.example", "https://good.example:8443",
      "https://good.example:443", "https://good.example.evil", "https://evilgood.example",
      "https://www.good.example", "https://good.example/", "HTTPS://GOOD.EXAMPLE",
      "https://good.example https://good.example", "https://good.exampl", "good.example",
      "https://good.example,https://good.example", "https://evil.example#good.example",
    ])
  func otherPages(_ origin: String) async throws {
    let shop = try await Self.shop(Self.good)
    let answer = try await shop.send(.get, Self.path, ["Origin": origin])
    #expect(answer.status == 200)
    #expect(!answer.text.lowercased().contains("access-control"))
    #expect(answer.fields["vary"] == "Origin")
    let preflight = try await shop.send(
      .options, Self.path, ["Origin": origin, "Access-Control-Request-Method": "GET"])
    #expect(preflight.status == 403)
    #expect(preflight.code == "preflight_refused")
    #expect(!preflight.text.lowercased().contains("access-control-allow"))
    let change = try await shop.send(.post, "/commerce/api/v1/category", ["Origin": origin])
    #expect(change.status == 403)
  }

  @Test func severalOriginsAreNone() async throws {
    let fields: KeyValuePairs = ["Origin": Self.good, "origin": Self.good]
    let answer = try await Self.shop(Self.good).send(.get, Self.path, fields)
    #expect(!answer.text.lowercased().contains("access-control"))
  }

  @Test func theListIsComparedAsBrowsersWriteIt() async throws {
    let shop = try await Self.shop("https://GOOD.example:443/", "http://other.example:80")
    for origin in [Self.good, "http://other.example"] {
      let answer = try await shop.send(.get, Self.path, ["Origin": origin])
      #expect(answer.fields["access-control-allow-origin"] == origin)
    }
  }

  @Test func withoutAListNothingIsSaid() async throws {
    let answer = try await Shop().send(.get, Self.path, ["Origin": Self.good])
    #expect(answer.status == 200)
    #expect(answer.fields["vary"] == nil)
    #expect(!answer.text.lowercased().contains("access-control"))
    let preflight = try await Shop().send(
      .options, Self.path, ["Origin": Self.good, "Access-Control-Request-Method": "GET"])
    #expect(preflight.status == 403)
    #expect(preflight.body.contains("Pages of https://good.example may not call this server"))
    #expect(!preflight.text.lowercased().contains("access-control"))
  }

  @Test func errorsCanBeReadByAllowedPagesToo() async throws {
    let answer = try await Self.shop(Self.good).send(.get, "/nowhere", ["Origin": Self.good])
    #expect(answer.status == 404)
    #expect(answer.fields["access-control-allow-origin"] == Self.good)
  }

  // MARK: Preflights

  @Test func aPreflightIsAnswered() async throws {
    let answer = try await Self.shop(Self.good).send(
      .options, "/admin/v1/event-categories",
      [
        "Origin": Self.good, "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "authorization, Content-Type,if-match",
      ])
    #expect(
      answer.text == """
        HTTP/1.1 204 No Content
        (security)
        Allow: GET, HEAD, POST, PUT, OPTIONS
        Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers
        Access-Control-Allow-Origin: https://good.example
        Access-Control-Allow-Methods: GET, HEAD, POST, PUT, OPTIONS
        Access-Control-Allow-Headers: Authorization, Content-Encoding, Content-Type, Idempotency-Key, \
        Moa-Simulate, If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range, \
        traceparent, identifier, secret, X-Naver-Client-Id, X-Naver-Client-Secret, Accept, \
        Accept-Language, Content-Language, X-Requested-With, Cache-Control, Pragma, baggage, \
        sentry-trace, tracestate, X-Request-ID
        Access-Control-Max-Age: 600


        """)
  }

  @Test("a page may send whatever an app sends, under the name that the app gives it")
  func fieldsOfTheDialects() async throws {
    let asked = [
      ("/api/products", "POST", "identifier,content-type,idempotency-key"),
      ("/api/products/1", "PATCH", "Identifier"),
      ("/v1/products", "POST", "identifier, secret, traceparent"),
      ("/rest/shopping/products", "GET", "authorization,content-type"),
      ("/v1/search/shop.json", "GET", "x-naver-client-id,x-naver-client-secret"),
      ("/v1/products", "GET", "if-modified-since"),
      (
        "/v1/products", "GET",
        "accept,accept-language,content-language,x-requested-with,cache-control,pragma,baggage,"
          + "sentry-trace,tracestate,x-request-id"
      ),
    ]
    for (path, method, names) in asked {
      let answer = try await Self.shop(Self.good).send(
        .options, path,
        [
          "Origin": Self.good, "Access-Control-Request-Method": method,
          "Access-Control-Request-Headers": names,
        ])
      #expect(answer.fields["access-control-allow-origin"] == Self.good, "\(path) \(names)")
      let allowed = answer.fields["access-control-allow-headers"] ?? ""
      let known = Set(allowed.lowercased().split(separator: ", "))
      for name in names.lowercased().replacing(" ", with: "").split(separator: ",") {
        #expect(known.contains(name), "\(name) on \(path)")
      }
      #expect(known.isDisjoint(with: ["cookie", "origin"]))
    }
  }

  @Test(
    "a preflight for what is not allowed gets no permission",
    arguments: [
      ("DELETE", "authorization"), ("get", "authorization"), ("", ""), ("GET", "x-evil"),
      ("GET", "authorization, x-evil"), ("GET", "*"),
    ])
  func refusedPreflights(_ method: String, _ names: String) async throws {
    let answer = try await Self.shop(Self.good).send(
      .options, Self.path,
      [
        "Origin": Self.good, "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": names,
      ])
    #expect(answer.status == 403)
    #expect(answer.code == "preflight_refused")
    #expect(!answer.text.lowercased().contains("access-control-allow"))
    #expect(answer.fields["vary"]?.contains("Origin") == true)
  }

  @Test(
    "a refused preflight says why, in its body and to the operator",
    arguments: [
      ("https://evil.example", "GET", "", "https://evil.example"),
      (good, "DELETE", "", "The method DELETE"), (good, "GET", "accept,x-evil", "field x-evil"),
    ])
  func reasons(_ origin: String, _ method: String, _ names: String, _ reason: String) async throws {
    let told = Mutex<[String]>([])
    let policy = OriginPolicy(
      allowed: [try #require(Origin(Self.good))], publicOrigin: nil,
      observe: { sentence in told.withLock { $0.append(sentence) } })
    let answer = try await Shop(policies: Policies(origins: policy)).send(
      .options, Self.path,
      [
        "Origin": origin, "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": names,
      ])
    #expect(answer.body.contains(reason))
    #expect(told.withLock { $0.count { $0.contains(reason) } } == 1)
  }

  @Test(
    "web views of apps may be allowed",
    arguments: [
      "capacitor://localhost", "ionic://localhost", "tauri://localhost", "http://localhost:8100",
      "https://tauri.localhost",
    ])
  func webViews(_ origin: String) async throws {
    let policy = OriginPolicy(
      allowed: [try #require(Origin(page: origin))], publicOrigin: nil, more: ["X-App"])
    let answer = try await Shop(policies: Policies(origins: policy)).send(
      .options, Self.path,
      [
        "Origin": origin, "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-app",
      ])
    #expect(answer.fields["access-control-allow-origin"] == origin)
  }

  @Test(
    "a developer's shop may be called by every page of this machine, and by no other",
    arguments: [
      ("http://localhost:3000", true), ("http://127.0.0.1:5173", true), ("http://[::1]:8", true),
      ("capacitor://localhost", true), ("https://tauri.localhost", true),
      ("http://localhost.evil.example", false), ("http://127.evil.example", false),
      ("https://evil.example", false), ("null", false), ("http://127.0.0.1.evil:80", false),
      ("http://evillocalhost", false),
    ])
  func loopback(_ origin: String, _ isAllowed: Bool) async throws {
    let policy = OriginPolicy(allowed: [], allowsLoopback: true, publicOrigin: nil)
    let answer = try await Shop(policies: Policies(origins: policy)).send(
      .get, Self.path, ["Origin": origin])
    #expect((answer.fields["access-control-allow-origin"] == origin) == isAllowed)
  }

  @Test func optionsWithoutAMethodToAskForIsNoPreflight() async throws {
    let answer = try await Self.shop(Self.good).send(
      .options, Self.path, ["Origin": Self.good])
    #expect(answer.status == 204)
    #expect(answer.fields["access-control-allow-methods"] == nil)
  }

  // MARK: Changes

  @Test(
    "a change may come from our own page, from an allowed one, or from no page",
    arguments: [
      (["Host": "shop.example", "Origin": "https://shop.example"], nil, 200),
      (["Host": "shop.example", "Origin": "http://shop.example"], nil, 200),
      (["Host": "SHOP.example:443", "Origin": "https://shop.example"], nil, 200),
      (["Host": "shop.example", "Origin": "https://good.example"], nil, 200),
      (["Host": "shop.example"], nil, 200),
      (["Host": "shop.example", "Origin": "https://shop.example:8443"], nil, 403),
      (["Host": "shop.example", "Origin": "https://evil.example"], nil, 403),
      (["Host": "shop.example", "Origin": "null"], nil, 403),
      (["Host": "inner", "Origin": "https://shop.example"], "https://shop.example", 200),
      (["Host": "inner", "Origin": "https://inner"], "https://shop.example", 403),
    ] as [([String: String], String?, Int)])
  func changes(_ fields: [String: String], _ own: String?, _ status: Int) async throws {
    let shop = try await Self.shop(Self.good, publicOrigin: own)
    var pairs: KeyValuePairs = ["Host": fields["Host"] ?? ""]
    if let origin = fields["Origin"] { pairs = ["Host": fields["Host"] ?? "", "Origin": origin] }
    let answer = try await shop.send(.post, "/commerce/api/v1/category", pairs)
    #expect(answer.status == status)
    #expect(answer.isSecured)
  }

  @Test func aForeignPageChangesNothingEvenWithoutAList() async throws {
    let shop = try await Shop()
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Shop.bootstrap)", "Origin": "https://evil.example",
    ]
    let path = "/admin/v1/event-categories"
    let answer = try await shop.send(.post, path, fields, AdminRoutesTests.item("x"))
    #expect(answer.status == 403)
    #expect(answer.code == "foreign_origin")
    #expect(try await shop.administer(.get, path).body == "{\"items\":[],\"version\":1}")
  }
}
