import ContractCheck
import Dialects
import HTTP
import Transport
import Web

/// Every route with a request whose parameters are attacked.
struct AttackedRoutes {
  /// Whom the requests are from, and what they are about.
  struct Shop {
    var vendorToken: String
    /// Of a device that was let in.
    var deviceToken: String
    /// Of a device that may be taken out again.
    var spareDeviceToken: String
    var product: Int
    /// Of its image.
    var picturedAs: Int
    var category: Int
    var categoryKey: String
    /// A picture that is taken.
    var picture: [UInt8]
  }

  /// The key of the product that the contract's examples make.
  static let key = "LB-1"
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

  /// - Throws: for a route whose contract does not show a whole request.
  func all() throws -> [Route] {
    try (Routes.endpoints + AddedRoutes.dialects().endpoints).flatMap { endpoint in
      try ([endpoint.path] + endpoint.aliases).map { try route(endpoint, $0) }
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

  private func route(_ endpoint: Endpoint, _ path: String) throws -> Route {
    let sample = try SampleRequest(endpoint, at: path, in: samples)
    let name = "\(endpoint.method.rawValue) \(path)"
    // The same code answers these.
    let isTwin = path != endpoint.path
    var template = RequestTemplate(
      method: endpoint.method.rawValue, pattern: path, parameters: sample.parameters)
    template.needed = sample.query.map { ($0.name, RequestTemplate.encoded($0.value)) }
    template.query =
      isTwin
      ? ["limit"] : endpoint.query.map(\.name) + (endpoint.queryUse != .declared ? ["limit"] : [])
    // The attacking device stays.
    if endpoint.id == "removeDevice" {
      template.needed = [("others", "true")]
      template.query = []
    }
    template.fields = sample.fields
    if endpoint.group.dialect != nil, endpoint.method != .get {
      template.fields["identifier"] = vendor.identifier
    }
    if endpoint.method == .delete, endpoint.access == .device, sample.parameters.isEmpty {
      template.fields["Authorization"] = "Bearer \(shop.spareDeviceToken)"
    }
    template.attacked =
      switch true {
      case Self.withAllFields.contains(name): Self.fields
      case isTwin: ["identifier"]
      default: Self.credentials(endpoint) + Self.conditions(endpoint)
      }
    switch sample.content {
    case .none: break
    case .json(let text): template.content = .json(text)
    case .form(let parts):
      let image = parts.first { $0.text == nil }?.name ?? ""
      let params = parts.first { $0.text != nil }?.text
      template.content = .form(params: params, name: image, picture: shop.picture)
    }
    let isLittle = isTwin || Self.withoutDatabase.contains(path)
    let effort: Effort = Self.thorough.contains(name) ? .thorough : isLittle ? .little : .ordinary
    return Route(template: template, effort: effort)
  }

  /// Names of the fields that authenticate a client.
  private static func credentials(_ endpoint: Endpoint) -> [String] {
    let schemes = endpoint.access.alternatives.flatMap(\.schemes).map(\.json)
    let names = schemes.map { scheme in
      if case .string(let name)? = scheme["name"] { name } else { "Authorization" }
    }
    return Set(names).sorted()
  }

  private static func conditions(_ endpoint: Endpoint) -> [String] {
    endpoint.method == .get ? ["Cookie", "If-None-Match"] : ["Idempotency-Key", "If-Match"]
  }

  // MARK: What is sent

  private var samples: SampleShop {
    let (shop, vendor) = (shop, vendor)
    var samples = SampleShop(
      administrator: ["Authorization": "Bearer \(MoaServer.adminToken)"],
      vendor: ["Authorization": "Bearer \(shop.vendorToken)"],
      device: ["Authorization": "Bearer \(shop.deviceToken)"])
    samples.parameter = { endpoint, name in
      switch name {
      // Nothing is removed, so that all that is attacked stays there.
      case "id" where endpoint.method == .delete: "999999999"
      case "product_id" where endpoint.method == .delete: "999999999"
      case "digest" where endpoint.method == .delete: String(repeating: "0", count: 64)
      case "secret": "00000000-0000-0000-0000-000000000000"
      case "id" where endpoint.path.hasPrefix("/admin/v1/event-categories"): "\(shop.category)"
      case "id" where endpoint.path.hasPrefix("/admin"): nil
      case "id", "product_id": "\(shop.product)"
      default: nil
      }
    }
    samples.body = { endpoint in
      Self.own(endpoint, shop) ?? Self.ofOpenMarket(endpoint, vendor)
    }
    // Nobody asks for a change of what the attack does not name.
    let replaced: Set = [
      "replaceCategories", "replaceItemTypes", "replaceEventBanners", "replaceHomeSections",
    ]
    samples.isDryRun = { replaced.contains($0.id) }
    return samples
  }

  /// Bodies in place of the contract's examples: with more members, and about what the shop has.
  private static func own(_ endpoint: Endpoint, _ shop: Shop) -> String? {
    guard endpoint.group.dialect == nil else { return nil }
    return switch endpoint.id {
    case "syncLikes": "{\"since\":1,\"operations\":[\(like(of: shop.product))]}"
    case "changeStock":
      """
      {"operations":[{"id":"0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3","product_id":\(shop.product),"set":3}]}
      """
    case "changeProducts": "{\"items\":[{\"key\":\"\(key)\",\"stock\":7}]}"
    case "mergeDevices": "{\"token\":\"\(shop.deviceToken)\"}"
    case "replaceEventProducts": "{\"items\":[\(shop.product)]}"
    case "replaceSearchRules":
      #"{"synonyms":[["공격","습격"]],"redirects":{"공격":{"kind":"search","query":"방어"}},"banned":[]}"#
    case "arrangeProductImages": "{\"images\":[\(shop.picturedAs)]}"
    // A list keeps the item with this key: it is there to be changed.
    case "replaceEventCategories": "{\"items\":[\(category(key: shop.categoryKey))]}"
    // Without a key: an item that was added may have taken it.
    case "editEventCategory": category(key: nil)
    case "registerProduct", "editProduct": product
    default: nil
    }
  }

  private static func ofOpenMarket(_ endpoint: Endpoint, _ vendor: DemoVendor) -> String? {
    guard endpoint.path.contains("/api/products") else { return nil }
    let isNew = endpoint.method == .post && !endpoint.path.contains("{")
    return isNew || endpoint.method == .patch
      ? vendor.params("공격") : "{\"secret\":\"\(vendor.secret)\"}"
  }

  private static func like(of product: Int) -> String {
    """
    {"op_id":"0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3","product_id":\(product),"liked":true,\
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
