import ContractCheck
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
    var routes = Dictionary(grouping: samples, by: \.target).map { target, samples in
      Listed(path: target, methods: Set(samples.map(\.method)))
    }
    routes += SmartCommerceTests.paths.map { Listed(path: $0, methods: [.get, .post]) }
    routes += DialectRoutes.listed
    routes.append(Listed(path: "/nowhere", methods: []))
    routes.append(Listed(path: "/product/1", methods: [.get]))
    routes.append(Listed(path: "/docs/errors", methods: [.get]))
    routes.append(Listed(path: "/p/nobody/1", methods: []))
    routes.append(Listed(path: "/commerce/api/v1/nothing", methods: []))
    return routes
  }()

  /// Paths that ask the store for nothing.
  static let independent = DialectRoutes.independent.union([
    "/livez", "/readyz", "/healthChecker", "/openapi.json", "/openapi/open-market.json", "/",
    "/docs", "/web/shop.mjs", "/admin", "/admin/assets/desk.mjs", "/admin/v1/me",
    "/docs/errors", "/docs/errors/rejected", "/favicon.ico", "/robots.txt",
    "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json",
    "/nowhere",
  ])

  /// Whether its refusals are pages.
  static func isPage(_ path: String) -> Bool {
    ["/p/", "/product/"].contains(where: path.hasPrefix)
  }

  /// A request to each endpoint that succeeds.
  static let samples: [SampleRequest] = {
    do {
      return try Routes.endpoints.map { try SampleRequest($0, in: try small()) }
    } catch {
      Issue.record(error)
      return []
    }
  }()

  /// The shop of these tests, in which everything has the id 1.
  private static func small() throws -> SampleShop {
    let credentials = VendorProductRoutesTests.base64(
      "\(try VendorIdentifier.sample(2)):\(VendorShop.secret)")
    var shop = SampleShop(
      administrator: ["Authorization": "Bearer \(Shop.bootstrap)"],
      vendor: ["Authorization": "Basic \(credentials)"],
      device: ["Authorization": "Bearer \(Shop.deviceToken)"])
    let image = try StoredImage.sample(2).path.split(separator: "/").map(String.init)
    shop.parameter = { endpoint, name in
      switch name {
      // The third product has variants.
      case "id" where endpoint.id == "editVariant": "3"
      case "id", "product_id", "variant_id": "1"
      case "digest": image[1]
      case "file" where endpoint.id == "getImage": image[2]
      default: nil
      }
    }
    shop.body = { endpoint in
      switch endpoint.id {
      case "arrangeProductImages": #"{"images":[1]}"#
      case "changeProducts": #"{"items":[{"id":1,"version":1,"stock":7}]}"#
      case "changeStock":
        #"{"operations":[{"id":"0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3","product_id":1,"set":1}]}"#
      case "mergeDevices": #"{"token":"\#(Shop.deviceToken)"}"#
      case "replaceCategories": #"{"items":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}"#
      case "replaceEventBanners": #"{"items":[]}"#
      case "replaceEventProducts": #"{"items":[1]}"#
      case "replaceSearchRules": #"{"synonyms":[],"redirects":{},"banned":[]}"#
      default: nil
      }
    }
    return shop
  }

  /// With all that the routes are about.
  static func shop(on store: FakeStore? = nil) async throws -> Shop {
    let vendors = try await VendorShop(try await SmartCommerceTests.shop(on: store))
    try await vendors.fill(2)
    _ = try await vendors.shop.ports.products.remove(2, at: .earliest, once: nil) { _ in }
    _ = try await vendors.shop.ports.add(.varied(by: vendors.other))
    _ = try await vendors.shop.device()
    _ = try await vendors.shop.administer(
      .put, "/admin/v1/search", #"{"synonyms":[["a","b"]],"redirects":{},"banned":[]}"#,
      ifMatch: "*")
    return vendors.shop
  }

  /// The request that succeeds, if any does.
  static func ask(_ shop: Shop, _ method: HTTP.Method, _ path: String) async throws -> Answer {
    if DialectRoutes.listed.contains(where: { $0.path == path }) {
      return try await DialectRoutes.ask(shop, method, path)
    }
    let wanted = method == .head ? .get : method
    guard let sample = samples.first(where: { $0.method == wanted && $0.target == path }) else {
      return try await shop.administer(method, path)
    }
    var fields = sample.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if let type = sample.contentType { fields.append(("Content-Type", type)) }
    let body = sample.body(picture: SampleImages.jpeg())
    return try await shop.sendBytes(body, method, path, fields)
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

  @Test("a call that wants credentials is refused without them, and with wrong ones")
  func credentials() async throws {
    let shop = try await Self.shop()
    for (endpoint, sample) in zip(Routes.endpoints, Self.samples)
    where !endpoint.access.alternatives.isEmpty && !endpoint.access.alternatives.contains([]) {
      for wrong in [nil, "Bearer wrong"] {
        let answer = try await Self.ask(shop, sample, as: wrong)
        // Too many wrong ones from an address are refused unread.
        let isUnread = wrong != nil && answer.status == 429
        #expect(answer.status == 401 || isUnread, "\(endpoint.id) \(wrong ?? "")")
      }
    }
  }

  @Test("below /admin only the page answers without a token, or with one of a vendor")
  func administration() async throws {
    let shop = try await Self.shop()
    let vendor = "Bearer \(try await shop.vendorToken())"
    for sample in Self.samples where sample.target.hasPrefix("/admin") {
      let isPage = ["/admin", "/admin/assets/desk.mjs"].contains(sample.target)
      for (authorization, status) in [(nil, 401), (vendor, 403)] {
        let answer = try await Self.ask(shop, sample, as: authorization)
        #expect(answer.status == (isPage ? 200 : status), "\(sample.method) \(sample.target)")
      }
    }
  }

  /// Asks with other credentials than those that the request needs.
  private static func ask(
    _ shop: Shop, _ sample: SampleRequest, as authorization: String?
  ) async throws -> Answer {
    var fields = sample.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      .filter { $0.0 != "Authorization" }
    if let authorization { fields.append(("Authorization", authorization)) }
    if let type = sample.contentType { fields.append(("Content-Type", type)) }
    let body = sample.body(picture: SampleImages.jpeg())
    return try await shop.sendBytes(body, sample.method, sample.target, fields)
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
            : DialectRoutes.mediaType(path) ?? "application/problem+json"
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
    _ = try Routes.refusal(now: Shop.now)
  }

  @Test func aServerThatSpeaksTLSAsksForNothingElse() throws {
    let plain = try Routes.refusal(now: Shop.now)(.missingHost, "1", "/")
    let strict = try Routes.refusal(strictTransport: true, now: Shop.now)(.missingHost, "1", "/")
    #expect(plain.shared != strict.shared)
    #expect(try SecurityFields(strictTransport: true).standard == strict.shared)
  }
}
