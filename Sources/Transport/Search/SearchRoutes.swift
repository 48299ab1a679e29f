import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/search`: products by words.
struct SearchRoutes: RouteGroup {
  static let path = "/v1/search"
  let search: SearchProducts
  let cursors: SearchCursors
  let tags: ContentTag
  let origin: Origin?
  let count: CountSearches?

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint, remembered: { input in try await page(input) },
      note: { [count] searched, request in count?(searched, from: request.client.network) })
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, path, "searchProducts", .shop, "Search products",
    .json(
      Wire.searchResult.schema, "Cells, with what matches marked.", fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      Finds every part of a title, a brand or a maker, from one letter on, all words in any order. \
      What finds nothing is read as half typed, as initials (`ㅁㄱㅋ`) or as typed on the wrong \
      keyboard (`ajrmzjq`), and at last with one typing mistake corrected, which `corrected_query` \
      tells. By `relevance` of frequent words the best few hundred can be reached; other orders end \
      with the last match.
      """
    $0.query = SearchRequest.parameters
    // Four thousand bytes of a query take three times as many in a target.
    $0.refusals = [.uriTooLong]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  /// Its note is the query, where the search is to be counted.
  private func page(_ input: AnswerInput) async throws -> CachedBody {
    guard let wanted = try SearchRequest(input.arguments.query) else { throw Problem(query: []) }
    let question = wanted.question
    let (page, next, counts) = try await search(
      question, after: try place(of: wanted), in: input.language.screens.products,
      from: input.origin(configured: origin))
    let result = page.followed(by: next.map { cursors.text($0, of: question) })
    var body = CachedBody(
      Wire.searchResult.bytes(result, capacity: 4_096 + 1_024 * result.items.count), tags)
    if counts { body.note = CountSearches.text(of: question.query) }
    return body
  }

  private func place(of wanted: SearchRequest) throws -> SearchPlace? {
    guard let cursor = wanted.cursor else { return nil }
    do throws(ValidationError) {
      return try cursors.place(cursor, of: wanted.question)
    } catch {
      throw ProductListRequest.refusal(error)
    }
  }
}

extension SearchRoutes {
  init(_ parts: RouteParts) {
    self.init(
      search: SearchProducts(repository: parts.ports.search, rules: parts.ports.searchRules),
      cursors: SearchCursors(signer: parts.ports.machine.signer), tags: parts.tags,
      origin: parts.origin,
      count: parts.policies.collectedSearches.map {
        CountSearches(
          into: $0, signer: parts.ports.machine.signer, now: parts.ports.machine.now)
      })
  }
}
