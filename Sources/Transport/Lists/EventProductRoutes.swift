import Domain
import HTTP
import UseCases
import Web

/// `/admin/v1/event-categories/{id}/products`: the products of an event, in the order of display.
struct EventProductRoutes: RouteGroup {
  static let path = EventCategoryDraft.declaration.path + "/{id}/products"
  let authentication: Authentication
  let arrange: ArrangeEventProducts
  let writes: IdempotentWrites
  let tags: ContentTag

  func mount(on router: inout Router) {
    router.on(Self.listEndpoint) { request, arguments in
      try await get(request, arguments)
    }
    router.on(Self.replaceEndpoint) { request, arguments in
      try await put(request, arguments)
    }
  }

  private func get(_ request: Request, _ arguments: RouteArguments) async throws
    -> Response
  {
    try await authentication.require(.merchandise, of: request)
    let id = try arguments.id(0, of: Missing.eventCategory)
    let ids = try await arrange.ids(of: id)
    let tag = tags.text(Self.bytes(ids))
    return try request.conditional(.administered(Self.bytes(ids), tag: tag), tag: tag)
  }

  private func put(_ request: Request, _ arguments: RouteArguments) async throws
    -> Response
  {
    let author = try await authentication.require(.merchandise, of: request).author
    let dryRun = arguments.query[DryRun.parameter]
    try IdempotentWrites.check(request)
    let id = try arguments.id(0, of: Missing.eventCategory)
    try request.checkListMatch(dryRun: dryRun)
    let document = try await request.json(upTo: Self.bytesMax)
    let products = try Self.list.value(of: document, from: nil)
    let condition = tags.condition(of: request, Self.bytes)
    return try await writes(
      request, by: author, content: document.canonical,
      history: History.eventProducts(of: id)
    ) { once in
      try await arrange(products, of: id, if: condition, dryRun: dryRun, once: once)
    } answer: { [tags] change in
      .administered(
        Wire.eventProductsChange.bytes(change),
        tag: dryRun ? nil : tags.text(Self.bytes(change.after)))
    }
  }

  @Sendable private static func bytes(_ ids: [Int64]) -> [UInt8] {
    Wire.eventProducts.bytes(ids)
  }

  // MARK: Documents

  /// A thousand ids of nineteen digits, each on a line of its own.
  private static let bytesMax = 65_536

  static let list = BodyObject<EventProducts>(
    "EventProductsDocument", "What belongs to an event, in the order of display.",
    .required(
      "items", products, "Ids of products, each once; what is missing is removed.", [207, 198]))

  /// Ids of products, each once.
  static let products = BodyValue<[Int64]>.array(.soughtID, 0...EventProducts.countMax) { ids in
    EventProducts.repetitions(of: ids.map(BodyValue.soughtID.quietly))
  }.map { ids in try EventProducts(ids) }

  // MARK: Declarations

  static let endpoints = [listEndpoint, replaceEndpoint]

  private static let listEndpoint = Endpoint(
    .get, path, "listEventProducts", .administration, "List the products of an event",
    .json(Wire.eventProducts.schema, "Their ids.", fields: ["ETag"])
  ).with {
    $0.access = .administrator
    $0.pathParameters = [EventCategoryDraft.idParameter]
    $0.fields = [.ifNoneMatch]
  }

  private static let replaceEndpoint = Endpoint(
    .put, path, "replaceEventProducts", .administration, "Replace the products of an event",
    .json(Wire.eventProductsChange.schema, "What was changed.", fields: ["ETag"])
  ).with {
    $0.meaning =
      "The whole list, in the order of display. `GET /v1/products?event=` shows them too. Needs "
      + "`If-Match`."
    $0.access = .administrator
    $0.pathParameters = [EventCategoryDraft.idParameter]
    $0.query = [DryRun.parameter.declaration]
    $0.fields = [.ifMatch, .idempotencyKey]
    $0.body = .json(list, "The whole list.", example: ["items": [207, 198]])
    $0.refusals = [.preconditionRequired]
  }
}

extension EventProductRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: Authentication(parts.authenticateToken),
      arrange: ArrangeEventProducts(repository: parts.ports.eventProducts), writes: parts.writes,
      tags: parts.tags)
  }
}

extension Wire {
  static let eventProducts = WireObject<[Int64]>(
    "EventProducts", "What belongs to an event.",
    [
      .value(
        "items", .array(.integer(1...), 0...EventProducts.countMax),
        "Ids of products, in the order of display.", [207, 198]
      ) { .integers(copy $0) }
    ])

  static let eventProductsChange = WireObject<EventProductsChange>(
    "EventProductsChange", "What was changed, or in a dry run what would be.",
    [
      .value("added", .integer(0...), "Products that the event did not have.", 2) {
        .integer($0.addedCount)
      },
      .value("removed", .integer(0...), "Products that it has no longer.", 0) {
        .integer($0.removedCount)
      },
      .value("total", .integer(0...), "How many it has.", 12) { .integer($0.after.count) },
    ])
}
