import Domain
import HTTP
import Transport
import UseCases
import Web

/// The endpoints for Open Market's apps, of both versions of its server.
///
/// Unexpected queries and Content-Types are ignored: one app appends its page numbers to every
/// request, and sends JSON as a web form.
struct OpenMarketRoutes {
  static let path = "/api/products"
  /// The path of the second version when it has no host of its own.
  static let secondPrefix = "/openmarket/v2"
  /// Below these paths all errors have the form of the dialect.
  static let errorPrefixes = ["/api/", "/openmarket/", "/healthChecker"]
  let list: CountedPages<OpenMarketVariant>
  let show: ShowProduct
  let writes: OpenMarketWrites
  let origin: Origin?
  /// The second version's own host, in lower case; nil for none.
  let secondHost: String?
  private let details = CoalescedAnswers<DetailQuestion>()

  func mount(on router: inout Router) {
    for calls in [OpenMarketCalls.first, .second] { mount(calls, on: &router) }
    router.on(
      OpenMarketCalls.health,
      always: Response(
        .ok, contentType: "application/json", fields: [.noStore],
        content: .bytes(Array("\"OK\"".utf8))))
  }

  static let endpoints =
    OpenMarketCalls.first.all + OpenMarketCalls.second.all + [OpenMarketCalls.health]

  /// Both versions have the same paths, except for removing a product: each has its own, and both
  /// are served everywhere. Removing by the answer of `/archived` is a call of the second version.
  private func mount(_ calls: OpenMarketCalls, on router: inout Router) {
    let version = calls.version
    on(calls.list, version, &router) { request, _, answer in
      try await page(request, answer, cookiePath: calls.path)
    }
    on(calls.register, version, &router) { request, _, answer in
      try await writes.register(request, answer)
    }
    on(calls.find, version, &router) { request, path, answer in
      try await detail(request, path.id(0, of: Missing.product), answer)
    }
    on(calls.edit, version, &router) { request, path, answer in
      try await writes.edit(request, path.id(0, of: Missing.product), answer)
    }
    on(calls.secret, version, &router) { request, path, _ in
      try await writes.secret(request, path.id(0, of: Missing.product))
    }
    on(calls.archive, version, &router) { request, path, _ in
      try await writes.archive(request, path.id(0, of: Missing.product))
    }
    on(calls.removeArchived, .second, &router) { request, path, answer in
      try await writes.removeArchived(request, token: path[0], answer)
    }
    // Mounted last, because its second parameter would match the names of the others.
    on(calls.remove, version, &router) { request, path, answer in
      try await writes.remove(request, path.id(0, of: Missing.product), secret: path[1], answer)
    }
  }

  private typealias OpenMarketAction =
    @Sendable (Request, RouteArguments, OpenMarketAnswer) async throws -> Response

  private func on(
    _ endpoint: Endpoint, _ version: OpenMarketVersion, _ router: inout Router,
    _ action: @escaping OpenMarketAction
  ) {
    let (configured, secondHost) = (origin, secondHost)
    router.on(endpoint) { request, parameters in
      let isSecond = request.isSent(to: secondHost) || Self.asksToSearch(request)
      let asked: OpenMarketVersion = isSecond ? .second : version
      let origin = request.origin(configured: configured)
      return try await action(
        request, parameters, OpenMarketAnswer(version: asked, origin: origin))
    }
  }

  // MARK: Reading

  private struct DetailQuestion: Hashable {
    let id: Int64
    let answer: OpenMarketAnswer
  }

  private func page(
    _ request: Request, _ answer: OpenMarketAnswer, cookiePath: String
  ) async throws -> Response {
    let page = OpenMarketPage(of: request)
    let products = answer.version == .second ? Self.searched(request) : .counted(.all)
    return try await list.answer(
      request, products, offset: page.offset, count: page.size,
      variant: OpenMarketVariant(page, answer),
      cookiePath: cookiePath
    ) { window in
      answer.page(window, page)
    }
  }

  private func detail(
    _ request: Request, _ id: Int64, _ answer: OpenMarketAnswer
  ) async throws -> Response {
    let question = DetailQuestion(id: id, answer: answer)
    let rendered = try await details(question) {
      let product = try await show.product(id)
      return CachedBody(answer.product(product), list.tags)
    }
    return try request.answer(rendered, .noCache)
  }

  /// Whether a request has a query that only apps of the second version send: one that sets the
  /// whole path of its URLs has lost the prefix. Nothing else than the request itself may decide.
  private static func asksToSearch(_ request: Request) -> Bool {
    // An item that cannot be decoded is one, too.
    (try? request.target.queryItems(named: ["search_value"]))?.isEmpty != true
  }

  /// The text to search for; all products without it. Items that cannot be decoded are ignored, as
  /// in every query.
  private static func searched(_ request: Request) -> ProductList {
    let items = (try? request.target.queryItems(named: ["search_value"])) ?? []
    return ProductList(searchedBy: items.first?.value ?? "")
  }
}

extension OpenMarketRoutes {
  init(_ parts: RouteParts, _ policies: DialectPolicies) {
    self.init(
      list: CountedPages(parts), show: ShowProduct(repository: parts.ports.products),
      writes: OpenMarketWrites(parts), origin: parts.origin,
      secondHost: policies.openMarketV2Host)
  }
}
