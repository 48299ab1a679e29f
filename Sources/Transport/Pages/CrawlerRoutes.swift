import Domain
import HTTP
import UseCases
import Web

/// `GET /robots.txt` and `/sitemap.xml`: search engines find all pages of products by them.
struct CrawlerRoutes: RouteGroup {
  let products: any ProductRepository
  let tags: ContentTag
  /// Before the paths of this site; nil takes the host of each request.
  let origin: Origin?

  /// Ids of products in a part of the sitemap; a part may have 50,000 addresses, and one of this
  /// size is read in some milliseconds.
  static let partSize: Int64 = 1_000
  private static let partsMax = 50_000
  private static let part = QueryParameter.number(
    "part", 0...partsMax, default: 0, "The number of a part, from 1; 0 for the list of parts.")

  func mount(on router: inout Router) {
    router.on(Self.robotsEndpoint) { [origin] request, _ in
      let rules = "User-agent: *\nDisallow: /admin\n"
      let sitemap = request.origin(configured: origin).map { "Sitemap: \($0.text)/sitemap.xml\n" }
      return Response(
        .ok, contentType: "text/plain; charset=utf-8", fields: [.noCache],
        content: .bytes(Array((rules + (sitemap ?? "")).utf8)))
    }
    router.on(
      Self.sitemapEndpoint,
      remembered: { [tags] input in
        let bytes = try await sitemap(
          input.arguments.query[Self.part], from: input.origin(configured: origin))
        var body = CachedBody(bytes, tags)
        body.contentType = "application/xml"
        return body
      })
  }

  /// - Parameter wanted: the number of a part; 0 for all.
  /// - Returns: all addresses, or one part of them; of a shop with several parts, the parts.
  private func sitemap(_ wanted: Int, from origin: Origin?) async throws -> [UInt8] {
    let newest = try await products.tiles(ProductQuery(), after: nil, limit: 1).first?.id ?? 0
    let count = Int(newest / Self.partSize) + 1
    if wanted == 0, count > 1 {
      let parts = (1...min(count, Self.partsMax)).map { "/sitemap.xml?part=\($0)" }
      return document("sitemapindex", "sitemap", parts, origin)
    }
    let part = max(wanted, 1)
    guard part <= count else { throw Problem.noRoute("/sitemap.xml?part=\(part)") }
    let pages = try await ids(from: Int64(part - 1) * Self.partSize).map(ProductPageRoutes.path)
    return document("urlset", "url", part == 1 ? ["/"] + pages : pages, origin)
  }

  /// The products of a part, the newest first, a page of the shop's list at a time.
  private func ids(from first: Int64) async throws -> [Int64] {
    let pageSize = 100
    var ids: [Int64] = []
    var end = first + Self.partSize
    while true {
      let page = try await products.tiles(
        ProductQuery(), after: ProductPosition(rank: 0, id: end), limit: pageSize)
      ids += page.map(\.id).filter { $0 >= first }
      guard page.count == pageSize, let last = page.last?.id, last > first else { return ids }
      end = last
    }
  }

  /// Source: sitemaps.org, "Sitemaps XML format".
  private func document(
    _ name: StaticString, _ item: StaticString, _ paths: [String], _ origin: Origin?
  ) -> [UInt8] {
    var xml = HTMLWriter(capacity: 256 + 96 * paths.count)
    xml.element(name, ["xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"]) { xml in
      for path in paths {
        xml.element(item) { $0.element("loc", [:], (origin?.text ?? "") + path) }
      }
    }
    return xml.bytes
  }

  // MARK: Declarations

  static let endpoints = [robotsEndpoint, sitemapEndpoint]

  private static let robotsEndpoint = Endpoint(
    .get, "/robots.txt", "getRobots", .pages, "Get the rules for crawlers",
    .content("text/plain", "That they may read all but `/admin`, and where the sitemap is.")
  ).with { $0.queryUse = .ignored }

  private static let sitemapEndpoint = Endpoint(
    .get, "/sitemap.xml", "getSitemap", .pages, "List product pages for crawlers",
    .content("application/xml", "Addresses, or the parts of a long list.", fields: ["ETag"])
  ).with {
    $0.query = [part.declaration]
    $0.fields = [.ifNoneMatch]
    $0.refusals = [.notFound]
  }
}

extension CrawlerRoutes {
  init(_ parts: RouteParts) {
    self.init(products: parts.ports.products, tags: parts.tags, origin: parts.origin)
  }
}
