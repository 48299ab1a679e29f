import Domain
import HTTP
package import UseCases
import Web

/// `/admin/v1/history`: who changed what, and when; and how to take it back.
struct HistoryRoutes: RouteGroup {
  private static let path = "/admin/v1/history"
  let authentication: Authentication
  let history: any HistoryRepository
  let undo: UndoChange

  func mount(on router: inout Router) {
    router.on(Self.listEndpoint) { request, arguments in
      try await authentication.require(.merchandise, of: request)
      let question = Self.question(arguments.query)
      let changes = try await history.changes(question)
      let page = HistoryPage(changes: changes, limit: question.limit)
      return .administered(Wire.historyPage.bytes(page, capacity: 512 * changes.count), tag: nil)
    }
    router.on(Self.findEndpoint) { request, arguments in
      try await authentication.require(.merchandise, of: request)
      return .administered(Wire.historyEntry.bytes(try await entry(arguments)), tag: nil)
    }
    router.on(Self.undoEndpoint) { request, arguments in
      let author = try await authentication.require(.merchandise, of: request).author
      try await request.discardBody(upTo: Request.emptyBodyBytesMax)
      let change = try await undo(entry(arguments), by: author, requestID: request.id)
      return .administered(Wire.historyEntry.bytes(change), tag: nil)
    }
  }

  private func entry(_ arguments: RouteArguments) async throws -> HistoryEntry {
    let id = try arguments.id(0) { .item("change", $0) }
    guard let entry = try await history.change(id) else {
      throw Problem(.notFound(.item("change", "\(id)")))
    }
    return entry
  }

  private static func question(_ query: QueryValues) -> HistoryQuestion {
    HistoryQuestion(
      before: query[cursor], author: query[actor], resource: query[resource], limit: query[limit])
  }

  // MARK: Declarations

  static let endpoints = [listEndpoint, findEndpoint, undoEndpoint]

  private static let listEndpoint = Endpoint(
    .get, path, "listHistory", .administration, "List changes",
    .json(Wire.historyPage.schema, "The newest first.")
  ).with {
    $0.meaning = """
      Each write by administrators, vendors and commands on the server, with what it changed: \
      `before` and `after` have the members with other values, in the words of documents, `null` \
      for one that is not there. An import is one change, which has `parts` for each further 500 \
      products. A change of more than \(HistoryEntry.listedBytesMax / 1_024) KiB is listed without them.
      """
    $0.access = .administrator
    $0.query = [cursor.declaration, actor.declaration, resource.declaration, limit.declaration]
  }

  private static let findEndpoint = Endpoint(
    .get, path + "/{id}", "getHistoryChange", .administration, "Get a change",
    .json(Wire.historyEntry.schema, "With all of what it changed.")
  ).with {
    $0.access = .administrator
    $0.pathParameters = [idParameter]
  }

  private static let undoEndpoint = Endpoint(
    .post, path + "/{id}/undo", "undoHistoryChange", .administration, "Undo a change",
    .json(Wire.historyEntry.schema, "The change that takes it back.")
  ).with {
    $0.meaning = """
      What it changed is again as it was, by a change of its own, which can be undone, too. Stock \
      stays where something was sold since. 409 `changed_since` where a later change touched the \
      same; 409 `not_undoable` for products that were removed at once or more than \
      \(RestoreProduct.daysMax) days ago, for sold stock and for pictures; 422 where \
      what it needs is gone, such as the category of an item type.
      """
    $0.access = .administrator
    $0.pathParameters = [idParameter]
    $0.refusals = [.conflict, .unprocessableContent]
  }

  private static let idParameter = ParameterDeclaration(
    name: "id", schema: .integer(1...), meaning: "Of the change.", example: 1)

  private static let cursor = QueryParameter<Int64?>(
    "cursor", .string(), "`next` of the page before.", default: nil
  ) { text in
    guard let id = Int64(text), id > 0 else {
      throw ValidationError(
        "invalid_cursor", "This is no cursor.",
        hint: "Send next of the page before unchanged, or no cursor.")
    }
    return id
  }

