import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Every route crossed with every method and every failure.
@Suite(.realStore) struct AllRoutesTests {
  static let category = "/admin/v1/event-categories"

  struct Listed: Sendable {
    let path: String
    let methods: Set<HTTP.Method>
    /// Methods that are mounted there, too, but succeed with other parameters only.
    let elsewhere: Set<HTTP.Method>

    init(path: String, methods: Set<HTTP.Method>, elsewhere: Set<HTTP.Method> = []) {
      self.path = path
      self.methods = methods
      self.elsewhere = elsewhere
    }
  }

  /// The methods of each path that answer 2xx, besides HEAD where there is GET, and OPTIONS.
  static let routes: [Listed] = {
    var routes = Dictionary(grouping: Routes.endpoints, by: \.path).map { path, endpoints in
      Listed(
        path: sample(path) + neededQuery(endpoints), methods: Set(endpoints.map(\.method)))
    }
    routes += SmartCommerceTests.paths.map { Listed(path: $0, methods: [.get, .post]) }
    routes += DialectRoutes.listed
    routes.append(Listed(path: "/nowhere", methods: []))
    routes.append(Listed(path: "/product/1", methods: [.get]))
    routes.append(Listed(path: "/p/nobody/1", methods: []))
    routes.append(Listed(path: "/commerce/api/v1/nothing", methods: []))
    return routes
  }()

  /// Paths that ask the store for nothing.
  static let independent = DialectRoutes.independent.union([
    "/livez", "/readyz", "/healthChecker", "/openapi.json", "/openapi/open-market.json", "/",
    "/docs", "/web/shop.mjs",
    "/docs/errors/rejected",
    "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json",
    "/nowhere",
  ])

  /// Examples of all parameters that a query must have.
  private static func neededQuery(_ endpoints: [Endpoint]) -> String {
    let needed = endpoints.flatMap(\.query).filter(\.isRequired).map { parameter in
      guard case .string(let example)? = parameter.example else { return parameter.name }
      return "\(parameter.name)=\(example.encoded)"
    }
    return needed.isEmpty ? "" : "?" + needed.joined(separator: "&")
  }

  /// A path of ours with parameters of the shop.
  private static func sample(_ path: String) -> String {
    switch path {
    case "/images/{digest}/{file}": imagePath
    case "/web/{file}": "/web/shop.mjs"
    case "/docs/errors/{code}": "/docs/errors/rejected"
    case "/openapi/{file}": "/openapi/open-market.json"
    default: path.replacing("{id}", with: "1").replacing("{product_id}", with: "1")
    }
  }

  /// Whether its refusals are pages.
  static func isPage(_ path: String) -> Bool {
    ["/p/", "/product/"].contains(where: path.hasPrefix)
  }

  static var imagePath: String {
    (try? StoredImage.sample(2).path) ?? ""
  }

