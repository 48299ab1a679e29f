import Domain
import HTTP
import Transport
import UseCases
import Web

/// The endpoints for MommyTalk's shopping apps: a list by offsets, and a product by its code.
struct MommyTalkRoutes {
  static let prefix = "/rest/shopping/"
  static let path = prefix + "products"
  /// Apps ask for 20, and one for 100.
  static let limitUsual: Int64 = 20
  static let limitMax: Int64 = 100
  /// More than any catalogue has.
  static let offsetMax: Int64 = 1_000_000_000_000
  let list: CountedPages<MommyTalkAnswer>
  let show: ShowProduct
  let policy: MommyTalkPolicy
  let secretDigest: any SecretDigest
  let failures: FailedSecrets
  let origin: Origin?
  private let details = CoalescedAnswers<DetailQuestion>()

  func mount(on router: inout Router) {
    router.on(Self.listEndpoint) { request, _ in try await page(request) }
    router.on(Self.findEndpoint) { request, path in
      try await detail(request, path[0])
    }
  }

  private func page(_ request: Request) async throws -> Response {
    try policy.pass(request, secretDigest, failures)
    let offset = min(max(request.wholeNumber("offset") ?? 0, 0), Self.offsetMax)
    let wanted = request.wholeNumber("limit") ?? Self.limitUsual
    // Zero and negative numbers mean the default.
    let limit = wanted > 0 ? min(wanted, Self.limitMax) : Self.limitUsual
    let answer = MommyTalkAnswer(origin: request.origin(configured: origin))
    return try await list.answer(
      request, .counted(.won), offset: offset, count: Int(limit), variant: answer,
      cookiePath: Self.path
    ) { window in
      answer.page(window, offset: offset, limit: limit)
    }
  }

  /// Products in other currencies are not found: these apps write won after every number.
  private func detail(_ request: Request, _ hash: String) async throws -> Response {
    try policy.pass(request, secretDigest, failures)
    guard let code = ProductCode(hex: hash) else { throw Problem(.notFound(.product(hash))) }
    let question = DetailQuestion(
      code: code, answer: MommyTalkAnswer(origin: request.origin(configured: origin)))
    let rendered = try await details(question) {
      let product = try await show.product(code)
      guard product.draft.price.currency == .krw else {
        throw Problem(.notFound(.product(hash)))
      }
      return CachedBody(question.answer.product(product), list.tags)
    }
    return try request.answer(rendered, .noCache)
  }

  private struct DetailQuestion: Hashable {
    let code: ProductCode
    let answer: MommyTalkAnswer
  }

  // MARK: Declarations

  static let endpoints = [listEndpoint, findEndpoint]

  private static let listEndpoint = Endpoint(
    .get, path, "listProducts", .mommyTalk, "List products",
    .json(MommyTalkAnswer.page.schema, "The newest first.", fields: ["ETag", "Set-Cookie"])
  ).with {
    $0.meaning = "The list does not shift for a client that returns the cookie."
    $0.aliases = [path + "/"]
    $0.access = .mommyTalkApp
    $0.ignoresQuery = true
    $0.query = [
      ParameterDeclaration(
        name: "offset", schema: .integer(0...), meaning: "The number of products to skip.",
        fallback: 0),
      ParameterDeclaration(
        name: "limit", schema: .integer(1...limitMax), meaning: "The largest number of products.",
        fallback: .integer(limitUsual)),
    ]
    $0.fields = [.ifNoneMatch]
  }

  private static let findEndpoint = Endpoint(
    .get, prefix + "product/{hash}", "getProduct", .mommyTalk, "Get a product",
    .json(
      MommyTalkAnswer.detail.schema, "The product with its costs of delivery.", fields: ["ETag"])
  ).with {
    $0.access = .mommyTalkApp
    $0.ignoresQuery = true
    $0.pathParameters = [
      ParameterDeclaration(
        name: "hash", schema: .string(pattern: "^[0-9A-Fa-f]{32}$"), meaning: "The product's id.",
        example: "9201921952970CB78C9FBF5EC623F263")
    ]
    $0.fields = [.ifNoneMatch]
  }
}

extension MommyTalkRoutes {
  init(_ parts: RouteParts, _ policies: DialectPolicies) {
    self.init(
      list: CountedPages(parts), show: ShowProduct(repository: parts.ports.products),
      policy: policies.mommyTalk, secretDigest: parts.ports.machine.secretDigest,
      failures: parts.policies.failedSecrets,
      origin: parts.origin)
  }
}
