import Domain
import HTTP
import UseCases
import Web

/// `/admin/v1/event-categories` and all other lists that administrators arrange.
///
/// Every action authenticates first, even before the body is read: a client that waits for `100
/// Continue` is rejected before it sends a megabyte.
struct ListRoutes<Draft: AdministeredDraft>: RouteGroup {
  let authentication: Authentication
  let arrange: ArrangeList<Draft>
  let writes: IdempotentWrites
  let origin: Origin?

  static var endpoints: [Endpoint] { Draft.declaration.endpoints.all }

  init(_ parts: RouteParts) {
    authentication = Authentication(parts.authenticateToken)
    arrange = ArrangeList(parts.ports.lists)
    writes = parts.writes
    origin = parts.origin
  }

  func mount(on router: inout Router) {
    let endpoints = Draft.declaration.endpoints
    router.on(endpoints.list) { request, _ in try await getAll(request) }
    router.on(endpoints.replace) { request, arguments in
      try await put(request, arguments)
    }
    guard let add = endpoints.add, let find = endpoints.find, let edit = endpoints.edit,
      let remove = endpoints.remove
    else { return }
    router.on(add) { request, arguments in try await post(request, arguments) }
    router.on(find) { request, arguments in try await get(request, arguments) }
    router.on(edit) { request, arguments in try await patch(request, arguments) }
    router.on(remove) { request, arguments in
      try await delete(request, arguments)
    }
  }

  // MARK: The list

  private func getAll(_ request: Request) async throws -> Response {
    try await authentication.require(.merchandise, of: request)
    let list = try await arrange.all()
    let bytes = Draft.declaration.list.bytes(list, capacity: 64 + 448 * list.items.count)
    return try request.conditional(
      .administered(bytes, tag: "\(list.version)"), tag: "\(list.version)")
  }

  private func put(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let (author, dryRun) = try await writer(of: request, arguments)
    try request.checkMatch()
    let body = try await request.json(upTo: ListDeclaration<Draft>.bytesMax)
    let origin = request.origin(configured: origin)
    return try await writes(
      request, by: author, content: body.canonical, history: History.list
    ) { once in
      let document = try Draft.declaration.document.value(of: body, from: origin)
      guard dryRun || document.namesItsState || request.fields.contains(.ifMatch) else {
        throw Failure.preconditionRequired
      }
      return try await arrange.replace(
        with: document, if: request.versionCondition, isSeen: request.namesVersions,
        dryRun: dryRun, once: once)
    } answer: {
      Self.report($0, tag: $0.after.version)
    }
  }

  private func post(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let (author, dryRun) = try await writer(of: request, arguments)
    let body = try await request.json(upTo: ListDeclaration<Draft>.bytesMax)
    let origin = request.origin(configured: origin)
    return try await writes(
      request, by: author, content: body.canonical, history: History.list
    ) { once in
      let entry = try Draft.declaration.newItem.value(of: body, from: origin)
      return try await arrange.add(entry, dryRun: dryRun, once: once)
    } answer: { change in
      guard !dryRun, let item = change.after.items.last else {
        return Self.report(change, tag: change.after.version)
      }
      var response = Self.one(.created, item)
      response.fields.append(
        ResponseField("Location", "\(Draft.declaration.path)/\(item.id)"))
      return response
    }
  }

  // MARK: One item

  private func get(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    try await authentication.require(.merchandise, of: request)
    let id = try id(in: arguments)
    let item = try await arrange.item(id)
    return try request.conditional(Self.one(.ok, item), tag: "\(item.version)")
  }

