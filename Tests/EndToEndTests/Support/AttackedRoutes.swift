import Dialects
import Fakes
import Foundation
import Transport
import Web

/// Every route with a request whose parameters are attacked.
struct AttackedRoutes {
  /// Whom the requests are from, and what they are about.
  struct Shop {
    var vendorToken: String
    /// Of a device that was let in.
    var deviceToken: String
    var product: Int
    /// Of its image.
    var picturedAs: Int
    var category: Int
    var categoryKey: String
    /// A picture that is taken.
    var picture: [UInt8]
  }

  let shop: Shop
  private let vendor = DemoVendor.published

  /// Where code is shared, one of its routes stands for all.
  enum Effort: Sendable {
    case thorough
    case ordinary
    /// Another spelling of a route that stands here as well, or one that asks no database.
    case little
  }

  struct Route: Sendable {
    var template: RequestTemplate
    var effort: Effort
  }

  /// - Throws: when a route that is served is missing.
  func all() throws -> [Route] {
    let router = try Routes.router(
      FakeStore().ports, publicOrigin: nil, policies: Policies(), observe: { _, _ in }
    ) { _ in }
    return try router.mounted.sorted { $0.path < $1.path }.flatMap { path, allow in
      try allow.split(separator: ", ").map(String.init).filter {
        !["HEAD", "OPTIONS"].contains($0)
      }
      .map { method in try route(method, path) }
    }
  }

  /// The first route of each kind of code.
  private static let thorough: Set = [
    "GET /v1/event-categories", "GET /v1/products", "GET /v1/products/{id}",
    "GET /v1/search", "GET /v1/search/suggestions",
    "PATCH /v1/products/{id}", "POST /admin/v1/event-categories",
    "PATCH /admin/v1/event-categories/{id}", "GET /images/{digest}/{file}",
    "POST /commerce/api/v1/category", "GET /api/products", "GET /openmarket/v2/api/products",
    "DELETE /api/products/{id}/{secret}", "GET /v1/search/shop.json",
    "GET /rest/shopping/product/{hash}",
  ]
  private static let withoutDatabase: Set = [
    "/livez", "/readyz", "/healthChecker", "/openmarket/v2/healthChecker", "/images/none.png",
  ]
  /// Reading these is the same code on every route; here they are all sent.
  private static let withAllFields: Set = ["GET /v1/products", "PATCH /v1/products/{id}"]
  private static let fields = [
    "Authorization", "Cookie", "identifier", "secret", "If-Match", "If-None-Match",
    "Idempotency-Key", "Content-Type", "Accept", "Accept-Encoding", "Range", "Origin", "Host",
    "Access-Control-Request-Headers", "User-Agent", "X-Forwarded-For", "X-Forwarded-Host",
    "X-Forwarded-Proto", "Forwarded", "X-Request-ID", "traceparent", "X-Custom",
  ]

  private func route(_ method: String, _ path: String) throws -> Route {
    let name = "\(method) \(path)"
    // The same code stands behind these.
    let isTwin = path.hasSuffix("/")
    var template = RequestTemplate(
      method: method, pattern: path, parameters: try parameters(method, path))
    template.query = isTwin ? ["limit"] : Self.query(method, path)
    template.attacked =
      switch true {
      case Self.withAllFields.contains(name): Self.fields
      case isTwin: ["identifier"]
      case path == "/v1/search/shop.json": ["X-Naver-Client-Id", "X-Naver-Client-Secret"]
      case method == "GET": ["Cookie", "If-None-Match"]
      default: ["Authorization", "identifier", "Idempotency-Key", "If-Match"]
      }
    template.fields = credentials(method, path)
    template.content = content(method, path)
    let isLittle = isTwin || Self.withoutDatabase.contains(path)
    let effort: Effort = Self.thorough.contains(name) ? .thorough : isLittle ? .little : .ordinary
    return Route(template: template, effort: effort)
  }

  private static let ofDevices = ["/v1/likes", "/v1/recent", "/v1/devices"]

  /// What it reads, and a name or two that it does not.
  private static func query(_ method: String, _ path: String) -> [String] {
    switch path {
    case "/v1/products":
      ["limit", "cursor", "sort", "on_sale", "in_stock", "vendor", "event", "variant"]
    case "/v1/search": ["q", "limit", "cursor", "sort", "price_min", "facets"]
    case "/v1/search/suggestions": ["q", "limit"]
    case "/v1/event-categories": ["variant"]
    case "/v1/likes": ["limit", "cursor", "q"]
    case "/v1/likes/overlay": ["ids"]
    case "/api/products", "/openmarket/v2/api/products":
      ["page_no", "items_per_page", "search_value", "limit"]
    case "/rest/shopping/products": ["offset", "limit"]
    case "/v1/search/shop.json": ["query", "display", "start", "sort", "exclude", "filter"]
    default:
      // Native routes refuse what they do not read.
      path.hasPrefix("/v1") || (method == "GET" && path.hasPrefix("/admin"))
        ? [] : path.hasPrefix("/admin") ? ["dry_run"] : ["limit"]
    }
  }