  private static let actor = QueryParameter<String?>(
    "actor", .string(), "The id of a token, or the identifier of a vendor.", default: nil
  ) { $0 }
  private static let resource = QueryParameter<String?>(
    "resource", .string(), "What was changed, such as `products/207` or `event-banners`.",
    default: nil
  ) { $0 }
  private static let limit = QueryParameter.number(
    "limit", 1...HistoryQuestion.limitMax, default: 50, "Changes of a page.")
}

extension HistoryRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: Authentication(parts.authenticateToken), history: parts.ports.history,
      undo: UndoChange(parts.ports))
  }
}

/// A page of changes.
struct HistoryPage: Sendable {
  let changes: [HistoryEntry]
  let limit: Int
}

extension HistoryEntry {
  /// As JSON, as the routes answer it.
  package var json: [UInt8] { Wire.historyEntry.bytes(self) }
}

extension Wire {
  static let historyPage = WireObject<HistoryPage>(
    "HistoryPage", "Changes, the newest first.",
    [
      .objects("changes", historyEntry, 0...HistoryQuestion.limitMax, "The newest first.") {
        $0.changes
      },
      .value("next", .string(), isRequired: false, "The cursor of the next page.", "1042") { page in
        .string(page.changes.count < page.limit ? nil : page.changes.last.map { "\($0.id)" })
      },
    ])

  static let historyEntry = WireObject<HistoryEntry>(
    "HistoryChange", "A change, and who made it.",
    [
      .value("id", .integer(1...), "Grows with every change.", 1_043) { .integer($0.id) },
      .value("at", .time, "When it was made.", "2026-03-01T00:00:00Z") { .string($0.at.rfc3339) },
      .object("actor", author, "Who made it.") { $0.author },
      .value("request_id", .string(), "Of the request, as the log has it.", "1f3a") {
        .string($0.requestID)
      },
      .value(
        "action", .growingWord(HistoryChange.Action.allCases.map(\.rawValue)), "What was done.",
        "update"
      ) { .string($0.change.action.rawValue) },
      .value("resource", .string(), "What was changed.", "products/207") {
        .string($0.change.resource)
      },
      .value("item_count", .integer(0...), "How many items it changed; 0 for their order.", 1) {
        .integer($0.change.itemCount)
      },
      .value(
        "undoes", .integer(1...), isRequired: false, "The id of the change that it took back.",
        1_042
      ) { .integer($0.change.undoes) },
      .value(
        "parts", .array(.integer(1...)), isRequired: false,
        "Further changes of the same import that were not undone, by their ids; lists leave them out.",
        [1_044]
      ) { $0.parts.isEmpty ? .array(nil) : .integers($0.parts) },
      .json("before", "What changed, as it was; left out for something new.", ["price": 12_000]) {
        $0.change.before
      },
      .json(
        "after", "What changed, as it became; left out for something removed.", ["price": 9_900]
      ) { $0.change.after },
    ])

  private static let author = WireObject<Author>(
    "Author", "Who made a change.",
    [
      .value(
        "kind", .growingWord(Author.Kind.allCases.map(\.rawValue)),
        "A token of an administrator, a vendor, or a command on the server.", "token"
      ) { .string($0.kind.rawValue) },
      .value("name", .string(), "Of the token or the vendor.", "Kim") { .string($0.name) },
      .value(
        "id", .string(), "Of the token, or the identifier of the vendor.", "0a1b2c3d4e5f6071"
      ) { .string($0.id) },
    ])
}

extension WireMember {
  /// A value that is JSON already.
  fileprivate static func json(
    _ name: StaticString, _ meaning: String, _ example: JSONValue,
    _ read: @escaping Read<[UInt8]?>
  ) -> WireMember {
    WireMember(name, .anything, isRequired: false, meaning, example) { writer, value in
      guard let bytes = read(value) else { return }
      writer.key(name)
      writer.json(bytes)
    }
  }
}
