import Foundation
import Testing
import Transport
import Web

/// What every reverse proxy does with our file, whichever it is.
struct ProxyExpectations {
  let proxy: ReverseProxy
  let server: MoaServer
  private var curl: Curl { Curl(base: proxy.url) }

  /// While the server is there.
  func whileServed() async throws {
    try await ShopFlow(curl: curl).everything()
    try await administratorsGetWhatMoaSaid()
    try await vendorsGetWhatMoaSaid()
    try await whatIsCompressedHasAWeakTag()
    try await metricsAreForNobody()
    try await largeBodiesAreRefused()
    #if os(Linux)
      try await strangersDoNotArrange()
    #endif
    try await picturesAreAskedOnce()
    try everyProblemIsInTheRegistry()
  }

  /// When the server has gone.
  ///
  /// - Parameter picture: one that was asked for before.
  func whenGone(_ picture: String) async throws {
    let away = try await Curl(base: proxy.url, repeatsMax: 0).get("/v1/event-categories")
    try Self.expect(away, toRefuseWith: 503, "unavailable")
    #expect(away.fields["retry-after"] == "2")
    if proxy.kind != .caddy { _ = try await whole(picture) }
  }

  // MARK: Refusals

  /// In the shape of moa's own, and no page of HTML.
  static func expect(
    _ answer: Answer, toRefuseWith status: Int, _ code: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try #require(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
    let problem = try answer.decode(Problem.self)
    #expect(problem.code == code, sourceLocation: sourceLocation)
    #expect(problem.status == status, sourceLocation: sourceLocation)
    let type = answer.fields["content-type"]
    #expect(type == "application/problem+json", sourceLocation: sourceLocation)
    #expect(answer.fields["cache-control"] == "no-store", sourceLocation: sourceLocation)
    let id = try #require(answer.fields["x-request-id"], sourceLocation: sourceLocation)
    #expect(answer.text.contains(#""request_id":"\#(id)""#), sourceLocation: sourceLocation)
  }

