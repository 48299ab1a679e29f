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

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint,
      remembered: { input in
        let query = input.arguments.query
        guard let text = query[SearchRequest.query] else { throw Problem(query: []) }
        let suggestions = try await suggest(
          text, limit: query[Self.limit], in: input.language.screens.products,
          from: input.origin(configured: origin))
        return CachedBody(Wire.searchSuggestions.bytes(suggestions, capacity: 4_096), tags)
      })
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
}

extension SearchSuggestionRoutes {
  init(_ parts: RouteParts) {
    self.init(
      suggest: SuggestSearches(
        repository: parts.ports.search, rules: parts.ports.searchRules),
      tags: parts.tags, origin: parts.origin)
  }
}
