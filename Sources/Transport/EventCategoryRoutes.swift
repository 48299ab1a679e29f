import Domain
import HTTP
import UseCases
import ViewData

/// `GET /v1/event-categories`: what a screen draws.
struct EventCategoryRoutes: Sendable {
  let browse: BrowseEventCategories
  let tags: ContentTag
  let origin: Origin?
  private let shared = SharedAnswers<Question>()

  func mount(on router: inout Router) {
    router.on(.get, "/v1/event-categories", query: .only(["variant"])) {
      request, _ throws(Problem) in
      let question = Question(
        variant: try Self.variant(of: request), origin: request.origin(configured: origin))
      let rendered = try await shared(question) { () throws(Problem) in try await list(question) }
      return try request.answer(rendered, .noCache)
    }
  }

  private struct Question: Hashable {
    /// Nil for cards with both pictures.
    let variant: EventCategoryVariant?
    let origin: Origin?
  }

  private func list(_ question: Question) async throws(Problem) -> Rendered {
    guard let variant = question.variant else {
      let cards = try await answering { () throws(Failure) in
        try await browse.cards(from: question.origin)
      }
      return rendered(cards) { $0.card($1) }
    }
    let cells = try await answering { () throws(Failure) in
      try await browse.cells(variant, from: question.origin)
    }
    return rendered(cells) { $0.cell($1) }
  }

  /// Nil when none is asked for.
  private static func variant(of request: Request) throws(Problem) -> EventCategoryVariant? {
    guard request.target.rawQuery != nil else { return nil }
    let wanted = try request.queryItems().filter { $0.name == "variant" }
    guard let first = wanted.first else { return nil }
    guard wanted.count == 1, let variant = EventCategoryVariant(rawValue: first.value) else {
      throw .malformedQuery("variant is thumbnail or text, once.")
    }
    return variant
  }

  private func rendered<Item>(
    _ items: [Item], _ write: (inout JSONWriter, Item) -> Void
  ) -> Rendered {
    var writer = JSONWriter(capacity: 64 + 320 * items.count)
    writer.object { writer in
      writer.key("items")
      writer.array(items, write)
    }
    return Rendered(writer.bytes, tags)
  }
}

extension JSONWriter {
  fileprivate mutating func cell(_ cell: EventCategoryCell) {
    object { writer in
      writer.integer("id", cell.id)
      writer.string("title", cell.title)
      writer.string("image_url", cell.imageURL)
      writer.placeholder("image", cell.image)
      writer.integer("position", cell.position)
    }
  }

  fileprivate mutating func card(_ card: EventCategoryCard) {
    object { writer in
      writer.integer("id", card.id)
      writer.string("title", card.title)
      writer.string("thumbnail_image_url", card.thumbnailImageURL)
      writer.placeholder("thumbnail_image", card.thumbnailImage)
      writer.string("thumbnail_text_image_url", card.thumbnailTextImageURL)
      writer.placeholder("thumbnail_text_image", card.thumbnailTextImage)
      writer.integer("position", card.position)
    }
  }

  /// Nothing for an image of another site.
  private mutating func placeholder(_ name: StaticString, _ placeholder: ImagePlaceholder?) {
    guard let placeholder else { return }
    key(name)
    object { writer in
      writer.integer("width", placeholder.width)
      writer.integer("height", placeholder.height)
      writer.string("color", placeholder.color)
    }
  }
}

extension EventCategoryRoutes {
  init(_ parts: RouteParts) {
    let (ports, now) = (parts.ports, parts.ports.machine.now)
    self.init(
      browse: BrowseEventCategories(repository: ports.eventCategories, now: now),
      tags: parts.tags, origin: parts.origin)
  }
}
