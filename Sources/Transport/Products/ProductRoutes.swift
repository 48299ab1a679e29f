import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/products`, `/v1/products/{id}` and `/v1/banner`: what screens draw.
struct ProductRoutes: RouteGroup {
  static let path = "/v1/products"
  static let bannerPath = "/v1/banner"
  let browse: BrowseProducts
  let facets: CountListFacets
  let banner: BrowseBanner
  let show: ShowProduct
  let products: any ProductRepository
  let authentication: VendorAuthentication
  let tags: ContentTag
  let origin: Origin?
  let usualLanguage: Language

  func mount(on router: inout Router) {
    router.on(Self.listEndpoint, remembered: { input in try await page(input) })
    router.on(
      Self.detailEndpoint,
      admit: { request, arguments in try await hidden(request, arguments) },
      remembered: { input in
        let id = try input.arguments.id(0, of: Missing.product)
        let (language, origin) = (input.language, input.origin(configured: origin))
        let product = try await show.product(id)
        return CachedBody(
          .product(
            product.detail(
              in: language.screens.products, from: origin,
              variant: input.arguments.query[Self.variant])),
          tag: ProductEntityTag(language, origin, tags).opaque(product))
      })
    router.on(
      Self.bannerEndpoint,
      remembered: { input in
        let cells = try await banner(
          in: input.language.screens.products, from: input.origin(configured: origin))
        return CachedBody(Wire.banner.bytes(cells, capacity: 64 + 1_024 * cells.count), tags)
      })
  }

  static let endpoints = [listEndpoint, detailEndpoint, bannerEndpoint]
  /// Of answers about products, to vendors too.
  static let fields = ["ETag", "Content-Language"]

  private static let listEndpoint = Endpoint(
    .get, path, "listProducts", .shop, "List products",
    .json(
      .merged(
        "ProductList", "A page of products: cells, or tiles, which have fewer members.",
        [Wire.productCellList.schema, Wire.productTileList.schema]),
      "Cells, or tiles with `variant=tile`.", fields: fields)
  ).with {
    $0.meaning = """
      Every page says in `page.next_cursor` how to go on. A product never comes twice, whatever \
      is bought or registered meanwhile.
      """
    $0.query = ProductListRequest.parameters
    $0.refusals = [.uriTooLong]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let detailEndpoint = Endpoint(
    .get, path + "/{id}", "getProduct", .shop, "Get a product",
    .json(Wire.productDetail.schema, "All that a screen shows of it.", fields: fields)
  ).with {
    $0.meaning = "A hidden one is there for its vendor alone, by the credentials of writes."
    $0.pathParameters = [idParameter]
    $0.query = [variant.declaration]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let bannerEndpoint = Endpoint(
    .get, bannerPath, "getBanner", .shop, "Get the banner of discounted products",
    .json(Wire.banner.schema, "0 to \(BrowseBanner.countMax), the newest first.", fields: fields)
  ).with { $0.fields = [.ifNoneMatch, .acceptLanguage] }

  static let variant = QueryParameter<Int64?>(
    "variant", .integer(1...),
    "The id of the variant to show first, as in a link; of an unknown one the first that can be"
      + " bought is shown.", default: nil
  ) { text in
    try ProductListRequest.id(text, of: "a variant")
  }

  static let idParameter = ParameterDeclaration(
    name: "id", schema: .integer(1...), meaning: "The product's id.", example: 207)

  /// A hidden product, for its vendor. To all others it is as if it were removed, whatever they
  /// prove; nil then, and for one that everybody may read.
  private func hidden(_ request: Request, _ arguments: RouteArguments) async throws -> Response? {
    guard request.fields.contains(.authorization) || request.fields.contains(.identifier),
      let product = try await products.findForWriting(
        try arguments.id(0, of: Missing.product)),
      product.draft.isHidden,
      let vendor = try await proven(by: request), vendor.id == product.vendor.id
    else { return nil }
    let language = request.language(or: usualLanguage)
    return .product(
      product, tag: ProductEntityTag(language, request.origin(configured: origin), tags))
  }

  /// Nil for credentials that prove no vendor. A store that fails proves nothing either way.
  private func proven(by request: Request) async throws -> Vendor? {
    do {
      return try await authentication.vendor(of: request)
    } catch let refusal as any Refusal where refusal.problem.status.code < 500 {
      return nil
    }
  }

  private func page(_ input: AnswerInput) async throws -> CachedBody {
    let asked = ProductListRequest(input.arguments.query)
    let (position, wording) = (try position(of: asked), input.language.screens.products)
    let origin = input.origin(configured: origin)
    let facets =
      asked.wantsFacets && position == nil ? try await facets(asked.query, in: wording) : nil
    switch asked.variant {
    case .cell:
      var page = try await browse.cells(
        asked.query, after: position, limit: asked.limit, in: wording, from: origin)
      page.facets = facets
      return written(page, Wire.productCellList, bytesEach: 1_024)
    case .tile:
      var page = try await browse.tiles(
        asked.query, after: position, limit: asked.limit, in: wording, from: origin)
      page.facets = facets
      return written(page, Wire.productTileList, bytesEach: 512)
    }
  }

  /// - Parameter bytesEach: as many as nearly every item takes; what does not fit is copied.
  private func written<Item>(
    _ page: Listing<Item>, _ type: WireObject<Listing<Item>>, bytesEach: Int
  ) -> CachedBody {
    CachedBody(type.bytes(page, capacity: 256 + bytesEach * page.items.count), tags)
  }

  private func position(of wanted: ProductListRequest) throws -> ProductPosition? {
    guard let cursor = wanted.cursor else { return nil }
    do throws(ValidationError) {
      return try browse.cursors.position(cursor, of: wanted.query)
    } catch {
      throw ProductListRequest.refusal(error)
    }
  }
}

extension [UInt8] {
  /// A product as a screen draws it, as JSON.
  static func product(_ detail: ProductDetail) -> [UInt8] {
    Wire.productDetail.bytes(
      detail,
      capacity: 1_536 + 640 * detail.images.count + 512 * detail.variants.count
        + 3 * detail.description.utf8.count)
  }
}

extension Response {
  /// One product for its vendor, in the language of its tag.
  static func product(
    _ product: Product, _ status: Status = .ok, tag: ProductEntityTag
  ) -> Response {
    let detail = product.detail(in: tag.language.screens.products, from: tag.origin)
    return Response(
      status, contentType: "application/json",
      fields: [ResponseField("ETag", "\"\(tag.opaque(product))\""), .noStore]
        + tag.language.fields,
      content: .bytes(.product(detail)))
  }
}

extension ProductRoutes {
  init(_ parts: RouteParts) {
    let products = parts.ports.products
    self.init(
      browse: parts.browseProducts, facets: CountListFacets(repository: parts.ports.search),
      banner: BrowseBanner(repository: products),
      show: ShowProduct(repository: products), products: products,
      authentication: parts.vendorAuthentication, tags: parts.tags, origin: parts.origin,
      usualLanguage: parts.policies.languages.screens)
  }
}
