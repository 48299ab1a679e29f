import Domain
import HTTP
import UseCases

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
    router.on(Draft.declaration.listEndpoint) { request, _ throws(Problem) in
      try await get(request)
    }
    router.on(Draft.declaration.replaceEndpoint) { request, arguments throws(Problem) in
      try await put(request, arguments)
    }
  }

  private func get(_ request: Request) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let items = try await answering { () throws(Failure) in try await arrange.all() }
    let bytes = Self.bytes(items)
    let tag = tags.text(bytes)
    return try request.conditional(Self.json(bytes, tag: tag), tag: tag)
  }

  private func put(
    _ request: Request, _ arguments: RouteArguments
  ) async throws(Problem) -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    // Nothing in the list tells what its sender saw.
    guard dryRun || request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try request.checkMatch()
    let document = try await request.json(upTo: EventCategoryDocument.bytesMax)
    let list = try judging { () throws(Rejection) in
      try Draft.list(document, from: request.origin(configured: origin))
    }
    let condition = condition(of: request)
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once throws(Failure) in
      try await arrange(list, if: condition, dryRun: dryRun, once: once)
    } answer: { [tags] change in
      Self.json(
        Wire.listReport.bytes(ListReport(change.plan)),
        tag: dryRun ? nil : tags.text(Self.bytes(change.after)))
    }
  }

  /// A list has no number of its own: what it holds is its version.
  private func condition(of request: Request) -> ChangeCondition<[Placed<Draft>]> {
    let (method, fields, tags) = (request.method, request.fields, tags)
    return ChangeCondition { items in
      let validators = Validators(entityTag: EntityTag(tags.text(Self.bytes(items))))
      return Preconditions.evaluate(method, fields, validators, now: 0) != .preconditionFailed
    }
  }

  private static func bytes(_ items: [Placed<Draft>]) -> [UInt8] {
    Draft.declaration.list.bytes(items, capacity: 64 + 384 * items.count)
  }

  private static func json(_ bytes: [UInt8], tag: String?) -> Response {
    let tag = tag.map { [ResponseField("ETag", "\"\($0)\"")] } ?? []
    return Response(
      .ok, contentType: "application/json", fields: [.noStore] + tag, content: .bytes(bytes))
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