  private func patch(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let (author, dryRun) = try await writer(of: request, arguments)
    let id = try id(in: arguments)
    guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try request.checkMatch()
    let body = try await request.json(upTo: ListDeclaration<Draft>.bytesMax)
    let origin = request.origin(configured: origin)
    return try await writes(
      request, by: author, content: body.canonical, history: History.list
    ) { once in
      try await arrange.edit(id, if: request.versionCondition, dryRun: dryRun, once: once) {
        item throws(Rejection) in
        try Draft.declaration.patch.applied(body, to: item, from: origin)
      }
    } answer: { change in
      // Without a tag: the list's tag would let a stale change of the item through.
      guard !dryRun, let item = change.after.items.first(where: { $0.id == id }) else {
        return Self.report(change)
      }
      return Self.one(.ok, item)
    }
  }

  /// Without `If-Match` any version of the item is removed.
  private func delete(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let (author, dryRun) = try await writer(of: request, arguments)
    let id = try id(in: arguments)
    try request.checkMatch()
    return try await writes(request, by: author, content: [], history: History.list) { once in
      try await arrange.remove(id, if: request.versionCondition, dryRun: dryRun, once: once)
    } answer: { change in
      dryRun ? Self.report(change) : Response(.noContent, fields: [.noStore])
    }
  }

  // MARK: Parts of these

  private func writer(
    of request: Request, _ arguments: RouteArguments
  ) async throws -> (author: Author, dryRun: Bool) {
    let author = try await authentication.require(.merchandise, of: request).author
    try IdempotentWrites.check(request)
    return (author, arguments.query[DryRun.parameter])
  }

  private func id(in arguments: RouteArguments) throws -> Int64 {
    try arguments.id(0) { Missing.item(Draft.noun, $0) }
  }

  private static func report(_ change: ListChange<Draft>, tag: Int? = nil) -> Response {
    .administered(
      Wire.listReport.bytes(ListReport(change.plan)), tag: tag.map { String($0) })
  }

  private static func one(_ status: Status, _ item: ListItem<Draft>) -> Response {
    .administered(Draft.declaration.item.bytes(item), status, tag: "\(item.version)")
  }
}

// MARK: The contract

extension ListDeclaration.Endpoints {
  /// - Parameters:
  ///   - type: `ItemType`.
  ///   - plural: `ItemTypes`.
  init(
    _ type: String, _ plural: String, at path: String, _ item: WireObject<ListItem<Draft>>,
    _ list: WireObject<ArrangedList<Draft>>, _ document: BodyObject<ListDocument<Draft>>,
    _ newItem: BodyObject<ListEntry<Draft>>, _ patch: ListPatch<Draft>, _ example: [JSONValue],
    _ hasItemCalls: Bool
  ) {
    self.list = Endpoint(
      .get, path, "list\(plural)ForAdministration", .administration, "List all \(Draft.nouns)",
      .json(list.schema, "Whether they are shown now or not.", fields: ["ETag"])
    ).with {
      $0.access = .administrator
      $0.fields = [.ifNoneMatch]
    }
    replace = Endpoint(
      .put, path, "replace\(plural)", .administration, "Replace \(Draft.nouns)",
      .json(Wire.listReport.schema, "What was changed.", fields: ["ETag"])
    ).with {
      $0.meaning = """
        Items with the same `\(Draft.keyName ?? "id")` stay the same; items that are \
        missing are removed, unless something else still needs them. Needs `If-Match`, or in the \
        body what was read: the `version` of the list\
        \(Draft.hasKeys ? ", or the `id` or `version` of an item" : " or of an item").
        """
      $0.access = .administrator
      $0.query = [DryRun.parameter.declaration]
      $0.fields = [.ifMatch, .idempotencyKey]
      $0.body = .json(document, "The whole list.", example: ["items": .array(example)])
      $0.refusals = [.conflict, .preconditionRequired]
    }
    guard hasItemCalls else { return }
    add = Self.add(type, at: path, item, newItem, example.last ?? .null)
    find = Self.find(type, at: path, item)
    edit = Self.edit(type, at: path, item, patch)
    remove = Self.remove(type, at: path)
  }

