package import Domain

/// The JSON in which event categories are sent to us: over HTTP, and in the files that
/// `moa seed` reads.
///
/// What an answer gave can be sent back: `id`, `position` and `version` are held against what is
/// stored.
package struct EventCategoryDocument: Sendable {
  /// 1 MiB: five hundred items with URLs of a thousand bytes.
  package static let bytesMax = 1_048_576
  private let origin: Origin?

  /// - Parameter origin: under which clients reach this site: their URLs of it become paths.
  package init(from origin: Origin?) {
    self.origin = origin
  }

  /// The whole list: `{"items":[{"key","title","thumbnail_image_url","thumbnail_text_image_url",
  /// "starts_at"?,"ends_at"?,"id"?,"position"?,"version"?}],"version"?}`.
  ///
  /// - Throws: every mistake of the document, with pointers such as `/items/3/title`.
  package func list(_ value: JSONValue) throws(Rejection) -> EventCategoryList {
    var reader = try ObjectReader.open(value)
    let items = reader.requiredValue("items")
    let version = reader.known("version")
    reader.refuseTheRest()
    guard let items else { throw Rejection(reader.fieldErrors) }
    guard case .array(let elements) = items else {
      reader.note("items", .wrongKind(items, wanted: "an array"))
      throw Rejection(reader.fieldErrors)
    }
    guard elements.count <= EventCategoryList.countMax else {
      reader.note("items", EventCategoryList.tooMany)
      throw Rejection(reader.fieldErrors)
    }
    return try EventCategoryList(
      items: self.items(of: elements, reader.fieldErrors), version: version)
  }

  /// A new event category.
  package func draft(_ value: JSONValue) throws(Rejection) -> EventCategoryDraft {
    let reading = ItemReading(value, origin, isNew: true)
    guard let item = reading.item, reading.fieldErrors.isEmpty else {
      throw Rejection(reading.fieldErrors)
    }
    return item.draft
  }

  /// Changes to one: what is left out stays, null takes a time away.
  ///
  /// Source: RFC 7396.
  package func patch(_ value: JSONValue) throws(Rejection) -> EventCategoryPatch {
    var reader = try ObjectReader.open(value)
    var patch = EventCategoryPatch()
    patch.key = reader.optional("key", Slug.init)
    patch.title = reader.optional("title", Title.init(_:))
    patch.thumbnailImage = reader.image("thumbnail_image_url", from: origin)
    patch.thumbnailTextImage = reader.image("thumbnail_text_image_url", from: origin)
    patch.startsAt = reader.change("starts_at", Timestamp.init(flawed:))
    patch.endsAt = reader.change("ends_at", Timestamp.init(flawed:))
    patch.known = KnownEventCategory(
      id: reader.known("id").map(Int64.init), version: reader.known("version"))
    patch.position = reader.known("position")
    reader.refuseTheRest()
    guard reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    return patch
  }

  private func items(
    of elements: [JSONValue], _ before: [FieldError]
  ) throws(Rejection) -> [EventCategoryItem] {
    let readings = elements.map { ItemReading($0, origin) }
    var fieldErrors = before
    for (index, reading) in readings.enumerated() {
      fieldErrors += reading.fieldErrors.map { $0.under("/items/\(index)") }
    }
    fieldErrors += EventCategoryList.repetitions(of: readings.map(\.key)).map { $0.under("/items") }
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    return readings.compactMap(\.item)
  }
}

/// One item, as far as it could be read.
private struct ItemReading {
  private static let readOnly: Set<String> = ["id", "position", "version"]
  private let origin: Origin?
  /// Kept apart from the item, so that a repeated key is told even for an item with mistakes.
  private(set) var key: Slug?
  private(set) var item: EventCategoryItem?
  private(set) var fieldErrors: [FieldError] = []

  /// - Parameter isNew: whether there is no stored one that the server's members could agree with.
  init(_ value: JSONValue, _ origin: Origin?, isNew: Bool = false) {
    self.origin = origin
    do throws(Rejection) {
      var reader = try ObjectReader.open(value)
      read(&reader, isNew: isNew)
      reader.refuseTheRest(readOnly: isNew ? Self.readOnly : [])
      fieldErrors = reader.fieldErrors
    } catch {
      fieldErrors = error.fieldErrors
    }
  }

  private mutating func read(_ reader: inout ObjectReader, isNew: Bool) {
    key = reader.required("key", Slug.init)
    let title = reader.required("title", Title.init(_:))
    let image = reader.requiredImage("thumbnail_image_url", from: origin)
    let textImage = reader.requiredImage("thumbnail_text_image_url", from: origin)
    let startsAt = reader.change("starts_at", Timestamp.init(flawed:)).applied(to: nil)
    let endsAt = reader.change("ends_at", Timestamp.init(flawed:)).applied(to: nil)
    let known =
      isNew
      ? .none
      : KnownEventCategory(
        id: reader.known("id").map(Int64.init), position: reader.known("position"),
        version: reader.known("version"))
    do throws(ValidationError) {
      let schedule = try Schedule(startsAt: startsAt, endsAt: endsAt)
      guard let key, let title, let image, let textImage else { return }
      let draft = EventCategoryDraft(
        key: key, title: title, thumbnailImage: image, thumbnailTextImage: textImage,
        schedule: schedule)
      item = EventCategoryItem(draft, known: known)
    } catch {
      reader.note("ends_at", error)
    }
  }
}

extension ObjectReader {
  /// A number that an answer gave; nil where it is left out.
  fileprivate mutating func known(_ name: String) -> Int? {
    optional(name) { value throws(ValidationError) in try value.count() }
  }

  fileprivate mutating func image(_ name: String, from origin: Origin?) -> ImageReference? {
    optional(name) { url throws(ValidationError) in try ImageReference(url, from: origin) }
  }

  mutating func requiredImage(_ name: String, from origin: Origin?) -> ImageReference? {
    required(name) { url throws(ValidationError) in try ImageReference(url, from: origin) }
  }
}
