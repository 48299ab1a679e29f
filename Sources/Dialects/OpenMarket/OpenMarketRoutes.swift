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
  let list: CountedPages
  let show: ShowProduct
  let writes: OpenMarketWrites
  let origin: Origin?
  /// The second version's own host, in lower case; nil for none.
  let secondHost: String?

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
    router.on(
      calls.list,
      remembered: { input in
        try await page(input, self.answer(to: input, version), cookiePath: calls.path)
      })
    on(calls.register, version, &router) { request, _, answer in
      try await writes.register(request, answer)
    }
    router.on(
      calls.find,
      remembered: { input in
        let product = try await show.ofOpenMarket(input.arguments.id(0, of: Missing.product))
        return CachedBody(self.answer(to: input, version).product(product), list.tags)
      })
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
    router.on(endpoint) { request, parameters in
      let answer = OpenMarketAnswer(
        version: asked(version, request.target, request.isSent(toHost:)),
        origin: request.origin(configured: origin))
      return try await action(request, parameters, answer)
    }
  }

  /// - Parameters:
  ///   - version: that of the path.
  ///   - isSent: whether the request has a host that meets a condition.
  private func asked(
    _ version: OpenMarketVersion, _ target: RequestTarget,
    _ isSent: ((UnsafeRawBufferPointer) -> Bool) -> Bool
  ) -> OpenMarketVersion {
    let isSecond = secondHost.map { name in isSent { $0.isHost(name) } } ?? false
    return isSecond || Self.asksToSearch(target) ? .second : version
  }

  // MARK: Reading

  private func answer(to input: AnswerInput, _ version: OpenMarketVersion) -> OpenMarketAnswer {
    OpenMarketAnswer(
      version: asked(version, input.target, input.isSent(toHost:)),
      origin: input.origin(configured: origin))
  }

  private func page(
    _ input: AnswerInput, _ answer: OpenMarketAnswer, cookiePath: String
  ) async throws -> CachedBody {
    let page = OpenMarketPage(of: input.target)
    let products =
      answer.version == .second ? Self.searched(input.target) : .counted(.wonAndDollars)
    return try await list.answer(
      input, products, offset: page.offset, count: page.size, cookiePath: cookiePath
    ) { window in
      answer.page(window, page)
    }
  }

  /// Whether a request has a query that only apps of the second version send: one that sets the
  /// whole path of its URLs has lost the prefix. Nothing else than the request itself may decide.
  private static func asksToSearch(_ target: RequestTarget) -> Bool {
    // An item that cannot be decoded is one, too.
    (try? target.queryItems(named: ["search_value"]))?.isEmpty != true
  }

  /// The text to search for; all products without it. Items that cannot be decoded are ignored, as
  /// in every query.
  private static func searched(_ target: RequestTarget) -> ProductList {
    let items = (try? target.queryItems(named: ["search_value"])) ?? []
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
