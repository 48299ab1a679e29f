import Domain
import HTTP
import UseCases
import Web

/// `/admin/v1/search`: the rules of searches, read and written whole.
struct SearchRuleRoutes: RouteGroup {
  static let path = "/admin/v1/search"
  let authentication: Authentication
  let rules: any SearchRuleRepository
  let writes: IdempotentWrites
  let tags: ContentTag
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(Self.readEndpoint) { request, _ in try await get(request) }
    router.on(Self.replaceEndpoint) { request, arguments in
      try await put(request, arguments)
    }
  }

  static let endpoints = [readEndpoint, replaceEndpoint]

  private static let readEndpoint = Endpoint(
    .get, path, "getSearchRules", .administration, "Get the search rules",
    .json(SearchRulesDocument.wire.schema, "As they were written.", fields: ["ETag"])
  ).with {
    $0.access = .administrator
    $0.fields = [.ifNoneMatch]
  }

  private static let replaceEndpoint = Endpoint(
    .put, path, "replaceSearchRules", .administration, "Replace the search rules",
    .json(
      Wire.listReport.schema, "How many groups, redirects and banned words were changed.",
      fields: ["ETag"])
  ).with {
    $0.meaning = """
      The whole document; what is missing is removed. The next search on any server knows it. Case, \
      width and composition of words do not count.
      """
    $0.access = .administrator
    $0.query = [DryRun.parameter.declaration]
    $0.fields = [.ifMatch, .idempotencyKey]
    $0.body = .json(
      SearchRulesDocument.document, "All rules.",
      example: [
        "synonyms": [["반팔", "반소매"]], "redirects": ["골프": ["kind": "event", "id": 6]],
        "banned": [],
      ])
    $0.refusals = [.preconditionRequired]
  }

  private func get(_ request: Request) async throws -> Response {
    try await authentication.require(.merchandise, of: request)
    let bytes = SearchRulesDocument.bytes(try await rules.rules())
    let tag = tags.text(bytes)
    return try request.conditional(.administered(bytes, tag: tag), tag: tag)
  }

  private func put(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let author = try await authentication.require(.merchandise, of: request).author
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    try request.checkListMatch(dryRun: dryRun)
    let document = try await request.json(upTo: SearchRulesDocument.bytesMax)
    let sent = try SearchRulesDocument.document.value(
      of: document, from: request.origin(configured: origin))
    let condition = tags.condition(of: request, SearchRulesDocument.bytes)
    return try await writes(
      request, by: author, content: document.canonical, history: History.searchRules
    ) { once in
      try await rules.replace(
        sent, if: condition, promise: .nothing, dryRun: dryRun, once: once)
    } answer: { [tags] change in
      .administered(
        Wire.listReport.bytes(change.report),
        tag: dryRun ? nil : tags.text(SearchRulesDocument.bytes(change.after)))
    }
  }
}

extension SearchRuleRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: Authentication(parts.authenticateToken),
      rules: parts.ports.searchRules, writes: parts.writes,
      tags: parts.tags, origin: parts.origin)
  }
}
