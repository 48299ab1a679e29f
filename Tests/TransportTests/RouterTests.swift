import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite(.realStore) struct RouterTests {
  @Test(
    "a path is matched as it is decoded, once",
    arguments: [
      ("/livez", 200), ("/%6civez", 200), ("/%6C%69%76%65%7a", 200), ("/livez?a=b", 200),
      ("/livez?", 200), ("/livez/", 404), ("//livez", 404), ("/LIVEZ", 404), ("/livez;x=1", 404),
      ("/%2flivez", 404), ("/livez%2f", 404), ("/livez%00", 404), ("/x/../livez", 404),
      ("/x/%2e%2e/livez", 404), ("/%256civez", 404), ("/", 200), ("/livez%ff", 404), ("/.", 404),
      ("/livez%20", 404), ("/a%5cb", 404), ("/v1%2fevent-categories", 404),
      ("/v1/event%2Dcategories", 200), ("/admin/v1/event-categories/", 404),
      ("/images//original.png", 404), ("/__no_such_path", 404),
    ])
  func matches(_ target: String, _ status: Int) async throws {
    #expect(try await Shop().send(.get, target).status == status)
  }

  @Test func anUnknownPathIsNamed() async throws {
    #expect(
      try await Shop().send(.get, "/__no_such_path").text == """
        HTTP/1.1 404 Not Found
        Content-Type: application/problem+json
        (security)
        Cache-Control: no-store

        {"type":"/docs/errors/not_found","title":"Not found.",\
        "status":404,"code":"not_found",\
        "detail":"No route matches /__no_such_path. /docs lists all, /openapi.json for programs.",\
        "request_id":"request-1"}
        """)
  }

  @Test func aMethodThatIsNotThereIsRefusedWithTheOnesThatAre() async throws {
    let answer = try await Shop().send(.delete, "/livez")
    #expect(
      answer.text == """
        HTTP/1.1 405 Method Not Allowed
        Content-Type: application/problem+json
        (security)
        Allow: GET, HEAD, OPTIONS
        Cache-Control: no-store

        {"type":"/docs/errors/method_not_allowed","title":"The path does not take this method.",\
        "status":405,"code":"method_not_allowed","detail":"DELETE is not allowed here. Allowed are GET, HEAD, OPTIONS.",\
        "request_id":"request-1"}
        """)
  }

  @Test func whatIsRemovedIsToldApartFromWhatNeverWas() async throws {
    let vendors = try await VendorShop()
    try await vendors.fill(2)
    _ = try await vendors.shop.ports.products.remove(2, at: .earliest, once: nil) { _ in }
    for (path, detail) in [
      ("/v1/products/2", "Product 2 was removed."),
      ("/v1/products/99", "Product 99 does not exist."),
      ("/v1/products/x", "Product x does not exist."),
      (
        "/v1/nothing",
        "No route matches /v1/nothing. /docs lists all, /openapi.json for programs."
      ),
    ] {
      let answer = try await vendors.shop.send(.get, path)
      #expect(answer.status == 404)
      #expect(answer.code == "not_found")
      #expect(answer.body.contains("\"detail\":\"\(detail)\""), "\(answer.body)")
    }
  }

  @Test(
    "a body in a coding that nobody decodes is refused before it is read",
    arguments: [
      (HTTP.Method.post, "/v1/products"), (.patch, "/v1/products/1"), (.post, "/api/products"),
      (.patch, "/api/products/1"), (.put, "/admin/v1/event-categories"),
      (.post, "/admin/v1/images"), (.put, "/v1/products/1/images"),
    ])
  func codings(_ method: HTTP.Method, _ path: String) async throws {
    for coding in ["gzip", "GZIP", "identity, br", "zstd"] {
      let answer = try await Shop().send(
        method, path, ["Content-Encoding": coding, "identifier": "x"], "{}")
      #expect(answer.status == 415, "\(coding) \(answer.text)")
      #expect(answer.fields["accept-encoding"] == "identity")
    }
    let plain = try await Shop().send(method, path, ["Content-Encoding": "identity"], "{}")
    #expect(plain.status != 415 || plain.code == "not_form_data", "\(plain.text)")
  }

  @Test("a host that ends in a slash is no other path, for the apps that are there only")
  func doubledSlashes() async throws {
    let market = try await Market()
    try await market.add(1)
    for (path, status) in [
      ("//api/products?page_no=1&items_per_page=10", 200), ("//api/products/1", 200),
      ("///openmarket//v2/api/products/", 200), ("//rest/shopping/products", 200),
      ("//commerce/api/v1/category", 200), ("//healthChecker", 200),
      ("//openmarket//v2/healthChecker", 200), ("//v1/products", 404), ("/v1//products", 404),
      ("//admin/v1/event-categories", 404), ("//livez", 404), ("//nothing", 404),
    ] {
      #expect(try await market.shop.send(.get, path).status == status, "\(path)")
    }
    let missing = try await market.shop.send(.get, "//api/products/99")
    #expect(missing.status == 404)
    #expect(missing.fields["content-type"] == "application/json")
  }

  @Test func headIsGetWithoutItsContent() async throws {
    let get = try await Shop().send(.get, "/livez").text
    let head = try await Shop().send(.head, "/livez").text
    #expect(head + "ok\n" == get)
    #expect(try await Shop().send(.head, "/__no_such_path").body.isEmpty)
  }

  @Test func optionsTellsTheMethods() async throws {
    let expected = [
      "*": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", "/livez": "GET, HEAD, OPTIONS",
      "/admin/v1/event-categories": "GET, HEAD, POST, PUT, OPTIONS",
      "/admin/v1/event-categories/7": "GET, HEAD, PATCH, DELETE, OPTIONS",
      "/commerce/api/v1/category": "GET, HEAD, POST, OPTIONS",
    ]
    for (target, allow) in expected {
      let answer = try await Shop().send(.options, target)
      #expect(answer.status == 204, "\(target)")
      #expect(answer.body.isEmpty, "\(target)")
      #expect(answer.fields["allow"] == allow, "\(target)")
      #expect(answer.isSecured, "\(target)")
    }
    #expect(try await Shop().send(.options, "/nowhere").status == 404)
  }

  @Test func traceEchoesNothingAndCloses() async throws {
    let fields: KeyValuePairs = ["Authorization": "Bearer secret-token-123"]
    let answer = try await Shop().send(.trace, "/livez", fields)
    #expect(answer.status == 405)
    #expect(answer.closes)
    #expect(!answer.text.contains("secret-token-123"))
    #expect(try await Shop().send(.get, "/nowhere").closes == false)
  }

  @Test func testsMountRoutesOfTheirOwn() async throws {
    let shop = try await Shop { router in
      router.on(.post, "/echo") { request, _ throws(Problem) in
        do throws(BodyError) {
          return Response(.ok, content: .bytes(try await request.body.collect(upTo: 100)))
        } catch {
          throw Problem(error)
        }
      }
      router.on(.get, "/echo/{a}/x/{b}") { _, path in
        Response(.ok, content: .bytes(Array("\(path[0])+\(path[1])+\(path[2])".utf8)))
      }
    }
    #expect(try await shop.send(.post, "/echo", [:], "hello").body == "hello")
    #expect(try await shop.send(.get, "/echo/%ED%95%9C/x/b%20c").body == "한+b c+")
    #expect(try await shop.send(.get, "/echo/a/y/b").status == 404)
  }

  @Test func aRefusalOfTheParserIsAProblem() throws {
    let refusal = try Routes.refusal(now: Shop.now)
    for (error, status) in [
      (ParseError.missingHost, 400), (.unknownMethod, 501), (.headTooLarge(limit: 1), 431),
      (.targetTooLong(limit: 1), 414), (.unsupportedVersion, 505), (.unknownExpectation, 417),
      (.tooSlow, 408), (.contentTooLarge(limit: 1), 413), (.overloaded, 503),
    ] {
      let answer = try Answer(refusal(error, "r1", "/v1/search"), to: .get)
      #expect(answer.status == status)
      #expect(answer.closes)
      #expect(answer.isSecured)
      #expect(answer.code == error.code)
      #expect(answer.body.contains("\"r1\""))
      #expect(answer.fields["content-type"] == "application/problem+json")
    }
  }
}

