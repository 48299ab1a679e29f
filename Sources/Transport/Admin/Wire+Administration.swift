import Domain
import UseCases
import Web

extension Wire {
  /// As those see it who arrange the list: references as they were given, not made absolute, so
  /// that what was read can be sent back.
  static let eventCategory = WireObject<EventCategory>(
    "EventCategory", "An event category as administrators arrange it.",
    [
      .integer("id", .integer(1...), "Stable.", 1) { $0.id },
      .string("key", key, "Unique; names it in seed files.", "winter-sale") {
        $0.key.text
      },
      .string("title", title, "One line.", "겨울 세일") { $0.title.text },
      .string(
        "thumbnail_image_url", image, "The picture alone.",
        "/images/1f/original.png"
      ) { $0.thumbnailImage.text },
      .string(
        "thumbnail_text_image_url", image, "The picture with its words.",
        "/images/2e/original.png"
      ) { $0.thumbnailTextImage.text },
      .integer("position", .integer(1...), "In the order of display.", 1) { $0.position },
      .optionalString(
        "starts_at", .time, "From when it is live; left out for always.", "2026-03-01T00:00:00Z"
      ) { $0.startsAt?.rfc3339 },
      .optionalString(
        "ends_at", .time, "Until when it is live; left out for ever.", "2026-04-01T00:00:00Z"
      ) { $0.endsAt?.rfc3339 },
      .integer("version", .integer(1...), "One more at every change.", 3) { $0.version },
    ])

  static let eventCategories = WireObject<VersionedList<EventCategory>>(
    "EventCategoryCollection", "The whole list, live or not.",
    [
      .objects("items", eventCategory, 0...EventCategoryList.countMax, "In the order of display.") {
        $0.items
      },
      .integer("version", .integer(0...), "One more at every change of the list.", 12) {
        $0.version
      },
    ])

  static let storedPicture = WireObject<StoredPicture>(
    "StoredImage", "An image that was taken in: what is kept, not what was sent.",
    [
      .string(
        "url", .string(format: "uri-reference"), "For the URLs of event categories.",
        "/images/1f/original.png"
      ) { $0.path },
      .string(
        "media_type", .growingWord(["image/png", "image/jpeg"]), "Of its bytes.", "image/png"
      ) { $0.picture.mediaType.rawValue },
      .integer("width", .integer(1...), "In pixels.", 640) { $0.picture.width },
      .integer("height", .integer(1...), "In pixels.", 360) { $0.picture.height },
      .integer("bytes", .integer(1...), "What loading it takes.", 51_200) {
        $0.picture.byteCount
      },
      .string("color", .color, "What most of it has.", "#d8d0c4") { $0.picture.color.text },
    ])

  static let key = JSONSchema.string(1...Slug.lengthMax, pattern: "^[a-z0-9][a-z0-9-]*$")
  static let image = JSONSchema.string(1...ImageReference.bytesMax, format: "uri-reference")
}
