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
  let now: WallClock
  /// The cursor after the newest change. One that is a little old is harmless: changes after it are
  /// told later, or twice.
  private let newest = SharedRead<String>(validFor: validFor)
  /// Microseconds: numbers are given after the commit, and leave no mark.
  private static let validFor: Int64 = 250_000

  init(_ parts: RouteParts) {
    tell = TellChanges(
      repository: parts.ports.changes, cursors: ChangeCursors(signer: parts.ports.machine.signer))
    tags = parts.tags
    origin = parts.origin
    now = parts.ports.machine.now
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
    guard let cursor else {
      guard products == nil else { throw Problem(query: [ParameterMistake("since", Self.missing)]) }
      let next = try await next()
      let first = ToldChanges(ShopChanges(next: next), .first)
      return Self.body(CachedBody(Wire.changes.bytes(first), tag: next), Self.validFor)
    }
    let kind = products == nil ? ToldChanges.Kind.feed : .delta
    let place = try place(cursor)
    guard try await cursor != next() else {
      let nothing = ToldChanges(ShopChanges(next: cursor), kind)
      return Self.body(
        CachedBody(Wire.changes.bytes(nothing), tags), products == nil ? Self.validFor : 0)
    }
    let changes = try await tell(
      after: place, among: products, in: input.language.screens.products,
      from: input.origin(configured: origin))
    let capacity = 512 + 1_024 * changes.products.count
    return Self.body(
      CachedBody(Wire.changes.bytes(ToldChanges(changes, kind), capacity: capacity), tags), 0)
  }

  private func next() async throws -> String {
    try await newest.value(at: now()) { try await tell.newest() }
  }

  /// - Parameter validFor: zero where no other client holds just the same products.
  private static func body(_ body: CachedBody, _ validFor: Int64) -> CachedBody {
    var body = body
    body.validFor = validFor
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
      Wire.changes.schema, "What changed; without `since` only a cursor.",
      fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      Ask without parameters before you load lists, keep `next`, and send it as `since` later. \
      With `products` the answer has the cells of those that changed. Without `products` it is a \
      page of all changes, at most \(TellChanges.feedLimit). A change of `like_count` alone is not \
      told. Changes are told about two seconds after they were made.
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

/// An answer about changes, with the members of its kind.
struct ToldChanges: Sendable {
  enum Kind: Sendable {
    /// Only the cursor, for a client that knows nothing yet.
    case first
    /// Of the products that a client named.
    case delta
    case feed
  }

  let changes: ShopChanges
  private let kind: Kind

  init(_ changes: ShopChanges, _ kind: Kind) {
    (self.changes, self.kind) = (changes, kind)
  }

  /// Nil in the first answer.
  var told: ShopChanges? { kind == .first ? nil : changes }
  var delta: ShopChanges? { kind == .delta ? changes : nil }
  var feed: ShopChanges? { kind == .feed ? changes : nil }
}

extension Wire {
  static let changes = WireObject<ToldChanges>(
    "Changes", "What changed since a cursor. Without `since` it is only a new cursor.",
    [
      .value(
        "next", .string(), "The value of `since` in the next request.",
        "AAAAAAAAAM8BAAAAAAAAALwrLeoRzZzfDQ"
      ) { .string($0.changes.next) },
      .value(
        "is_whole", .boolean, isRequired: false,
        "Everything that is not in this answer may have changed too: read it anew.", false
      ) { .bool($0.told?.isWhole) },
      .value(
        "home", .boolean, isRequired: false,
        "Banners, events, sections, categories or item types changed, began or ended.", true
      ) { .bool($0.told?.home) },
      .value(
        "config", .boolean, isRequired: false, "The configuration of apps changed.", false
      ) { .bool($0.told?.config) },
      WireMember(
        "events", .array(.integer(1...)), isRequired: false,
        "Event categories that changed, began or ended, or whose products changed.", [6]
      ) { writer, answer in
        guard let told = answer.told else { return }
        writer.key("events")
        writer.array(told.events) { $0.integer($1) }
      },
      list("products", productChange, "Each once, as it is now.") { $0.told?.products },
      .value(
        "has_other_products", .boolean, isRequired: false,
        "Of an answer about named products: others changed, came or went, so lists may have them.",
        true
      ) { .bool($0.delta?.hasOtherProducts) },
      list("vendors", vendor, "Of the feed: vendors that came or have another name.") {
        $0.feed?.vendors
      },
      .value(
        "has_more", .boolean, isRequired: false, "Of the feed: ask again at once with `next`.",
        false
      ) { .bool($0.feed?.hasMore) },
    ])

  /// Written also when it is empty; left out only where there is none.
  private static func list<Item>(
    _ name: StaticString, _ type: WireObject<Item>, _ meaning: String,
    _ read: @escaping @Sendable (ToldChanges) -> [Item]?
  ) -> WireMember<ToldChanges> {
    WireMember(
      name, .array(.object(type.schema), 0...TellChanges.feedLimit), isRequired: false, meaning, nil
    ) { writer, answer in
      guard let items = read(answer) else { return }
      writer.key(name)
      writer.array(items) { type.write($1, to: &$0) }
    }
  }

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
