package import Domain

/// The JSON in which event categories are sent to us: over HTTP, and in the files that
/// `moa seed` reads.
package enum EventCategoryDocument {
  /// 1 MiB: five hundred items with URLs of a thousand octets.
  package static let octetsMax = 1_048_576

  /// The whole list: `{"items":[{"key","title","thumbnail_image_url","thumbnail_text_image_url",
  /// "starts_at"?,"ends_at"?}]}`.
  ///
  /// - Throws: every violation of the document, with pointers such as `/items/3/title`.
  package static func list(_ value: JSONValue) throws(Rejection) -> EventCategoryList {
    var reader = try ObjectReader.open(value)
    let items = reader.requiredValue("items")
    reader.refuseTheRest()
    guard let items else { throw Rejection(reader.violations) }
    guard case .array(let elements) = items else {
      reader.note("items", .wrongKind(items, wanted: "an array"))
      throw Rejection(reader.violations)
    }
    guard elements.count <= EventCategoryList.countMax else {
      reader.note("items", EventCategoryList.tooMany)
      throw Rejection(reader.violations)
    }
    return try list(of: elements, reader.violations)
  }

  /// One event category.
  package static func draft(_ value: JSONValue) throws(Rejection) -> EventCategoryDraft {
    let reading = DraftReading(value)
    guard let draft = reading.draft, reading.violations.isEmpty else {
      throw Rejection(reading.violations)
    }
    return draft
  }

  /// Changes to one: what is left out stays, null takes a time away.
  ///
  /// Source: RFC 7396.
  package static func patch(_ value: JSONValue) throws(Rejection) -> EventCategoryPatch {
    var reader = try ObjectReader.open(value)
    var patch = EventCategoryPatch()
    patch.key = reader.optional("key", Slug.init)
    patch.title = reader.optional("title", Title.init(_:))
    patch.thumbnailImage = reader.optional("thumbnail_image_url", ImageReference.init(_:))
    patch.thumbnailTextImage = reader.optional("thumbnail_text_image_url", ImageReference.init(_:))
    patch.startsAt = reader.change("starts_at", Timestamp.init(flawed:))
    patch.endsAt = reader.change("ends_at", Timestamp.init(flawed:))
    reader.refuseTheRest(readOnly: DraftReading.readOnly)
    guard reader.violations.isEmpty else { throw Rejection(reader.violations) }
    return patch
  }

  private static func list(
    of elements: [JSONValue], _ before: [Violation]
  ) throws(Rejection) -> EventCategoryList {
    let readings = elements.map(DraftReading.init)
    var violations = before
    for (index, reading) in readings.enumerated() {
      violations += reading.violations.map { $0.under("/items/\(index)") }
    }
    violations += EventCategoryList.repetitions(of: readings.map(\.key)).map { $0.under("/items") }
    guard violations.isEmpty else { throw Rejection(violations) }
    return try EventCategoryList(readings.compactMap(\.draft))
  }
}

/// One item, as far as it could be read.
private struct DraftReading {
  static let readOnly: Set<String> = ["id", "position", "version"]
  /// Kept apart from the draft, so that a repeated key is told even for an item with mistakes.
  var key: Slug?
  var draft: EventCategoryDraft?
  var violations: [Violation] = []

  init(_ value: JSONValue) {
    do throws(Rejection) {
      var reader = try ObjectReader.open(value)
      read(&reader)
      reader.refuseTheRest(readOnly: Self.readOnly)
      violations = reader.violations
    } catch {
      violations = error.violations
    }
  }

  private mutating func read(_ reader: inout ObjectReader) {
    key = reader.required("key", Slug.init)
    let title = reader.required("title", Title.init(_:))
    let image = reader.required("thumbnail_image_url", ImageReference.init(_:))
    let textImage = reader.required("thumbnail_text_image_url", ImageReference.init(_:))
    let startsAt = reader.change("starts_at", Timestamp.init(flawed:)).applied(to: nil)
    let endsAt = reader.change("ends_at", Timestamp.init(flawed:)).applied(to: nil)
    do throws(Flaw) {
      let schedule = try Schedule(startsAt: startsAt, endsAt: endsAt)
      guard let key, let title, let image, let textImage else { return }
      draft = EventCategoryDraft(
        key: key, title: title, thumbnailImage: image, thumbnailTextImage: textImage,
        schedule: schedule)
    } catch {
      reader.note("ends_at", error)
    }
  }
}