  private static func add(
    _ type: String, at path: String, _ item: WireObject<ListItem<Draft>>,
    _ newItem: BodyObject<ListEntry<Draft>>, _ example: JSONValue
  ) -> Endpoint {
    Endpoint(
      .post, path, "add\(type)", .administration, "Add \(Draft.article) \(Draft.noun)",
      .json(
        item.schema, "It is the last of the list.", status: .created, fields: ["Location", "ETag"]),
      .json(Wire.listReport.schema, "What a dry run would change.", fields: ["ETag"])
    ).with {
      $0.access = .administrator
      $0.query = [DryRun.parameter.declaration]
      $0.fields = [.idempotencyKey]
      $0.body = .json(newItem, "The new item.", example: example)
    }
  }

  private static func find(
    _ type: String, at path: String, _ item: WireObject<ListItem<Draft>>
  ) -> Endpoint {
    Endpoint(
      .get, path + "/{id}", "get\(type)ForAdministration", .administration,
      "Get \(Draft.article) \(Draft.noun) for administration",
      .json(item.schema, "Whether it is shown now or not.", fields: ["ETag"])
    ).with {
      $0.access = .administrator
      $0.pathParameters = [Draft.idParameter]
      $0.fields = [.ifNoneMatch]
    }
  }

  private static func edit(
    _ type: String, at path: String, _ item: WireObject<ListItem<Draft>>, _ patch: ListPatch<Draft>
  ) -> Endpoint {
    Endpoint(
      .patch, path + "/{id}", "edit\(type)", .administration,
      "Change \(Draft.article) \(Draft.noun)",
      .json(
        .merged(
          "\(type)OrReport", "The item as it is now, or what a dry run would change.",
          [item.schema, Wire.listReport.schema]),
        "As it is now, or what a dry run would change.", fields: ["ETag"])
    ).with {
      $0.meaning = "A JSON merge patch (RFC 7396): members that are left out stay."
      $0.access = .administrator
      $0.pathParameters = [Draft.idParameter]
      $0.query = [DryRun.parameter.declaration]
      $0.fields = [.ifMatch, .idempotencyKey]
      $0.body = EndpointBody(
        "The changes.",
        EndpointBody.Content(
          mediaType: "application/json", schema: .object(patch.schema), objects: [patch],
          example: ["ends_at": .null]))
      $0.refusals = [.preconditionRequired]
    }
  }

  private static func remove(_ type: String, at path: String) -> Endpoint {
    Endpoint(
      .delete, path + "/{id}", "remove\(type)", .administration,
      "Remove \(Draft.article) \(Draft.noun)",
      .empty(.noContent, "It is removed."),
      .json(Wire.listReport.schema, "What a dry run would change.")
    ).with {
      $0.access = .administrator
      $0.pathParameters = [Draft.idParameter]
      $0.query = [DryRun.parameter.declaration]
      $0.fields = [.ifMatch, .idempotencyKey]
    }
  }
}

extension ListedDraft {
  static var idParameter: ParameterDeclaration {
    ParameterDeclaration(
      name: "id", schema: .integer(1...), meaning: "Of the \(noun).", example: 1)
  }

  fileprivate static var article: String { "aeiou".contains(noun.prefix(1)) ? "an" : "a" }

  fileprivate static var nouns: String {
    noun.hasSuffix("y") ? "\(noun.dropLast())ies" : "\(noun)s"
  }
}

extension Wire {
  static let listReport = WireObject<ListReport>(
    "ListReport", "What was changed, or in a dry run what would be.",
    [
      .value("created", .integer(0...), "New items.", 1) { .integer($0.created) },
      .value(
        "updated", .integer(0...), "Items with new content; a new position alone does not count.", 0
      ) { .integer($0.updated) },
      .value("unchanged", .integer(0...), "Items that stay as they are.", 9) {
        .integer($0.unchanged)
      },
      .value("removed", .integer(0...), "Items that are not in the new list.", 0) {
        .integer($0.removed)
      },
    ])
}
