import Domain
import HTTP
import UseCases
import ViewData

/// `GET /v1/event-categories`: what a screen draws.
struct EventCategoryRoutes {
  let browse: BrowseEventCategories
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(.get, "/v1/event-categories") { [browse, origin] request, _ throws(Problem) in
      let origin = request.origin(configured: origin)
      guard let variant = try Self.variant(of: request) else {
        let cards = try await answering { () throws(Failure) in
          try await browse.cards(from: origin)
        }
        return Self.answer(cards) { $0.card($1) }
      }
      let cells = try await answering { () throws(Failure) in
        try await browse.cells(variant, from: origin)
      }
      return Self.answer(cells) { $0.cell($1) }
    }
  }

  /// Nil when none is asked for. Other query items are not ours to judge: apps append some.
  private static func variant(of request: Request) throws(Problem) -> EventCategoryVariant? {
    guard request.target.rawQuery != nil else { return nil }
    let wanted = try request.queryItems().filter { $0.name == "variant" }
    guard let first = wanted.first else { return nil }
    guard wanted.count == 1, let variant = EventCategoryVariant(rawValue: first.value) else {
      throw .malformedQuery("variant is thumbnail or text, once.")
    }
    return variant
  }

  private static func answer<Item>(
    _ items: [Item], _ write: (inout JSONWriter, Item) -> Void
  ) -> Response {
    var writer = JSONWriter(capacity: 64 + 320 * items.count)
    writer.object { writer in
      writer.key("items")
      writer.array(items, write)
    }
    return Response(
      .ok, contentType: "application/json", fields: [.noCache], content: .octets(writer.octets))
  }
}

extension JSONWriter {
  fileprivate mutating func cell(_ cell: EventCategoryCell) {
    object { writer in
      writer.integer("id", cell.id)
      writer.string("title", cell.title)
      writer.string("image_url", cell.imageURL)
      writer.integer("position", cell.position)
    }
  }

  fileprivate mutating func card(_ card: EventCategoryCard) {
    object { writer in
      writer.integer("id", card.id)
      writer.string("title", card.title)
      writer.string("thumbnail_image_url", card.thumbnailImageURL)
      writer.string("thumbnail_text_image_url", card.thumbnailTextImageURL)
      writer.integer("position", card.position)
    }
  }
}
