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

extension EventCategory {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: EventCategoryRow) throws(Failure) {
    let draft: EventCategoryDraft
    do throws(Flaw) {
      draft = EventCategoryDraft(
        key: try Slug(row.key), title: try Title(row.title),
        thumbnailImage: try ImageReference(row.thumbnailImageURL),
        thumbnailTextImage: try ImageReference(row.thumbnailTextImageURL),
        schedule: try Schedule(
          startsAt: row.startsAt.map(Timestamp.init(clamping:)),
          endsAt: row.endsAt.map(Timestamp.init(clamping:))))
    } catch {
      throw Failure(stored: "event category \(row.id)", flaw: error)
    }
    self.init(id: row.id, draft: draft, position: Int(row.position), version: Int(row.version))
  }
}