@Suite struct LoggedPathTests {
  @Test(
    "words that permit something are not logged, and everything else is",
    arguments: [
      ("/api/products/7/0a1b2c3d-0000-4000-8000-000000000000", "/api/products/7/***"),
      ("/api/products/7/wrong", "/api/products/7/***"),
      ("/api/products/kT0_-x", "/api/products/***"),
      ("/api/products/api/products/kT0_-x", "/api/products/api/products/***"),
      ("/api/products//api/products/kT0_-x", "/api/products//api/products/***"),
      ("/openmarket/v2/api/products/kT0_-x", "/openmarket/v2/api/products/***"),
      ("/openmarket/v2/api/products/7/kT0_-x", "/openmarket/v2/api/products/7/***"),
      ("/api/products/12345678901234567890", "/api/products/***"),
      ("/api/products", "/api/products"), ("/api/products/", "/api/products/"),
      ("/api/products/7", "/api/products/7"), ("/api/products/7/secret", "/api/products/7/secret"),
      ("/api/products/7/archived", "/api/products/7/archived"),
      ("/v1/products/7", "/v1/products/7"), ("/", "/"), ("", ""), ("*", "*"),
      ("//api/products/7/kT0_-x", "//api/products/7/***"),
      ("/api//products/7/kT0_-x", "/api//products/7/***"),
      ("/api/products//7//kT0_-x/", "/api/products//7//***/"),
      ("///openmarket//v2//api/products/kT0_-x", "///openmarket//v2//api/products/***"),
      ("/%61pi/products/7/kT0_-x", "/api/products/7/***"),
      ("/api/produ%63ts/7/kT0_%2Dx", "/api/products/7/***"),
      ("/api/products/7/%6bT0_-x", "/api/products/7/***"),
      ("/api%2Fproducts%2f7%2FkT0_-x", "/api/products/7/***"),
      ("/./api/./products/7/kT0_-x", "/./api/./products/7/***"),
      ("/api/api/products/7/kT0_-x", "/api/api/products/7/***"),
      ("/API/Products/7/kT0_-x", "/API/Products/7/***"),
      ("/shop/api/products/7/kT0_-x", "/shop/api/products/7/***"),
      ("/api/products/7/%zz", "/api/products/7/***"),
      ("/%61pi/x", "/%61pi/x"), ("/api/x/products/7", "/api/x/products/7"),
      ("/commerce/api/v1/products", "/commerce/api/v1/products"), ("/v1/%zz", "/v1/%zz"),
    ])
  func shown(path: String, expected: String) {
    #expect(LoggedPath.shown(path) == expected)
  }
}