  /// With all that the routes are about.
  static func shop(on store: FakeStore? = nil) async throws -> Shop {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop(on: store))
    try await vendors.fill(2)
    _ = try await vendors.shop.ports.products.remove(2, at: .earliest, once: nil) { _ in }
    _ = try await vendors.shop.device()
    return vendors.shop
  }

  static func body(_ method: HTTP.Method, _ path: String) -> String {
    switch method {
    case .put where path.hasSuffix("/products"): #"{"items":[1]}"#
    case .put where path.hasSuffix("/event-banners"), .put where path.hasSuffix("/screens/home"),
      .put where path.hasSuffix("/item-types"), .put where path.hasSuffix("/app-config"):
      #"{"items":[]}"#
    case .put where path.hasSuffix("/admin/v1/categories"):
      #"{"items":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}"#
    case .put where path.hasSuffix("/search"): #"{"synonyms":[],"redirects":{},"banned":[]}"#
    case .put: AdminRoutesTests.list(AdminRoutesTests.item("x"))
    case .post where path.hasSuffix("/app-config"): #"{"platform":"web"}"#
    case .post: AdminRoutesTests.item("x")
    case .patch: "{}"
    default: ""
    }
  }

  /// The request that succeeds, if any does.
  static func ask(_ shop: Shop, _ method: HTTP.Method, _ path: String) async throws -> Answer {
    if method == .post, path == ImageAdminRoutesTests.path {
      return try await shop.upload(ImageAdminRoutesTests.file(SampleImages.png()))
    }
    if DialectRoutes.listed.contains(where: { $0.path == path }) {
      return try await DialectRoutes.ask(shop, method, path)
    }
    if LikeRoutesTests.paths.contains(where: path.hasPrefix) {
      let document = path.hasSuffix("/merge") ? "{\"token\":\"\(Shop.deviceToken)\"}" : "{}"
      let takesNone = method != .post || path == "/v1/devices"
      return try await shop.send(
        method, path, ["Authorization": "Bearer \(Shop.deviceToken)"], takesNone ? "" : document)
    }
    guard path.hasPrefix(ProductRoutesTests.path) else {
      return try await shop.administer(method, path, body(method, path), ifMatch: "*")
    }
    return try await sell(shop, method, path)
  }

  /// By the vendor of the one product that there is.
  private static func sell(
    _ shop: Shop, _ method: HTTP.Method, _ path: String
  ) async throws -> Answer {
    let credentials = VendorProductRoutesTests.base64(
      "\(try VendorIdentifier.sample(2)):\(VendorShop.secret)")
    let form = SentForm.plain(VendorShop.params, [SampleImages.jpeg()])
    let type = method == .put ? "application/json" : form.contentType
    let fields: KeyValuePairs = [
      "Authorization": "Basic \(credentials)", "If-Match": "*", "Content-Type": type,
    ]
    let content =
      switch method {
      case .post: form.bytes
      case .patch: Array("{}".utf8)
      case .put: Array(#"{"images":[1]}"#.utf8)
      default: [UInt8]()
      }
    let request = try Request(method, path, fields: fields, body: content, id: "request-1")
    return try Answer(await shop.response(request), to: method)
  }

  @Test("2xx only where a method is listed; 405 and Allow elsewhere")
  func methods() async throws {
    let unchanged = try await Self.shop()
    for (path, listed, elsewhere) in Self.routes.map({ ($0.path, $0.methods, $0.elsewhere) }) {
      for method in HTTP.Method.allCases where method != .connect {
        let isHead = method == .head && listed.contains(.get)
        let isOptions = method == .options && !listed.isEmpty
        let succeeds = listed.contains(method) || isHead || isOptions
        let isWrite = succeeds && ![.get, .head, .options].contains(method)
        let shop = isWrite ? try await Self.shop() : unchanged
        let answer = try await Self.ask(shop, method, path)
        #expect((200..<300).contains(answer.status) == succeeds, "\(method) \(path)")
        #expect(answer.isSecured, "\(method) \(path)")
        guard !succeeds else { continue }
        SurfaceTests.check(answer, "\(method) \(path)")
        let isRead = method == .head && elsewhere.contains(.get)
        let isElsewhere = isRead || elsewhere.contains(method)
        let expected = listed.isEmpty || isElsewhere ? 404 : 405
        #expect(answer.status == expected, "\(method) \(path)")
        #expect((answer.status == 405) == (answer.fields["allow"] != nil), "\(method) \(path)")
      }
    }
  }

  @Test("every failure has its status on every route, and tells nothing of us")
  func failures() async throws {
    let flaw = ValidationError("a_rule", "It is broken.", hint: "Mend it.")
    let failures: [(Failure, Int)] = [
      (.unauthenticated, 401), (.forbidden(requires: .vendor), 403), (.notFound(.image("/x")), 404),
      (.rejected([FieldError("/a", flaw)]), 422), (.conflict(flaw), 409),
      (.tooLarge(size: 9, limit: 8), 413), (.inFlight, 409), (.keyReused, 422),
      (.staleVersion(current: 9), 412), (.preconditionRequired, 428),
      (.unavailable(retryAfterSeconds: 7), 503), (.outcomeUnknown, 503),
      (.bug(SurfaceTests.secrets), 500),
    ]
    for route in Self.routes where !Self.independent.contains(route.path) {
      let path = route.path
      for method in route.methods {
        let store = FakeStore()
        let shop = try await Self.shop(on: store)
        for (failure, status) in failures {
          store.fail(with: failure)
          let answer = try await Self.ask(shop, method, path)
          let isKept = failure == .keyReused
          let expected = isKept ? status : DialectRoutes.status(status, on: path)
          #expect(answer.status == expected, "\(method) \(path) \(failure)")
          SurfaceTests.check(answer, "\(method) \(path) \(failure)")
          let type =
            Self.isPage(path)
            ? "text/html; charset=utf-8"
            : DialectRoutes.contains(path) ? "application/json" : "application/problem+json"
          #expect(answer.fields["content-type"] == type)
          #expect((status == 401) == (answer.fields["www-authenticate"] != nil))
          let isToComeAgain = status == 503 && failure != .outcomeUnknown
          #expect(isToComeAgain == (answer.fields["retry-after"] == "7"))
          if failure == .inFlight { #expect(answer.fields["retry-after"] == "1") }
        }
        // Only the mistake is noted, once.
        #expect(shop.incidents.all == ["request-1: \(SurfaceTests.secrets)"], "\(method) \(path)")
      }
    }
  }

  @Test func aBugIsToldToTheLogAndToNobodyElse() async throws {
    let store = FakeStore()
    let shop = try await Shop(on: store)
    store.fail(with: .bug("constraint event_categories_position_key in /srv/moa.swift"))
    let answer = try await shop.send(.get, "/v1/event-categories")
    #expect(
      answer.body == """
        {"type":"/docs/errors/internal_error","title":"The server made a mistake; it has been noted.",\
        "status":500,"code":"internal_error","detail":"The server made a mistake; it has been noted.",\
        "request_id":"request-1"}
        """)
    #expect(
      shop.incidents.all == [
        "request-1: constraint event_categories_position_key in /srv/moa.swift"
      ])
    store.fail(with: .notFound(.image("/x")))
    _ = try await shop.send(.get, "/v1/event-categories")
    #expect(shop.incidents.all.count == 1)
  }

  @Test func theSecurityFieldsCanBeEncoded() throws {
    _ = try SecurityFields()
    _ = try Routes.refusal()
  }

  @Test func aServerThatSpeaksTLSAsksForNothingElse() throws {
    let plain = try Routes.refusal()(.missingHost, "1")
    let strict = try Routes.refusal(strictTransport: true)(.missingHost, "1")
    #expect(plain.shared != strict.shared)
    #expect(try SecurityFields(strictTransport: true).standard == strict.shared)
  }
}
