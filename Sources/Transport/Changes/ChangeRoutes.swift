import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/changes`: what changed since a client asked last.
struct ChangeRoutes: RouteGroup {
  let tell: TellChanges
  let tags: ContentTag
  let origin: Origin?
  /// Microseconds: numbers are given after the commit, and leave no mark.
  private static let validFor: Int64 = 250_000

  init(_ parts: RouteParts) {
    tell = TellChanges(
      repository: parts.ports.changes, cursors: ChangeCursors(signer: parts.ports.machine.signer))
    tags = parts.tags
    origin = parts.origin
  }

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint,
      remembered: { input in try await body(for: input) })
  }

  private func body(for input: AnswerInput) async throws -> CachedBody {
    let (cursor, products) = (
      input.arguments.query[Self.since], input.arguments.query[Self.products]
    )
    let next = try await tell.newest()
    guard let cursor else {
      guard products == nil else { throw Problem(query: [ParameterMistake("since", Self.missing)]) }
      return quiet(CachedBody(Wire.firstChanges.bytes(ShopChanges(next: next)), tag: next))
    }
    let type = products == nil ? Wire.changeFeed : Wire.changes
    guard cursor != next else {
      return quiet(CachedBody(type.bytes(ShopChanges(next: cursor)), tags))
    }
    let changes = try await tell(
      after: place(cursor), among: products, in: input.language.screens.products,
      from: input.origin(configured: origin))
    var body = CachedBody(
      type.bytes(changes, capacity: 512 + 1_024 * changes.products.count), tags)
    // No other client holds just the same products.
    body.validFor = 0
    return body
  }

  private func quiet(_ body: CachedBody) -> CachedBody {
    var body = body
    body.validFor = Self.validFor
    return body
  }

  private func place(_ cursor: String) throws(Problem) -> ChangePlace {
    do throws(ValidationError) {
      return try tell.place(cursor)
    } catch {
      throw Problem(query: [ParameterMistake("since", error)])
    }
  }

  // MARK: Declarations

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, "/v1/changes", "listChanges", .shop, "List what changed",
    .json(
      .merged(
        "Changes", "What changed since a cursor.",
        [Wire.firstChanges.schema, Wire.changes.schema, Wire.changeFeed.schema]),
      "What changed; without `since` only a cursor.", fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      Ask without parameters before loading lists, keep `next`, and send it as `since` later. With \
      `products` the answer has those of them that changed, as cells. Without, it is the feed of \
      all changes, \(TellChanges.feedLimit) at a time. Changes of `like_count` alone are not told. A change is \
      told after about two seconds.
      """
    $0.query = [since.declaration, products.declaration]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
    // A hundred ids fit; many more exceed the longest request target.
    $0.refusals = [.uriTooLong]
  }

  private static let since = QueryParameter<String?>(
    "since", .string(1...200, pattern: "^[A-Za-z0-9_-]+$"),
    "`next` of the answer before; left out at first.", default: nil
  ) { $0 }
  private static let products = QueryParameter.products(
    "products", 0, max: TellChanges.productsMax)

  private static let missing = ValidationError(
    "required", "Without `since` nothing can be told about products.",
    hint: "Send `next` of an answer as `since`, or leave out `products`.")
}

extension Wire {
  /// The first answer, for a client that knows nothing yet.
  static let firstChanges = WireObject<ShopChanges>(
    "FirstChanges", "Where changes begin.", [next])

  static let changes = WireObject<ShopChanges>(
    "ProductChanges", "What changed of what a client holds.",
    shared + [
      .value(
        "has_other_products", .boolean,
        "Products changed, came or went that were not asked about: lists may have other items.",
        true
      ) { .bool($0.hasOtherProducts) }
    ])

  static let changeFeed = WireObject<ShopChanges>(
    "ChangeFeed", "A page of all changes.",
    shared + [
      .objects(
        "vendors", vendor, 0...TellChanges.feedLimit,
        "Vendors with another name; all their cells have it."
      ) { $0.vendors },
      .value("has_more", .boolean, "Ask again at once with `next`.", false) { .bool($0.hasMore) },
    ])

  private static let next = WireMember<ShopChanges>.value(
    "next", .string(), "The value of `since` in the next request.",
    "AAAAAAAAAM8BAAAAAAAAALwrLeoRzZzfDQ"
  ) { .string($0.next) }

  private static let shared: [WireMember<ShopChanges>] = [
    next,
    .value(
      "is_whole", .boolean,
      "Everything that is not in this answer may have changed too: read it anew.", false
    ) { .bool($0.isWhole) },
    .value(
      "home", .boolean, "Banners, events, sections, categories or item types changed.", true
    ) { .bool($0.home) },
    .value("config", .boolean, "The configuration of apps changed.", false) { .bool($0.config) },
    .value(
      "events", .array(.integer(1...)),
      "Event categories that changed, began or ended, or whose products changed.", [6]
    ) { .integers($0.events) },
    .objects(
      "products", productChange, 0...TellChanges.feedLimit, "Each once, as it is now."
    ) { $0.products },
  ]

  private static let productChange = WireObject<ProductChange>(
    "ProductChange", "A product that changed: its cell, or that it was removed.",
    [
      .value("id", .integer(1...), "Stable.", 207) { .integer($0.id) },
      .object("cell", productCell, isRequired: false, "Left out if it was removed.") { $0.cell },
      .value(
        "is_removed", .boolean, isRequired: false, "Left out unless it was removed.", true
      ) { .bool($0.isRemoved) },
    ])
}
