import Domain
import HTTP
import UseCases
import Web

/// `/admin/v1/event-banners`, `/categories` and `/item-types`: lists that are read and written
/// whole.
struct ListAdminRoutes<Draft: AdministeredDraft>: RouteGroup {
  let authentication: Authentication
  let arrange: ArrangeList<Draft>
  let writes: IdempotentWrites
  let tags: ContentTag
  let origin: Origin?

  static var endpoints: [Endpoint] {
    [Draft.declaration.listEndpoint, Draft.declaration.replaceEndpoint]
  }

  func mount(on router: inout Router) {
    router.on(Draft.declaration.listEndpoint) { request, _ in
      try await get(request)
    }
    router.on(Draft.declaration.replaceEndpoint) { request, arguments in
      try await put(request, arguments)
    }
  }

  private func get(_ request: Request) async throws -> Response {
    try await authentication.require(.admin, of: request)
    let items = try await arrange.all()
    let bytes = Self.bytes(items)
    let tag = tags.text(bytes)
    return try request.conditional(.administered(bytes, tag: tag), tag: tag)
  }

  private func put(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    try request.checkListMatch(dryRun: dryRun)
    let document = try await request.json(upTo: EventCategoryDocument.bytesMax)
    let list = try Draft.declaration.document.value(
      of: document, from: request.origin(configured: origin))
    let condition = tags.condition(of: request, Self.bytes)
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once in
      try await arrange(list, if: condition, dryRun: dryRun, once: once)
    } answer: { [tags] change in
      .administered(
        Wire.listReport.bytes(ListReport(change.plan)),
        tag: dryRun ? nil : tags.text(Self.bytes(change.after)))
    }
  }

  @Sendable private static func bytes(_ items: [Placed<Draft>]) -> [UInt8] {
    Draft.declaration.list.bytes(items, capacity: 64 + 384 * items.count)
  }
}

extension ListAdminRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: Authentication(parts.authenticateToken),
      arrange: ArrangeList(
        repository: Draft.repository(of: parts.ports), images: parts.ports.images),
      writes: parts.writes, tags: parts.tags, origin: parts.origin)
  }
}