  /// Status, code and title are those of the registry, as answers of moa have them.
  private func everyProblemIsInTheRegistry() throws {
    let text = try Workplace.file(proxy.kind.file)
    let nginx = text.split(separator: "$moa_title {").last?.split(separator: "}").first ?? ""
    let problems =
      switch proxy.kind {
      case .nginx: nginx.matches(of: #/\n  (\w+) +"([^"]+)";/#).map { ($0.1, $0.2) }
      case .haproxy: text.matches(of: #/errors\/(\w+)","title":"([^"]+)"/#).map { ($0.1, $0.2) }
      case .caddy: text.matches(of: #/ \d{3} (\w+) +"([^"]+)" +"/#).map { ($0.1, $0.2) }
      }
    #expect(problems.count > 8)
    for (code, title) in problems {
      #expect(ErrorCode.named(String(code))?.english.meaning == String(title))
    }
  }

  private func metricsAreForNobody() async throws {
    for path in ["/metrics", "/metrics/", "/%6Detrics"] {
      try Self.expect(try await curl.get(path), toRefuseWith: 404, "not_found")
    }
  }

  private func largeBodiesAreRefused() async throws {
    let large = try await curl.send("POST", "/", ["Content-Length: 110000000"], body: "x")
    try Self.expect(large, toRefuseWith: 413, "content_too_large")
    let fits = try await curl.send("POST", "/", ["Content-Length: 1"], body: "x")
    #expect(fits.status == 405)
  }

  /// However they write the path. This machine has more than one address, of which our tests let
  /// the first in.
  private func strangersDoNotArrange() async throws {
    let stranger = Curl(
      base: proxy.url, options: ["--interface", "127.0.0.2", "--path-as-is"], repeatsMax: 0)
    let list = "/v1/event-categories"
    let answer = try await stranger.admin("GET")
    try Self.expect(answer, toRefuseWith: 403, "foreign_address")
    for page in ["/admin", "/admin/assets/desk.mjs"] {
      try Self.expect(try await stranger.get(page), toRefuseWith: 403, "foreign_address")
      #expect(try await curl.get(page).status == 200)
    }
    for path in [
      "/%61dmin", "//admin", "/./admin", "/x/../admin", "/admin/", "/admin%2F", "/ADMIN",
    ] {
      let token = "Authorization: Bearer \(MoaServer.adminToken)"
      let answer = try await stranger.get(path + list, [token])
      #expect([400, 403, 404].contains(answer.status), "\(path) \(answer.status)")
    }
  }

  // MARK: Tags

  /// Compressing makes a strong ETag weak, and If-Match must refuse a weak one.
  private func administratorsGetWhatMoaSaid() async throws {
    let long = String(repeating: "https://cdn.example/0123456789/", count: 60)
    let body = "{\"thumbnail_image_url\":\"\(long)\"}"
    let first = try #require(
      try await curl.admin("GET").decode(Items<ArrangedCategory>.self).items.first)
    let lengthened = try await curl.admin(
      "PATCH", "/\(first.id)", ["If-Match: \"\(first.version)\""], body: body)
    #expect(lengthened.status == 200)
    let shown = try await curl.admin("GET", "/\(first.id)", ["Accept-Encoding: gzip"])
    let tag = try #require(shown.fields["etag"])
    #expect(shown.body.count > 1024)
    #expect(shown.fields["content-encoding"] == nil)
    let changed = try await curl.admin(
      "PATCH", "/\(first.id)", ["If-Match: \(tag)"], body: "{\"title\":\"또\"}")
    #expect(changed.status == 200, "\(tag)")
  }

  /// Of one product, by each way to it. It has a long description: proxies compress only answers of
  /// more than a kilobyte.
  private func vendorsGetWhatMoaSaid() async throws {
    let id = 176
    for path in ["/v1/products/", "/api/products/", "/openmarket/v2/api/products/"] {
      let shown = try await curl.get("\(path)\(id)", ["Accept-Encoding: gzip"])
      let tag = try #require(shown.fields["etag"])
      #expect(shown.status == 200)
      #expect(shown.body.count > 1_024)
      #expect(tag.hasPrefix("\""), "\(path)")
      #expect(shown.fields["content-encoding"] == nil, "\(path)")
      let again = try await curl.get("\(path)\(id)", ["If-Match: \(tag)"])
      #expect(again.status == 200)
    }
  }

  private func whatIsCompressedHasAWeakTag() async throws {
    let list = try await curl.get("/v1/products", ["Accept-Encoding: gzip"])
    #expect(list.fields["content-encoding"] == "gzip")
    #expect(list.fields["vary"]?.contains("Accept-Encoding") == true)
    let tag = try #require(list.fields["etag"])
    #expect(tag.hasPrefix("W/\""))
    let again = try await curl.get(
      "/v1/products", ["Accept-Encoding: gzip", "If-None-Match: \(tag)"])
    #expect(again.status == 304)
  }

  // MARK: Pictures

  /// Of a product, which no other test has asked for behind this proxy.
  func picture() async throws -> String {
    struct Product: Decodable, Equatable {
      let image: Image
    }
    struct Image: Decodable, Equatable {
      let url: String
    }
    let list = try await Curl(base: server.url).get("/v1/products?limit=1")
    let product = try #require(try list.decode(Items<Product>.self).items.first)
    return product.image.url.replacing(server.url, with: "")
  }

  /// The second of two requests does not reach moa, with a query or without, and has an identifier
  /// of its own. Caddy keeps nothing.
  private func picturesAreAskedOnce() async throws {
    let picture = try await picture()
    let first = try await whole(picture)
    let id = try #require(first.fields["x-request-id"])
    try await waitForLog(of: id)
    let before = timesAsked(for: picture)
    for path in [picture, picture + (proxy.kind == .caddy ? "" : "?another=1")] {
      let again = try await whole(path)
      #expect(again.body == first.body)
      #expect(again.fields["x-request-id"] != id)
      let status = proxy.kind == .caddy ? nil : "\(proxy.kind.rawValue); hit"
      #expect(again.fields["cache-status"] == status)
    }
    let none = try await curl.get("/images/none/original.png")
    #expect(none.status == 404)
    try await waitForLog(of: "/images/none/original.png")
    // Caddy has no cache, and moa's log may be a moment late.
    let wanted = before + (proxy.kind == .caddy ? 2 : 0)
    try await waiting(for: "\(wanted) requests for \(picture)") {
      timesAsked(for: picture) == wanted ? true : nil
    }
    let again = try await curl.get("/images/none/original.png")
    #expect(again.fields["cache-status"]?.hasSuffix("hit") != true)
  }

  /// As moa has said it, whoever has kept it.
  private func whole(_ path: String) async throws -> Answer {
    let answer = try await Curl(base: proxy.url, repeatsMax: 0).get(path)
    #expect(answer.status == 200)
    #expect(answer.fields["cache-control"] == "public, max-age=31536000, immutable")
    #expect(answer.fields["etag"]?.hasPrefix("\"") == true)
    return answer
  }

  private func waitForLog(of text: String) async throws {
    try await waiting(for: "\(text) in the log") {
      server.errors.contains(text) ? true : nil
    }
  }

  private func timesAsked(for path: String) -> Int {
    server.errors.components(separatedBy: "\"path\":\"\(path)").count - 1
  }
}
