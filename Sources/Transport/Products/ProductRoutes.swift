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
  private let entityTags = ProductEntityTag.Recent()
  private let banners = ListAnswers<BannerQuestion, ProductPage<[ProductSummary]>>()
  private let pagesOfCells = ListAnswers<PageQuestion, ProductPage<[ProductSummary]>>()
  private let pagesOfTiles = ListAnswers<PageQuestion, ProductPage<ProductOutlines>>()
  private let details = SharedAnswers<DetailQuestion>()

  func mount(on router: inout Router) {
    router.on(.get, Self.path, query: ProductListRequest.queryRule) { request, _ throws(Problem) in
      try await list(request)
    }
    router.on(.get, Self.path + "/{id}", query: .none) { request, path throws(Problem) in
      try await detail(request, try path.id(0, of: Missing.product))
    }
    router.on(.get, Self.bannerPath, query: .none) { request, _ throws(Problem) in
      let origin = request.origin(configured: origin)
      let rendered = try await banners(BannerQuestion(origin: origin)) { () throws(Problem) in
        try await answering { () throws(Failure) in try await banner(from: origin) }
      } write: { page in
        let octets = JSONWriter.octets(capacity: 64 + 1_024 * page.count) { writer in
          writer.object { writer in
            writer.key("items")
            writer.array { writer in page.forEachCell { writer.productCell($0) } }
          }
        }
        return Rendered(octets, tags)
      }
      return try request.answer(rendered, .noCache)
    }
  }

  private struct BannerQuestion: Hashable {
    let origin: Origin?
  }

  private struct PageQuestion: Hashable {
    let query: ProductQuery
    let position: ProductPosition?
    let limit: Int
    let origin: Origin?
  }

  private struct DetailQuestion: Hashable {
    let id: Int64
    let origin: Origin?
  }

  private func list(_ request: Request) async throws(Problem) -> Response {
    let wanted = try ProductListRequest(request)
    let question = PageQuestion(
      query: wanted.query, position: try position(of: wanted), limit: wanted.limit,
      origin: request.origin(configured: origin))
    let rendered =
      switch wanted.variant {
      case .cell:
        try await page(question, of: pagesOfCells, browse.cells) { page in
          written(page, of: question.query, octetsEach: 1_024) { writer in
            page.forEachCell { writer.productCell($0) }
          }
        }
      case .tile:
        try await page(question, of: pagesOfTiles, browse.tiles) { page in
          written(page, of: question.query, octetsEach: 512) { writer in
            page.forEachTile { writer.productTile($0) }
          }
        }
      }
    return try request.answer(rendered, .noCache)
  }

  private func page<Products>(
    _ question: PageQuestion, of pages: ListAnswers<PageQuestion, ProductPage<Products>>,
    _ read: (ProductQuery, ProductPosition?, Int, Origin?) async throws(Failure)
      -> ProductPage<Products>,
    _ write: (ProductPage<Products>) -> Rendered
  ) async throws(Problem) -> Rendered {
    try await pages(
      question,
      read: { () throws(Problem) in
        try await answering { () throws(Failure) in
          try await read(question.query, question.position, question.limit, question.origin)
        }
      }, write: write)
  }

  /// - Parameter octetsEach: as many as nearly every item takes; what does not fit is copied.
  private func written<Products>(
    _ page: ProductPage<Products>, of query: ProductQuery, octetsEach: Int,
    _ items: (inout JSONWriter) -> Void
  ) -> Rendered {
    let next = page.next.map { cursors.text($0, of: query) }
    let octets = JSONWriter.octets(capacity: 256 + octetsEach * page.count) { writer in
      writer.object { writer in
        writer.key("items")
        writer.array(items)
        if let next { writer.string("next_cursor", next) }
        writer.bool("has_next", next != nil)
      }
    }
    return Rendered(octets, tags)
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
      let tag = entityTags.tag(question.origin, tags)
      return Rendered(.product(detail), tag: tag.opaque(detail.cell.version))
    }
    return try request.answer(rendered, .noCache)
  }
}

extension [UInt8] {
  /// What a screen draws of one product, as JSON.
  static func product(_ detail: ProductDetail) -> [UInt8] {
    JSONWriter.octets(capacity: 2_048 + 3 * detail.description.utf8.count) { writer in
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
      fields: [tag.field(detail.cell.version), .noStore], content: .octets(.product(detail)))
  }
}
