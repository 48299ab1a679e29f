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
  let list: CountedPages
  let show: ShowProduct
  let policy: MommyTalkPolicy
  let secretDigest: any SecretDigest
  let failures: FailedSecrets
  let origin: Origin?

  func mount(on router: inout Router) {
    let admit: RememberedRoute.Admit = { [policy, secretDigest, failures] request, _ in
      try policy.pass(request, secretDigest, failures)
      return nil
    }
    router.on(Self.listEndpoint, admit: admit, remembered: { input in try await page(input) })
    router.on(Self.findEndpoint, admit: admit, remembered: { input in try await detail(input) })
  }

  private func page(_ input: AnswerInput) async throws -> CachedBody {
    let offset = min(max(input.target.wholeNumber("offset") ?? 0, 0), Self.offsetMax)
    let wanted = input.target.wholeNumber("limit") ?? Self.limitUsual
    // Zero and negative numbers mean the default.
    let limit = wanted > 0 ? min(wanted, Self.limitMax) : Self.limitUsual
    let answer = MommyTalkAnswer(origin: input.origin(configured: origin))
    return try await list.answer(
      input, .counted(.won), offset: offset, count: Int(limit), cookiePath: Self.path
    ) { window in
      answer.page(window, offset: offset, limit: limit)
    }
  }

  /// Products in other currencies are not found: these apps write won after every number.
  private func detail(_ input: AnswerInput) async throws -> CachedBody {
    let hash = input.arguments[0]
    guard let code = ProductCode(hex: hash) else { throw Problem(.notFound(.product(hash))) }
    let product = try await show.product(code)
    guard product.draft.price.currency == .krw else { throw Problem(.notFound(.product(hash))) }
    let answer = MommyTalkAnswer(origin: input.origin(configured: origin))
    return CachedBody(answer.product(product), list.tags)
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
    $0.queryUse = .own
    $0.query = [
      ParameterDeclaration(
        name: "offset", schema: .integer(0...), meaning: "The number of products to skip.",
        fallback: 0),
      ParameterDeclaration(
        name: "limit", schema: .integer(1...limitMax), meaning: "The largest number of products.",
        fallback: .integer(limitUsual)),
    ]
    $0.fields = [.ifNoneMatch, .cookie]
  }

  private static let findEndpoint = Endpoint(
    .get, prefix + "product/{hash}", "getProduct", .mommyTalk, "Get a product",
    .json(
      MommyTalkAnswer.detail.schema, "The product with its costs of delivery.", fields: ["ETag"])
  ).with {
    $0.access = .mommyTalkApp
    $0.queryUse = .ignored
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
