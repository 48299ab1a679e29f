import Domain
import HTTP
import UseCases

/// `/admin/v1/event-categories`: arranging the list.
///
/// Every action asks who it is before it looks at anything else, the body above all: a client
/// that waits for `100 Continue` is refused before it has sent a megabyte.
struct EventCategoryAdminRoutes: Sendable {
  static let path = "/admin/v1/event-categories"
  let authentication: Authentication
  let list: ListEventCategories
  let find: FindEventCategory
  let seed: SeedEventCategories
  let add: AddEventCategory
  let edit: EditEventCategory
  let remove: RemoveEventCategory
  let writes: IdempotentWrites

  func mount(on router: inout Router) {
    router.on(.get, Self.path) { request, _ throws(Problem) in try await getAll(request) }
    router.on(.put, Self.path) { request, _ throws(Problem) in try await putAll(request) }
    router.on(.post, Self.path) { request, _ throws(Problem) in try await post(request) }
    let one = Self.path + "/{id}"
    router.on(.get, one) { request, path throws(Problem) in try await get(request, path) }
    router.on(.patch, one) { request, path throws(Problem) in try await patch(request, path) }
    router.on(.delete, one) { request, path throws(Problem) in try await delete(request, path) }
  }

  private func getAll(_ request: Request) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let categories = try await answering { () throws(Failure) in try await list() }
    var writer = JSONWriter(capacity: 64 + 448 * categories.count)
    writer.object { writer in
      writer.key("items")
      writer.array(categories) { $0.category($1) }
    }
    return Self.json(.ok, writer)
  }

  private func putAll(_ request: Request) async throws(Problem) -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let dryRun = try Self.dryRun(request)
    let document = try await request.json(upTo: EventCategoryDocument.octetsMax)
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once throws(Failure) in
      let list = try Self.reading(document, EventCategoryDocument.list)
      return try await seed(list, dryRun: dryRun, once: once)
    } answer: { report in
      Self.json(.ok, report.json)
    }
  }

  private func post(_ request: Request) async throws(Problem) -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let document = try await request.json(upTo: EventCategoryDocument.octetsMax)
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once throws(Failure) in
      try await add(Self.reading(document, EventCategoryDocument.draft), once: once)
    } answer: { category in
      var response = Self.one(.created, category)
      response.fields.append(ResponseField("Location", "\(Self.path)/\(category.id)"))
      return response
    }
  }

  private func get(_ request: Request, _ path: PathParameters) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let id = try path.id(0)
    let category = try await answering { () throws(Failure) in try await find(id) }
    return try request.conditional(Self.one(.ok, category), tag: "\(category.version)")
  }

  private func patch(
    _ request: Request, _ path: PathParameters
  ) async throws(Problem) -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let id = try path.id(0)
    guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    let document = try await request.json(upTo: EventCategoryDocument.octetsMax)
    return try await writes(
      request, by: owner, content: document.canonical
    ) { once throws(Failure) in
      let patch = try Self.reading(document, EventCategoryDocument.patch)
      return try await edit(id, patch, if: request.versionCondition, once: once)
    } answer: { category in
      Self.one(.ok, category)
    }
  }

  /// Without `If-Match` whatever is there is removed: whoever removes a thing does not build on
  /// what they saw of it.
  private func delete(
    _ request: Request, _ path: PathParameters
  ) async throws(Problem) -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let id = try path.id(0)
    return try await writes(request, by: owner, content: []) { once throws(Failure) in
      try await remove(id, if: request.versionCondition, once: once)
    } answer: { _ in
      Response(.noContent, fields: [.noStore])
    }
  }

  /// Unknown items are refused here: a misspelt `dry_run` must not become a real run.
  private static func dryRun(_ request: Request) throws(Problem) -> Bool {
    let items = try request.queryItems()
    guard let item = items.first else { return false }
    guard items.count == 1, item.name == "dry_run", ["true", "false"].contains(item.value) else {
      throw .malformedQuery("The only query is dry_run=true or dry_run=false, once.")
    }
    return item.value == "true"
  }

  private static func reading<Value>(
    _ document: JSONValue, _ read: (JSONValue) throws(Rejection) -> Value
  ) throws(Failure) -> Value {
    do throws(Rejection) {
      return try read(document)
    } catch {
      throw .rejected(error.violations)
    }
  }

  private static func one(_ status: Status, _ category: EventCategory) -> Response {
    var writer = JSONWriter(capacity: 512)
    writer.category(category)
    var response = json(status, writer)
    response.fields.append(ResponseField("ETag", "\"\(category.version)\""))
    return response
  }

  private static func json(_ status: Status, _ writer: borrowing JSONWriter) -> Response {
    Response(
      status, contentType: "application/json", fields: [.noStore], content: .octets(writer.octets))
  }
}
