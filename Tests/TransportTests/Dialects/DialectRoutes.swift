import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// The routes of the shops of existing apps, and the requests that succeed on them.
enum DialectRoutes {
  /// Replaced by the code of the first product, which the store draws.
  private static let code = String(repeating: "0", count: 32)

  private static let secrets = ProductSecret(
    signer: FakeSigner(), now: FakeClock("2026-03-01T00:00:00.512Z").now)

  /// The second vendor, who sends all of it.
  private static func vendor() throws -> VendorCredentials {
    let vendor = Vendor(
      id: 2, identifier: try .sample(2), name: try Title("가게 2"), createdAt: .earliest)
    return VendorCredentials(
      vendor: vendor, secretHash: FakeSecretHasher.hash(VendorShop.secret))
  }

  static let listed: [AllRoutesTests.Listed] = {
    var listed: [AllRoutesTests.Listed] = [
      .init(path: "/rest/shopping/products", methods: [.get]),
      .init(path: "/rest/shopping/product/\(code)", methods: [.get]),
      .init(path: "/images/none.png", methods: [.get]),
      .init(path: "/openmarket/v2/healthChecker", methods: [.get]),
      .init(path: "/v1/search/shop.json?query=%EC%83%81%ED%92%88", methods: [.get]),
      .init(path: "/v1/search/shop?query=%EC%83%81%ED%92%88", methods: [.get]),
      .init(path: "/v1/search/shop.xml?query=%EC%83%81%ED%92%88", methods: [.get]),
      .init(path: "/v1/search/blog.json", methods: []),
      .init(path: "/rest/shopping/nothing", methods: []),
      .init(path: "/api/nothing", methods: []),
    ]
    for prefix in ["", "/openmarket/v2"] {
      let path = prefix + "/api/products"
      guard let vendor = try? vendor() else { return [] }
      let token = secrets.archiveToken(of: 1, by: vendor)
      listed += [
        .init(path: path, methods: [.get, .post]), .init(path: path + "/", methods: [.get, .post]),
        .init(path: path + "/1", methods: [.get, .patch], elsewhere: [.delete]),
        .init(path: "\(path)/\(token)", methods: [.delete], elsewhere: [.get, .patch]),
        .init(path: "\(path)/api/products/\(token)", methods: [.delete]),
        .init(path: "\(path)//api/products/\(token)", methods: [.delete]),
        // Before those whose last segment is a name: a pattern takes the first that fits.
        .init(path: "\(path)/1/\(secrets.secret(of: 1, by: vendor))", methods: [.delete]),
        .init(path: path + "/1/secret", methods: [.post]),
        .init(path: path + "/1/archived", methods: [.post]),
      ]
    }
    return listed
  }()

  /// Routes that ask the store for nothing.
  static let independent: Set = ["/images/none.png", "/openmarket/v2/healthChecker"]

  /// Whether errors have a shape of their own there.
  static func contains(_ path: String) -> Bool {
    [
      "/commerce/", "/api/", "/openmarket/", "/rest/shopping/", "/v1/search/shop",
      "/v1/search/blog.",
    ]
    .contains(where: path.hasPrefix)
  }

  /// The type of errors there; nil where they are ours.
  static func mediaType(_ path: String) -> String? {
    guard contains(path) else { return nil }
    guard path.hasPrefix("/v1/search/") else { return "application/json" }
    let type = path.contains(".xml") ? "text/xml" : "application/json"
    return type + "; charset=UTF-8"
  }

  /// Whether an existing app asks for it, as it is mounted.
  static func isOfDialect(_ path: String) -> Bool {
    contains(path) || independent.contains(path)
  }

  /// What this failure of ours is answered with there, if not with `status`.
  static func status(_ status: Int, on path: String) -> Int {
    let isOpenMarket = path.hasPrefix("/api/") || path.hasPrefix("/openmarket/")
    return isOpenMarket && [413, 415, 422].contains(status) ? 400 : status
  }

  static func ask(
    _ shop: Shop, _ method: HTTP.Method, _ path: String
  ) async throws -> Answer {
    let form = SentForm.plain(
      #"{"name":"팥빙수","price":1,"currency":"KRW","secret":"\#(VendorShop.secret)"}"#,
      [SentForm.first])
    let isForm = method == .post && path.hasSuffix("products")
    let isSlashed = method == .post && path.hasSuffix("products/")
    let body =
      isForm || isSlashed ? form.bytes : Array(#"{"secret":"\#(VendorShop.secret)"}"#.utf8)
    let known = try? await shop.ports.products.find(1)?.summary.code.description
    let request = try Request(
      method, path.replacing(code, with: known ?? code),
      fields: [
        "Content-Type": form.contentType, "identifier": "\(VendorIdentifier.sample(2))",
      ],
      body: [.post, .patch, .delete].contains(method) ? body : [], id: "request-1")
    return try Answer(await shop.response(request), to: method)
  }
}
