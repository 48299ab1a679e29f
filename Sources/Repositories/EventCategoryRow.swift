import Domain
import Postgres
import UseCases

/// A row of `moa.event_categories`, in the order in which the statements select its columns.
struct EventCategoryRow: Sendable {
  let id: Int64
  let key: String
  let title: String
  let thumbnailImageURL: String
  let thumbnailTextImageURL: String
  let position: Int32
  let startsAt: Int64?
  let endsAt: Int64?
  let version: Int32

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.int8()
    key = try row.text()
    title = try row.text()
    thumbnailImageURL = try row.text()
    thumbnailTextImageURL = try row.text()
    position = try row.int4()
    startsAt = try row.optionalTimestamptz()
    endsAt = try row.optionalTimestamptz()
    version = try row.int4()
  }
}

/// A row of the list for those who arrange it.
struct ListedEventCategoryRow: Sendable {
  let listVersion: Int64
  /// Nil for the one row of an empty list.
  let category: EventCategoryRow?

  init(_ row: inout RowDecoder) throws(PostgresError) {
    listVersion = try row.int8()
    guard try row.bool() else {
      category = nil
      try row.skip(9)
      return
    }
    category = try EventCategoryRow(&row)
  }
}

/// A row of the list for those who look at it.
struct ShownEventCategoryRow: Sendable {
  let category: EventCategoryRow
  let thumbnail: ImageSummary?
  let thumbnailText: ImageSummary?

  init(_ row: inout RowDecoder) throws(PostgresError) {
    category = try EventCategoryRow(&row)
    thumbnail = try ImageSummary(&row)
    thumbnailText = try ImageSummary(&row)
  }
}

extension ImageSummary {
  /// Width, height and colour: all of them or none.
  fileprivate init?(_ row: inout RowDecoder) throws(PostgresError) {
    let width = try row.optionalInt4()
    let height = try row.optionalInt4()
    let color = try row.optionalInt4()
    guard let width, let height, let color else { return nil }
    self.init(width: Int(width), height: Int(height), color: Color(number: color))
  }
}

extension VersionedList<EventCategory> {
  /// - Throws: `.bug` when there is no version, or somebody wrote by hand what the domain forbids.
  init(_ rows: [ListedEventCategoryRow]) throws(Failure) {
    guard let version = rows.first?.listVersion else {
      throw .bug("the list of event categories has no version in the store")
    }
    var items: [EventCategory] = []
    for case let row? in rows.map(\.category) { items.append(try EventCategory(row)) }
    self.init(version: Int(version), items: items)
  }
}

extension EventCategory {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: EventCategoryRow) throws(Failure) {
    let draft: EventCategoryDraft
    do throws(ValidationError) {
      draft = EventCategoryDraft(
        key: try Slug(row.key), title: try Title(row.title),
        thumbnailImage: try ImageReference(stored: row.thumbnailImageURL),
        thumbnailTextImage: try ImageReference(stored: row.thumbnailTextImageURL),
        schedule: try Schedule(
          startsAt: row.startsAt.map(Timestamp.init(clamping:)),
          endsAt: row.endsAt.map(Timestamp.init(clamping:))))
    } catch {
      throw Failure(stored: "event category \(row.id)", flaw: error)
    }
    self.init(id: row.id, draft: draft, position: Int(row.position), version: Int(row.version))
  }
}
