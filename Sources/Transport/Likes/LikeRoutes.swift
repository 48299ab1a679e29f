import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `/v1/likes`: liked products.
struct LikeRoutes: RouteGroup {
  static let path = "/v1/likes"
  let authentication: DeviceAuthentication
  let set: SetLike
  let browse: BrowseLikes
  let cursors: TimeCursors
  let origin: Origin?
  /// For clients that request none.
  let usualLanguage: Language

  func mount(on router: inout Router) {
    router.on(Self.listEndpoint) { request, arguments in
      try await list(request, arguments.query)
    }
    router.on(Self.overlayEndpoint) { request, arguments in
      try await overlay(request, arguments.query[Self.ids] ?? [])
    }
    router.on(Self.likeEndpoint) { request, arguments in
      try await set(request, arguments, true)
    }
    router.on(Self.unlikeEndpoint) { request, arguments in
      try await set(request, arguments, false)
    }
  }

  private func set(
    _ request: Request, _ arguments: RouteArguments, _ isLiked: Bool
  ) async throws -> Response {
    let device = try await authentication.device(of: request)
    let product = try arguments.id(0, of: Missing.product)
    try await request.discardBody(upTo: Request.emptyBodyBytesMax)
    try await set(product, isLiked, by: device)
    return .nothing
  }

  private func list(
    _ request: Request, _ query: QueryValues
  ) async throws -> Response {
    let device = try await authentication.device(of: request)
    let language = request.language(or: usualLanguage)
    let text = query[Self.text]
    var position: TimePosition?
    if let cursor = query[Self.cursor] {
      do throws(ValidationError) {
        position = try cursors.position(cursor, of: text?.text)
      } catch {
        throw ProductListRequest.refusal(error)
      }
    }
    let page = try await browse(
      of: device, named: text, after: position, limit: query[Self.limit],
      in: language.screens.products, from: request.origin(configured: origin))
    let next = PageLink(nextCursor: page.next.map { cursors.text($0, of: text?.text) })
    return .personal(
      Wire.likeCellList.bytes(
        Listing(items: page.items, page: next), capacity: 256 + 768 * page.items.count),
      in: language)
  }

  private func overlay(_ request: Request, _ ids: [Int64]) async throws -> Response {
    let device = try await authentication.device(of: request)
    let liked = try await browse.liked(among: ids, by: device)
    return .personal(Wire.likeOverlay.bytes(liked))
  }

  // MARK: Parameters

  private static let limit = QueryParameter.number(
    "limit", 1...BrowseLikes.limitMax, default: BrowseLikes.limitDefault,
    "How many items a page has.")
  private static let cursor = QueryParameter<String?>(
    "cursor", .string(1...200, pattern: "^[A-Za-z0-9_-]+$"),
    "`next_cursor` of the page before, asked with the same `q`.", default: nil
  ) { $0 }
  private static let text = QueryParameter<Title?>(
    "q", Wire.title, "Part of the title, in any case, with or without marks.",
    default: nil,
    example: "패딩"
  ) { text in try Title(text) }
  /// Without ids the answer is empty.
  private static let ids = QueryParameter.products("ids", 1, max: BrowseLikes.overlayMax)

  // MARK: Declarations

  static let endpoints = [listEndpoint, overlayEndpoint, likeEndpoint, unlikeEndpoint]

  private static let listEndpoint = Endpoint(
    .get, path, "listLikes", .shoppers, "List likes",
    .json(Wire.likeCellList.schema, "Cells.", fields: ["Content-Language"])
  ).with {
    $0.meaning = """
      A product stays in the list whatever becomes of it: sold out, it is not available; removed, it is \
      drawn as it was when it was liked, for 30 days with its picture.
      """
    $0.access = .device
    $0.query = [limit.declaration, cursor.declaration, text.declaration]
    $0.fields = [.acceptLanguage]
  }

  private static let overlayEndpoint = Endpoint(
    .get, path + "/overlay", "overlayLikes", .shoppers, "Check which products are liked",
    .json(Wire.likeOverlay.schema, "Those that are.")
  ).with {
    $0.meaning = "For screens that all share: their answers say nothing of anybody's likes."
    $0.access = .device
    $0.query = [ids.declaration]
    // A hundred ids fit; many more exceed the longest request target.
    $0.refusals = [.uriTooLong]
  }

  private static let likeEndpoint = Endpoint(
    .put, path + "/{product_id}", "likeProduct", .shoppers, "Like a product",
    .empty(.noContent, "It is liked.")
  ).with {
    $0.meaning = """
      One that is liked already stays where it is in the list. A removed product is 404, unless this \
      shopper liked it before.
      """
    $0.access = .device
    $0.pathParameters = [productParameter]
    $0.refusals = [.conflict]
  }

  private static let unlikeEndpoint = Endpoint(
    .delete, path + "/{product_id}", "unlikeProduct", .shoppers, "Unlike a product",
    .empty(.noContent, "It is not liked.")
  ).with {
    $0.access = .device
    $0.pathParameters = [productParameter]
    $0.refusals = [.conflict]
  }

  static let productParameter = ParameterDeclaration(
    name: "product_id", schema: .integer(1...),
    meaning: "The id of a product.",
    example: 207)
}

extension LikeRoutes {
  init(_ parts: RouteParts) {
    let (ports, machine) = (parts.ports, parts.ports.machine)
    self.init(
      authentication: parts.deviceAuthentication,
      set: SetLike(likes: ports.likes, randomBytes: machine.randomBytes, now: machine.now),
      browse: BrowseLikes(likes: ports.likes), cursors: TimeCursors(.likes, signer: machine.signer),
      origin: parts.origin, usualLanguage: parts.policies.languages.screens)
  }
}
