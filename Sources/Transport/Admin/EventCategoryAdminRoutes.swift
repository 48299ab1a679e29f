import Domain
import HTTP
import UseCases
import Web

/// `/admin/v1/event-categories`: arranging the list.
///
/// Every action asks who it is before it looks at anything else, the body above all: a client
/// that waits for `100 Continue` is refused before it has sent a megabyte.
struct EventCategoryAdminRoutes: RouteGroup {
  static let path = "/admin/v1/event-categories"
  let authentication: Authentication
  let list: ListEventCategories
  let find: FindEventCategory
  let seed: SeedEventCategories
  let add: AddEventCategory
  let edit: EditEventCategory
  let remove: RemoveEventCategory
  let writes: IdempotentWrites
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(Self.listEndpoint) { request, _ in try await getAll(request) }
    router.on(Self.replaceEndpoint) { request, arguments in
      try await putAll(request, arguments)
    }
    router.on(Self.addEndpoint) { request, arguments in
      try await post(request, arguments)
    }
    router.on(Self.findEndpoint) { request, arguments in
      try await get(request, arguments)
    }
    router.on(Self.editEndpoint) { request, arguments in
      try await patch(request, arguments)
    }
    router.on(Self.removeEndpoint) { request, arguments in
      try await delete(request, arguments)
    }
  }

  // MARK: The list

  private func getAll(_ request: Request) async throws -> Response {
    try await authentication.require(.admin, of: request)
    let categories = try await list()
    let bytes = Wire.eventCategories.bytes(
      categories, capacity: 64 + 448 * categories.items.count)
    return try request.conditional(
      .administered(bytes, tag: "\(categories.version)"), tag: "\(categories.version)")
  }

  private func putAll(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    try request.checkMatch()
    let document = try await request.json(upTo: EventCategoryDocument.bytesMax)
    let origin = request.origin(configured: origin)
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once in
      let list = try EventCategoryDocument.list.value(of: document, from: origin)
      guard dryRun || list.isOfKnownState || request.fields.contains(.ifMatch) else {
        throw Failure.preconditionRequired
      }
      return try await seed(
        list, dryRun: dryRun, if: request.versionCondition,
        isSeen: request.namesVersions, once: once)
    } answer: { report in
      .administered(Wire.listReport.bytes(report.counts), tag: "\(report.version)")
    }
  }

  private func post(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    let document = try await request.json(upTo: EventCategoryDocument.bytesMax)
    let origin = request.origin(configured: origin)
    let draft = {
      try EventCategoryDocument.draft.value(of: document, from: origin)
    }
    if dryRun {
      return try await listReport { try await add.dryRun(draft()) }
    }
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once in
      try await add(draft(), once: once)
    } answer: { category in
      var response = Self.one(.created, category)
      response.fields.append(ResponseField("Location", "\(Self.path)/\(category.id)"))
      return response
    }
  }

  // MARK: One of them

  private func get(_ request: Request, _ arguments: RouteArguments) async throws
    -> Response
  {
    try await authentication.require(.admin, of: request)
    let id = try arguments.id(0, of: Missing.eventCategory)
    let category = try await find(id)
    return try request.conditional(Self.one(.ok, category), tag: "\(category.version)")
  }

  private func patch(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    let id = try arguments.id(0, of: Missing.eventCategory)
    guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try request.checkMatch()
    let document = try await request.json(upTo: EventCategoryDocument.bytesMax)
    let origin = request.origin(configured: origin)
    let patch = {
      try EventCategoryDocument.patch.value(of: document, from: origin)
    }
    let condition = request.versionCondition
    if dryRun {
      return try await report {
        try await edit.dryRun(id, patch(), if: condition)
      }
    }
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once in
      try await edit(id, patch(), if: condition, once: once)
    } answer: { category in
      Self.one(.ok, category)
    }
  }

  /// Without `If-Match` whatever is there is removed: removing a thing does not build on
  /// what they saw of it.
  private func delete(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    let id = try arguments.id(0, of: Missing.eventCategory)
    try request.checkMatch()
    let condition = request.versionCondition
    if dryRun {
      return try await report {
        try await remove.dryRun(id, if: condition)
      }
    }
    return try await writes(request, by: owner, content: []) { once in
      try await remove(id, if: condition, once: once)
    } answer: { _ in
      Response(.noContent, fields: [.noStore])
    }
  }

  // MARK: Documents

  /// What a dry run on the list would change, with the tag of the list.
  private func listReport(
    _ dryRun: () async throws -> SeedReport
  ) async throws -> Response {
    let report = try await dryRun()
    return .administered(Wire.listReport.bytes(report.counts), tag: "\(report.version)")
  }

  /// What a dry run on one of them would change. Without a tag: that of the list is none of its.
  private func report(
    _ dryRun: () async throws -> SeedReport
  ) async throws -> Response {
    .administered(Wire.listReport.bytes(try await dryRun().counts), tag: nil)
  }

  private static func one(_ status: Status, _ category: EventCategory) -> Response {
    .administered(Wire.eventCategory.bytes(category), status, tag: "\(category.version)")
  }
}

extension EventCategoryAdminRoutes {
  init(_ parts: RouteParts) {
    let (categories, images) = (parts.ports.eventCategories, parts.ports.images)
    self.init(
      authentication: Authentication(parts.authenticateToken),
      list: ListEventCategories(repository: categories),
      find: FindEventCategory(repository: categories),
      seed: SeedEventCategories(repository: categories, images: images),
      add: AddEventCategory(repository: categories, images: images),
      edit: EditEventCategory(repository: categories, images: images),
      remove: RemoveEventCategory(repository: categories), writes: parts.writes,
      origin: parts.origin)
  }
}