  /// Of somebody who may do this.
  private func credentials(_ method: String, _ path: String) -> [String: String] {
    var fields: [String: String] = [:]
    if path.hasPrefix("/admin") { fields["Authorization"] = "Bearer \(MoaServer.adminToken)" }
    if path.hasPrefix("/v1/products"), method != "GET" {
      fields["Authorization"] = "Bearer \(shop.vendorToken)"
    }
    if Self.ofDevices.contains(where: path.hasPrefix) {
      fields["Authorization"] = "Bearer \(shop.deviceToken)"
    }
    if path.contains("/api/products"), method != "GET" { fields["identifier"] = vendor.identifier }
    if ["PATCH", "PUT", "DELETE"].contains(method) { fields["If-Match"] = "*" }
    return fields
  }

  /// What is deleted is not there, so that nothing is asked to change.
  private func parameters(_ method: String, _ path: String) throws -> [String] {
    let count = path.split(separator: "/").count { $0.hasPrefix("{") }
    guard count > 0 else { return [] }
    let nobody = "999999999"
    switch path {
    case "/web/{file}": return ["shop.mjs"]
    case "/docs/errors/{code}": return ["rejected"]
    case "/images/{digest}/{file}": return [String(repeating: "0", count: 64), "cell.png"]
    case "/rest/shopping/product/{hash}": return [String(repeating: "0", count: 32)]
    default: break
    }
    let id = path.hasPrefix("/admin") ? shop.category : shop.product
    let first = method == "DELETE" ? nobody : String(id)
    guard count <= 2 else { throw EndToEndError.unreadable("no parameters for \(path)") }
    return [first, "00000000-0000-0000-0000-000000000000"].prefix(count).map { $0 }
  }

  private func content(_ method: String, _ path: String) -> RequestTemplate.Content {
    switch (method, path) {
    case ("GET", _): .none
    case (_, "/v1/likes/sync"): .json("{\"since\":1,\"operations\":[\(like)]}")
    case (_, "/v1/devices/merge"): .json("{\"token\":\"\(shop.deviceToken)\"}")
    case (_, _) where Self.ofDevices.contains(where: path.hasPrefix): .none
    case (_, "/admin/v1/images"): .form(params: "{}", picture: shop.picture)
    case ("PUT", "/admin/v1/event-categories/{id}/products"):
      .json("{\"items\":[\(shop.product)]}")
    case ("PUT", "/admin/v1/search"):
      .json(
        #"{"synonyms":[["공격","습격"]],"redirects":{"공격":{"kind":"search","query":"방어"}},"banned":[]}"#
      )
    case ("PUT", "/v1/products/{id}/images"): .json("{\"images\":[\(shop.picturedAs)]}")
    // A list keeps the item with this key: it is there to be changed.
    case ("PUT", _): .json("{\"items\":[\(Self.category(key: shop.categoryKey))]}")
    // Without a key: an item that was added may have taken it.
    case ("PATCH", _) where path.hasPrefix("/admin"): .json(Self.category(key: nil))
    case (_, _) where path.hasPrefix("/admin"): .json(Self.category(key: "attacked"))
    case ("POST", "/v1/products"): .form(params: Self.product, picture: shop.picture)
    case ("PATCH", "/v1/products/{id}"): .json(Self.product)
    case ("POST", _) where path.contains("/api/products"):
      path.contains("{")
        ? .json("{\"secret\":\"\(vendor.secret)\"}")
        : .form(params: vendor.params("공격"), picture: shop.picture)
    case ("PATCH", _): .json(vendor.params("공격"))
    default: .json("{\"category_id\":100}")
    }
  }

  private var like: String {
    """
    {"op_id":"0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3","product_id":\(shop.product),"liked":true,\
    "at":"2026-03-01T00:00:00Z"}
    """
  }

  private static func category(key: String?) -> String {
    """
    {\(key.map { "\"key\":\"\($0)\"," } ?? "")"title":"공격이에요",\
    "thumbnail_image_url":"/banners/none.png","thumbnail_text_image_url":"/banners/none.png",\
    "starts_at":"2026-01-01T00:00:00Z"}
    """
  }

  private static let product = """
    {"title":"공격","description":"설명이에요","price":12000,"original_price":14000,"currency":"KRW",\
    "stock":3,"brand":"b","maker":"m","mall":"l","link":"https://shop.example/a",\
    "product_type":"general","category_path":["a","b"],"tags":["BEST"],\
    "delivery":{"is_free":true}}
    """
}
