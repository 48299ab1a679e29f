import Domain
import HTTP
import UseCases

/// The calls of MommyTalk's shopping apps: a list by offsets, and a product by its code.
struct MommyTalkRoutes: RouteGroup {
  static let endpoints: [Endpoint] = []
  static let prefix = "/rest/shopping/"
  static let path = prefix + "products"
  /// Apps ask for 20, one for 100.
  static let limitUsual: Int64 = 20
  static let limitMax: Int64 = 100
  /// More than any catalogue has.
  static let offsetMax: Int64 = 1_000_000_000_000
  let list: CountedPages<MommyTalkAnswer>
  let show: ShowProduct
  let policy: MommyTalkPolicy
  let secretDigest: any SecretDigest
  let origin: Origin?
  private let details = SharedAnswers<DetailQuestion>()

  func mount(on router: inout Router) {
    for path in [Self.path, Self.path + "/"] {
      router.on(.get, path) { request, _ throws(Problem) in try await page(request) }
    }
    router.on(.get, Self.prefix + "product/{hash}") { request, path throws(Problem) in
      try await detail(request, path[0])
    }
  }

  private func page(_ request: Request) async throws(Problem) -> Response {
    try policy.pass(request, secretDigest)
    let offset = min(max(request.wholeNumber("offset") ?? 0, 0), Self.offsetMax)
    let wanted = request.wholeNumber("limit") ?? Self.limitUsual
    // Nobody wants none: what is no number of products is none that was said.
    let limit = wanted > 0 ? min(wanted, Self.limitMax) : Self.limitUsual
    let answer = MommyTalkAnswer(origin: request.origin(configured: origin))
    return try await list.answer(
      request, .won, offset: offset, count: Int(limit), look: answer, cookiePath: Self.path
    ) { window in
      answer.page(window, offset: offset, limit: limit)
    }
  }

  /// Products in other currencies are not there: these apps write won behind every number.
  private func detail(_ request: Request, _ hash: String) async throws(Problem) -> Response {
    try policy.pass(request, secretDigest)
    guard let code = ProductCode(hex: hash) else { throw Problem(.notFound(.product(hash))) }
    let question = DetailQuestion(
      code: code, answer: MommyTalkAnswer(origin: request.origin(configured: origin)))
    let rendered = try await details(question) { () throws(Problem) in
      let product = try await answering { () throws(Failure) in try await show.product(code) }
      guard product.draft.price.currency == .krw else {
        throw Problem(.notFound(.product(hash)))
      }
      return Rendered(question.answer.product(product), list.tags)
    }
    return try request.answer(rendered, .noCache)
  }

  private struct DetailQuestion: Hashable {
    let code: ProductCode
    let answer: MommyTalkAnswer
  }
}

extension MommyTalkRoutes {
  init(_ parts: RouteParts) {
    self.init(
      list: CountedPages(parts), show: ShowProduct(repository: parts.ports.products),
      policy: parts.policies.mommyTalk, secretDigest: parts.ports.machine.secretDigest,
      origin: parts.origin)
  }
}
