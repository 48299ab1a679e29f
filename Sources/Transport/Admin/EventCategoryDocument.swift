import Domain
import Web

/// The JSON in which event categories are sent to us: over HTTP, and in the files that
/// `moa seed` reads.
///
/// What an answer gave can be sent back: `id`, `position` and `version` are held against what is
/// stored.
package enum EventCategoryDocument {
  /// 1 MiB: five hundred items with URLs of a thousand bytes.
  package static let bytesMax = 1_048_576

  /// The whole list.
  static let list = BodyObject<EventCategoryList>(
    "EventCategoryListDocument", "The whole list, in the order of display."
  ) { reader in
    let items = reader.required(items)
    let version = reader.optional(listVersion)
    return items.flatMap { try? EventCategoryList(items: $0, version: version) }
  }

  /// A new event category.
  static let draft = BodyObject<EventCategoryDraft>(
    "NewEventCategory", "An event category to be added at the end of the list.",
    answer: Wire.eventCategory.schema, readDraft)

  /// Changes to one: what is left out stays, null takes a time away.
  ///
  /// Source: RFC 7396.
  static let patch = BodyObject<EventCategoryPatch>(
    "EventCategoryPatch", "What shall change about an event category."
  ) { reader in
    var patch = EventCategoryPatch()
    patch.key = reader.optional(key)
    patch.title = reader.optional(title)
    patch.thumbnailImage = reader.optional(thumbnailImage)
    patch.thumbnailTextImage = reader.optional(thumbnailTextImage)
    patch.startsAt = reader.change(startsAt)
    patch.endsAt = reader.change(endsAt)
    _ = schedule(patch.startsAt.applied(to: nil), patch.endsAt.applied(to: nil), &reader)
    patch.known = known(&reader)
    patch.position = patch.known.position
    return patch
  }

  /// The items of the list, as seed files have them, too.
  static let itemList: BodyValue<[EventCategoryItem]> = .array(
    .object(item), 0...EventCategoryList.countMax, tooMany: EventCategoryList.tooMany
  ) { items in
    EventCategoryList.repetitions(of: items.map { key.quietly(in: $0) })
  }

  private static let item = BodyObject<EventCategoryItem>(
    "EventCategoryItem", "One event category of the list."
  ) { reader in
    let draft = readDraft(&reader)
    let known = known(&reader)
    return draft.map { EventCategoryItem($0, known: known) }
  }

  @Sendable private static func readDraft(_ reader: inout ObjectReader) -> EventCategoryDraft? {
    let key = reader.required(key)
    let title = reader.required(title)
    let image = reader.required(thumbnailImage)
    let textImage = reader.required(thumbnailTextImage)
    let startsAt = reader.nullable(startsAt)
    let schedule = schedule(startsAt, reader.nullable(endsAt), &reader)
    guard let key, let title, let image, let textImage, let schedule else { return nil }
    return EventCategoryDraft(
      key: key, title: title, thumbnailImage: image, thumbnailTextImage: textImage,
      schedule: schedule)
  }

  private static func schedule(
    _ startsAt: Timestamp?, _ endsAt: Timestamp?, _ reader: inout ObjectReader
  ) -> Schedule? {
    reader.value(at: Self.endsAt) { () throws(ValidationError) in
      try Schedule(startsAt: startsAt, endsAt: endsAt)
    }
  }

  /// What answers have: refused where it is no longer true.
  private static func known(_ reader: inout ObjectReader) -> KnownEventCategory {
    KnownEventCategory(
      id: reader.optional(id).map(Int64.init), position: reader.optional(position),
      version: reader.optional(version))
  }

  // MARK: Members

  private static let items = BodyMember("items", itemList, "What is missing here is removed.")
  private static let listVersion = BodyMember(
    "version", .known(0...), "The version that was read: refused if it is another one now.", 12)
  private static let key = BodyMember("key", .key, "Unique in the list.", "winter-sale")
  private static let title = BodyMember("title", .title, "One line.", "겨울 세일")
  private static let thumbnailImage = BodyMember(
    "thumbnail_image_url", .image, "The picture alone.", "/images/none.png")
  private static let thumbnailTextImage = BodyMember(
    "thumbnail_text_image_url", .image, "The picture with its words.", "/images/none.png")
  private static let startsAt = BodyMember(
    "starts_at", .time, "From when it is live; null for always.", "2026-03-01T00:00:00Z")
  private static let endsAt = BodyMember(
    "ends_at", .time, "Until when it is live; null for ever.", "2026-04-01T00:00:00Z")
  private static let id = BodyMember("id", .known(), "As it was read.", 1)
  private static let position = BodyMember("position", .known(), "As it was read.", 1)
  private static let version = BodyMember("version", .known(), "As it was read.", 3)
}
