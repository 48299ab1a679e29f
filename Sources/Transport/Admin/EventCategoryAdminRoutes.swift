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

  func mount(on router: inout Router) {
    router.on(.get, Self.path) { request, _ throws(Problem) in try await getAll(request) }
    router.on(.put, Self.path) { request, _ throws(Problem) in try await putAll(request) }
    router.on(.post, Self.path) { request, _ throws(Problem) in try await post(request) }
    let one = Self.path + "/{id}"
    router.on(.get, one) { request, path throws(Problem) in try await get(request, path[0]) }
    router.on(.patch, one) { request, path throws(Problem) in try await patch(request, path[0]) }
    router.on(.delete, one) { request, path throws(Problem) in
      try await delete(request, path[0])
    }
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
    try await authentication.require(.admin, of: request)
    let dryRun = try Self.dryRun(request)
    let document = try await request.json(upTo: EventCategoryDocument.octetsMax)
    let report = try await answering { () throws(Failure) in
      try await seed(Self.reading(document, EventCategoryDocument.list), dryRun: dryRun)
    }
    return Self.json(.ok, report.json)
  }

  private func post(_ request: Request) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let document = try await request.json(upTo: EventCategoryDocument.octetsMax)
    let category = try await answering { () throws(Failure) in
      try await add(Self.reading(document, EventCategoryDocument.draft))
    }
    var response = Self.one(.created, category)
    response.fields.append(ResponseField("Location", "\(Self.path)/\(category.id)"))
    return response
  }

  private func get(_ request: Request, _ id: String) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let id = try Self.id(id)
    let category = try await answering { () throws(Failure) in try await find(id) }
    return try request.conditional(Self.one(.ok, category), tag: "\(category.version)")
  }

  private func patch(_ request: Request, _ id: String) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let id = try Self.id(id)
    guard request.fields.contains("If-Match") else { throw Problem(.preconditionRequired) }
    let document = try await request.json(upTo: EventCategoryDocument.octetsMax)
    let category = try await answering { () throws(Failure) in
      try await edit(
        id, Self.reading(document, EventCategoryDocument.patch), if: request.versionCondition)
    }
    return Self.one(.ok, category)
  }

  /// Without `If-Match` whatever is there is removed: whoever removes a thing does not build on
  /// what they saw of it.
  private func delete(_ request: Request, _ id: String) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let id = try Self.id(id)
    try await answering { () throws(Failure) in
      try await remove(id, if: request.versionCondition)
    }
    return Response(.noContent, fields: [.noStore])
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

  /// - Throws: 404 for what can be no id.
  private static func id(_ text: String) throws(Problem) -> Int64 {
    guard let id = Int64(text), id > 0, String(id) == text else { throw .notFound }
    return id
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

  private static func json(_ status: Status, _ writer: JSONWriter) -> Response {
    Response(
      status, contentType: "application/json", fields: [.noStore], content: .octets(writer.octets))
  }
}
