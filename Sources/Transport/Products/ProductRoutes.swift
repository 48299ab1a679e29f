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
  private let banners = SharedAnswers<Origin?>()
  private let pages = SharedAnswers<PageQuestion>()
  private let details = SharedAnswers<DetailQuestion>()

  func mount(on router: inout Router) {
    router.on(.get, Self.path, query: ProductListRequest.queryRule) { request, _ throws(Problem) in
      try await list(request)
    }
    router.on(.get, Self.path + "/{id}", query: .none) { request, path throws(Problem) in
      try await detail(request, try path.id(0, of: Missing.product))
    }
    router.on(.get, Self.bannerPath, query: .none) { request, _ throws(Problem) in
      try await banner(request)
    }
  }

  private struct PageQuestion: Hashable {
    let query: ProductQuery
    let position: ProductPosition?
    let limit: Int
    let variant: ProductVariant
    let origin: Origin?
  }

  private struct DetailQuestion: Hashable {
    let id: Int64
    let origin: Origin?
  }

  private func banner(_ request: Request) async throws(Problem) -> Response {
    let origin = request.origin(configured: origin)
    let rendered = try await banners(origin) { () throws(Problem) in
      let cells = try await answering { () throws(Failure) in try await banner(from: origin) }
      let bytes = JSONWriter.bytes(capacity: 64 + 1_024 * cells.count) { writer in
        writer.object { writer in
          writer.key("items")
          writer.array(cells) { $0.productCell($1) }
        }
      }
      return Rendered(bytes, tags)
    }
    return try request.answer(rendered, .noCache)
  }

  private func list(_ request: Request) async throws(Problem) -> Response {
    let wanted = try ProductListRequest(request)
    let question = PageQuestion(
      query: wanted.query, position: try position(of: wanted), limit: wanted.limit,
      variant: wanted.variant, origin: request.origin(configured: origin))
    let rendered = try await pages(question) { () throws(Problem) in
      switch question.variant {
      case .cell:
        let page = try await answering { () throws(Failure) in
          try await browse.cells(
            question.query, after: question.position, limit: question.limit, from: question.origin)
        }
        return written(page, of: question.query, bytesEach: 1_024) { $0.productCell($1) }
      case .tile:
        let page = try await answering { () throws(Failure) in
          try await browse.tiles(
            question.query, after: question.position, limit: question.limit, from: question.origin)
        }
        return written(page, of: question.query, bytesEach: 512) { $0.productTile($1) }
      }
    }
    return try request.answer(rendered, .noCache)
  }

  /// - Parameter bytesEach: as many as nearly every item takes; what does not fit is copied.
  private func written<Item>(
    _ page: Page<Item>, of query: ProductQuery, bytesEach: Int,
    _ item: (inout JSONWriter, Item) -> Void
  ) -> Rendered {
    let next = page.next.map { cursors.text($0, of: query) }
    let bytes = JSONWriter.bytes(capacity: 256 + bytesEach * page.items.count) { writer in
      writer.object { writer in
        writer.key("items")
        writer.array(page.items, item)
        if let next { writer.string("next_cursor", next) }
        writer.bool("has_next", next != nil)
      }
    }
    return Rendered(bytes, tags)
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
    let question = DetailQuestion(id: id, origin: request.origin(configured: origin))
    let rendered = try await details(question) { () throws(Problem) in
      let detail = try await answering { () throws(Failure) in
        try await show.detail(id, from: question.origin)
      }
      let tag = ProductEntityTag(question.origin, tags)
      return Rendered(.product(detail), tag: tag.opaque(detail.cell.version))
    }
    return try request.answer(rendered, .noCache)
  }
}

extension [UInt8] {
  /// What a screen draws of one product, as JSON.
  static func product(_ detail: ProductDetail) -> [UInt8] {
    JSONWriter.bytes(capacity: 2_048 + 3 * detail.description.utf8.count) { writer in
      writer.productDetail(detail)
    }
  }
}

extension Response {
  /// One product that was written just now, with its tag.
  static func product(
    _ detail: ProductDetail, _ status: Status = .ok, tag: ProductEntityTag
  ) -> Response {
    Response(
      status, contentType: "application/json",
      fields: [tag.field(detail.cell.version), .noStore], content: .bytes(.product(detail)))
  }
}

extension ProductRoutes {
  init(_ parts: RouteParts) {
    let products = parts.ports.products
    self.init(
      browse: BrowseProducts(repository: products), banner: BrowseBanner(repository: products),
      show: ShowProduct(repository: products),
      cursors: ProductCursors(seal: parts.ports.machine.seal), tags: parts.tags,
      origin: parts.origin)
  }
}
