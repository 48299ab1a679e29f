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
  private let shared = CoalescedAnswers<Question>()

  func mount(on router: inout Router) {
    router.on(Self.detailEndpoint) { request, arguments in
      try await detail(request, arguments)
    }
    router.on(Self.endpoint) { request, arguments in
      let question = Question(
        variant: arguments.query[Self.variant], origin: request.origin(configured: origin))
      let rendered = try await shared(question) { try await list(question) }
      return try request.answer(rendered, .noCache)
    }
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

  private func detail(
    _ request: Request, _ arguments: RouteArguments
  ) async throws -> Response {
    let id = try arguments.id(0, of: Missing.eventCategory)
    let origin = request.origin(configured: origin)
    let detail = try await show(id, from: origin)
    return try request.answer(CachedBody(Wire.eventCategoryDetail.bytes(detail), tags), .noCache)
  }

  private struct Question: Hashable {
    /// Nil for cards with both pictures.
    let variant: EventCategoryVariant?
    let origin: Origin?
  }

  private func list(_ question: Question) async throws -> CachedBody {
    guard let variant = question.variant else {
      let cards = try await browse.eventCards(from: question.origin)
      return CachedBody(
        Wire.eventCategoryCards.bytes(cards, capacity: 64 + 480 * cards.count), tags)
    }
    let cells = try await browse.eventCells(variant, from: question.origin)
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
