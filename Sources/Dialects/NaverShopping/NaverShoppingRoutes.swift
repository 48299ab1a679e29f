import Domain
import HTTP
import Transport
import UseCases
import Web

/// `GET /v1/search/shop.json` and `.xml`: Naver's shopping search, for apps that were made for it.
struct NaverShoppingRoutes {
  static let path = "/v1/search/shop"
  let search: SearchProducts
  /// Nil requires no authentication.
  let authentication: SearchClientAuthentication?
  let now: WallClock
  let origin: Origin?

  func mount(on router: inout Router) {
    for (endpoint, form) in [(Self.endpoint, NaverForm.json), (Self.xmlEndpoint, .xml)] {
      router.on(
        endpoint, admit: { request, _ in try await refusal(of: request, in: form) },
        remembered: { input in try await found(input, in: form) })
    }
  }

  /// The error for a client that may not search; nil for one that may.
  private func refusal(of request: Request, in form: NaverForm) async throws -> Response? {
    guard let authentication else { return nil }
    let error = NaverError.authentication
    let ids = request.fields.values(of: .naverClientID)
    let secrets = request.fields.values(of: .naverClientSecret)
    // A proxy might have looked at the other one.
    guard ids.count <= 1, secrets.count <= 1 else {
      return error.response("A field of the client was sent twice", in: form)
    }
    let outcome = try await authentication.admit(
      ids.first, secrets.first, from: request.client.network)
    switch outcome {
    case .admitted: return nil
    // The message of Naver's service.
    case .unknownClient: return error.response("Not Exist Client ID", in: form)
    case .wrongSecret: return error.response("NID AUTH Result Invalid (1000)", in: form)
    }
  }

  private func found(_ input: AnswerInput, in form: NaverForm) async throws -> CachedBody {
    let wanted = try NaverSearch(input.target, in: form)
    let answer = NaverAnswer(
      findings: try await findings(wanted), wanted: wanted, now: now(),
      origin: input.origin(configured: origin))
    // The time in the body makes every answer different, so a tag would be useless.
    var body = CachedBody(form == .json ? answer.bytes : answer.xml, tag: nil)
    body.contentType = form.contentType
    return body
  }

  private func findings(_ wanted: NaverSearch) async throws -> NaverFindings {
    guard let query = wanted.query else { return NaverFindings(products: [], total: 0) }
    let window = try await search.window(
      query, sort: wanted.sort.order, wanted.filter, start: wanted.start - 1,
      count: wanted.display)
    return NaverFindings(
      products: window.products.map { found in
        NaverFindings.Product(
          found: found, matches: window.pattern.highlights(in: found.product.cell.name.text))
      }, total: window.total.count)
  }

  // MARK: Declarations

  static let endpoints = [endpoint, xmlEndpoint]

  private static let endpoint = declared(
    Endpoint(
      .get, path + ".json", "searchShop", .naverShopping, "Search products",
      .json(NaverAnswer.wire.schema, "The results from `start` on."))
  ).with { $0.aliases = [path] }

  private static let xmlEndpoint = declared(
    Endpoint(
      .get, path + ".xml", "searchShopAsXML", .naverShopping, "Search products, as RSS 2.0",
      .content("text/xml", "The results from `start` on, each an `item` of an RSS channel."))
  ).with { $0.refusedAs = "text/xml" }

  private static func declared(_ endpoint: Endpoint) -> Endpoint {
    endpoint.with {
      $0.meaning = """
        Finds what `GET /v1/search` finds. Answers of one query in one order never share a product \
        while nothing changes.
        """
      $0.access = .searchClient
      // For paths that only resemble it.
      $0.refusals = [.notFound]
      $0.queryUse = .own
      $0.query = [
        ParameterDeclaration(
          name: "query", schema: Wire.query,
          meaning: "The text to search for: 1 to \(SearchQuery.charactersMax) characters.",
          isRequired: true, example: "머그"),
        ParameterDeclaration(
          name: "display", schema: .integer(1...100), meaning: "The largest number of products.",
          fallback: .integer(Int64(NaverSearch.displayUsual))),
        ParameterDeclaration(
          name: "start", schema: .integer(1...1_000), meaning: "The number of the first product.",
          fallback: 1),
        ParameterDeclaration(
          name: "sort", schema: .word(NaverSearch.Sort.allCases.map(\.rawValue)),
          meaning: "By relevance, the newest, the cheapest or the most expensive first.",
          fallback: "sim"),
        ParameterDeclaration(
          name: "filter", schema: .string(),
          meaning: "No effect: there is no Naver Pay here.", example: "naverpay"),
        ParameterDeclaration(
          name: "exclude", schema: .string(),
          meaning: """
            With colons between: `used` leaves out used products; there are no others of Naver's \
            kinds here (`rental`, `cbshop`).
            """, example: "used:rental:cbshop"),
      ]
    }
  }
}

extension NaverShoppingRoutes {
  init(_ parts: RouteParts, _ policies: DialectPolicies) {
    let ports = parts.ports
    self.init(
      search: SearchProducts(repository: ports.search, rules: ports.searchRules),
      authentication: policies.isNaverOpen
        ? nil
        : SearchClientAuthentication(
          clients: ports.searchClients, secretDigest: ports.machine.secretDigest,
          now: ports.machine.now, failures: parts.policies.failedSecrets),
      now: ports.machine.now, origin: parts.origin)
  }
}
