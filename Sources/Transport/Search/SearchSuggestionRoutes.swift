import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/search/suggestions`: queries and products for a text that is being typed.
struct SearchSuggestionRoutes: RouteGroup {
  static let path = SearchRoutes.path + "/suggestions"
  let suggest: SuggestSearches
  let tags: ContentTag
  let origin: Origin?
  /// For clients that request none.
  let usualLanguage: Language
  private let answers = CoalescedAnswers<Question>()

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, arguments in
      try await suggestions(request, arguments.query)
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, path, "suggestSearches", .shop, "Suggest searches",
    .json(Wire.searchSuggestions.schema, "Queries and products.", fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      Completes the last word: half typed (`아이ㅍ`), by its initials (`ㅁㄱ`), or as typed on the \
      wrong keyboard (`ajrm`); the words before it stay in front. After another word only words are \
      suggested that products have together with it.
      """
    $0.query = [SearchRequest.query.declaration, limit.declaration]
    $0.refusals = [.uriTooLong]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let limit = QueryParameter.number(
    "limit", 1...SuggestSearches.termsMax, default: SuggestSearches.termsMax,
    "How many terms are wanted; of products there are at most \(SuggestSearches.productsMax).")

  private struct Question: Hashable {
    let query: SearchQuery
    let limit: Int
    let language: String
    let origin: Origin?
  }

  private func suggestions(
    _ request: Request, _ values: QueryValues
  ) async throws -> Response {
    guard let query = values[SearchRequest.query] else { throw Problem(query: []) }
    let language = request.language(or: usualLanguage)
    let question = Question(
      query: query, limit: values[Self.limit], language: language.tag,
      origin: request.origin(configured: origin))
    let rendered = try await answers(question) {
      let suggestions = try await suggest(
        question.query, limit: question.limit, in: language.screens.products,
        from: question.origin)
      return CachedBody(Wire.searchSuggestions.bytes(suggestions, capacity: 4_096), tags)
    }
    return try request.answer(rendered, .noCache, in: language)
  }
}

extension SearchSuggestionRoutes {
  init(_ parts: RouteParts) {
    self.init(
      suggest: SuggestSearches(
        repository: parts.ports.search, rules: parts.ports.searchRules),
      tags: parts.tags, origin: parts.origin, usualLanguage: parts.policies.languages.screens)
  }
}
