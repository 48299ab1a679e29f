import Domain
import HTTP
import UseCases
import ViewData

/// `GET /v1/products`, `/v1/products/{id}` and `/v1/banner`: what screens draw.
struct ProductRoutes: Sendable {
  static let path = "/v1/products"
  static let bannerPath = "/v1/banner"
  let browse: BrowseProducts
  let banner: BrowseBanner
  let show: ShowProduct
  let cursors: ProductCursors
  let tags: ContentTag
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(.get, Self.path) { request, _ throws(Problem) in try await list(request) }
    router.on(.get, Self.path + "/{id}") { request, path throws(Problem) in
      try await detail(request, try path.id(0))
    }
    router.on(.get, Self.bannerPath) { request, _ throws(Problem) in
      let origin = request.origin(configured: origin)
      let cells = try await answering { () throws(Failure) in try await banner(from: origin) }
      var writer = JSONWriter(capacity: 64 + 1_024 * cells.count)
      writer.object { $0.items(cells) }
      return try tagged(writer.octets, request)
    }
  }

  private func list(_ request: Request) async throws(Problem) -> Response {
    let wanted = try ProductListRequest(request)
    let position = try position(of: wanted)
    let origin = request.origin(configured: origin)
    let page = try await answering { () throws(Failure) in
      try await browse(wanted.query, after: position, limit: wanted.limit, from: origin)
    }
    let next = page.next.map { cursors.text($0, of: wanted.query) }
    var writer = JSONWriter(capacity: 256 + 1_024 * page.cells.count)
    writer.object { writer in
      writer.items(page.cells)
      writer.optionalString("next_cursor", next)
      writer.bool("has_next", next != nil)
    }
    return try tagged(writer.octets, request)
  }

  private func position(of wanted: ProductListRequest) throws(Problem) -> ProductPosition? {
    guard let cursor = wanted.cursor else { return nil }
    do throws(Flaw) {
      return try cursors.position(cursor, of: wanted.query)
    } catch {
      throw Problem(.badRequest, error.code, "cursor: \(error.detail) \(error.hint)")
    }
  }

  private func detail(_ request: Request, _ id: Int64) async throws(Problem) -> Response {
    let origin = request.origin(configured: origin)
    let detail = try await answering { () throws(Failure) in
      try await show.detail(id, from: origin)
    }
    let tag = ProductEntityTag(origin, tags)
    let version = detail.cell.version
    return try request.conditional(
      .product(detail, tag: tag, cache: .noCache), tag: tag.opaque(version))
  }

  /// With a tag made of the octets: pages change whenever one of their products does.
  private func tagged(
    _ octets: [UInt8], _ request: Request
  ) throws(Problem) -> Response {
    let tag = tags.text(octets)
    let whole = Response(
      .ok, contentType: "application/json",
      fields: [ResponseField("ETag", "\"\(tag)\""), .noCache], content: .octets(octets))
    return try request.conditional(whole, tag: tag)
  }
}

extension JSONWriter {
  fileprivate mutating func items(_ cells: [ProductCell]) {
    key("items")
    array(cells) { $0.productCell($1) }
  }
}

extension Response {
  /// One product, with its tag.
  static func product(
    _ detail: ProductDetail, _ status: Status = .ok, tag: ProductEntityTag,
    cache: ResponseField = .noStore
  ) -> Response {
    var writer = JSONWriter(capacity: 2_048 + 3 * detail.description.utf8.count)
    writer.productDetail(detail)
    return Response(
      status, contentType: "application/json", fields: [tag.field(detail.cell.version), cache],
      content: .octets(writer.octets))
  }
}
