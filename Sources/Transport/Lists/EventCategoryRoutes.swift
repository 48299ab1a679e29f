import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/event-categories`: event categories to draw.
struct EventCategoryRoutes: RouteGroup {
  let browse: BrowseLists
  let show: ShowEventCategory
  let tags: ContentTag
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(
      Self.detailEndpoint,
      remembered: { input in
        let id = try input.arguments.id(0, of: Missing.eventCategory)
        let detail = try await show(id, from: input.origin(configured: origin))
        return CachedBody(Wire.eventCategoryDetail.bytes(detail), tags)
      })
    router.on(
      Self.endpoint,
      remembered: { input in
        try await list(
          input.arguments.query[Self.variant], from: input.origin(configured: origin))
      })
  }

  static let endpoints = [endpoint, detailEndpoint]

  private static let detailEndpoint = Endpoint(
    .get, "/v1/event-categories/{id}", "getEventCategory", .shop, "Get an event category",
    .json(Wire.eventCategoryDetail.schema, "One that is live.", fields: ["ETag"])
  ).with {
    $0.pathParameters = [EventCategoryDraft.idParameter]
    $0.fields = [.ifNoneMatch]
  }

  private static let endpoint = Endpoint(
    .get, "/v1/event-categories", "listEventCategories", .shop, "List event categories",
    .json(
      .merged(
        "EventCategoryList", "Event categories with both pictures or with one.",
        [Wire.eventCategoryCards.schema, Wire.eventCategoryCells.schema]),
      "Cards with both pictures, or with `variant` cells with one.", fields: ["ETag"])
  ).with {
    $0.query = [variant.declaration]
    $0.fields = [.ifNoneMatch]
  }

  private static let variant = QueryParameter<EventCategoryVariant?>(
    "variant", .word(EventCategoryVariant.allCases.map(\.rawValue)),
    "Which of the two pictures; both without it.", default: nil
  ) { text in try QueryParameter<EventCategoryVariant>.known(text) }

  /// - Parameter variant: nil for cards with both pictures.
  private func list(
    _ variant: EventCategoryVariant?, from origin: Origin?
  ) async throws -> CachedBody {
    guard let variant else {
      let cards = try await browse.eventCards(from: origin)
      return CachedBody(
        Wire.eventCategoryCards.bytes(cards, capacity: 64 + 480 * cards.count), tags)
    }
    let cells = try await browse.eventCells(variant, from: origin)
    return CachedBody(Wire.eventCategoryCells.bytes(cells, capacity: 64 + 320 * cells.count), tags)
  }
}

extension EventCategoryRoutes {
  init(_ parts: RouteParts) {
    self.init(
      browse: parts.browseLists,
      show: ShowEventCategory(parts.browseLists, products: parts.ports.eventProducts),
      tags: parts.tags, origin: parts.origin)
  }
}
