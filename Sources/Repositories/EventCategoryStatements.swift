import Domain
import Postgres

/// The statements about `moa.event_categories`.
enum EventCategoryStatements {
  struct Live: Sendable {
    let instant: Timestamp
    let limit: Int
  }

  static let live = Statement<Live, EventCategoryRow>(
    """
    select id, key, title, thumbnail_image_url, thumbnail_text_image_url, position,
      starts_at, ends_at, version
    from moa.event_categories
    where (starts_at is null or starts_at <= $1) and (ends_at is null or ends_at > $1)
    order by position
    limit $2
    """,
    bind: { parameters, encoder in
      encoder.timestamptz(microseconds: parameters.instant.microseconds)
      encoder.int8(Int64(parameters.limit))
    },
    decode: EventCategoryRow.init)

  static let all = Statement<Int, EventCategoryRow>(
    """
    select id, key, title, thumbnail_image_url, thumbnail_text_image_url, position,
      starts_at, ends_at, version
    from moa.event_categories
    order by position
    limit $1
    """,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: EventCategoryRow.init)

  /// Conflicts with itself and with every writer, not with readers.
  static let lock = Statement<Void, Void>(
    "lock table moa.event_categories in share row exclusive mode")

  static let deferPositions = Statement<Void, Void>(
    "set constraints moa.event_categories_position_unique deferred")

  static let checkPositions = Statement<Void, Void>(
    "set constraints moa.event_categories_position_unique immediate")

  static let remove = Statement<Int64, Void>(
    "delete from moa.event_categories where id = $1",
    bind: { id, encoder in encoder.int8(id) })

  static let update = Statement<EventCategory, Void>(
    """
    update moa.event_categories
    set key = $2, title = $3, thumbnail_image_url = $4, thumbnail_text_image_url = $5,
      position = $6, starts_at = $7, ends_at = $8, version = $9, updated_at = now()
    where id = $1
    """,
    bind: { category, encoder in
      encoder.int8(category.id)
      encoder.content(of: category.draft, at: category.position)
      encoder.int4(Int32(clamping: category.version))
    })

  static let insert = Statement<EventCategoryPlan.Creation, Int64>(
    """
    insert into moa.event_categories
      (key, title, thumbnail_image_url, thumbnail_text_image_url, position, starts_at, ends_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id
    """,
    bind: { creation, encoder in
      encoder.content(of: creation.draft, at: creation.position)
    },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// For rows that bring their ids; they are at their first version.
  static let insertNumbered = Statement<EventCategory, Void>(
    """
    insert into moa.event_categories
      (id, key, title, thumbnail_image_url, thumbnail_text_image_url, position,
        starts_at, ends_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    """,
    bind: { category, encoder in
      encoder.int8(category.id)
      encoder.content(of: category.draft, at: category.position)
    })
}

extension ParameterEncoder {
  /// Seven parameters, in the order in which insert and update name their columns.
  fileprivate mutating func content(of draft: EventCategoryDraft, at position: Int) {
    text(draft.key.text)
    text(draft.title.text)
    text(draft.thumbnailImage.text)
    text(draft.thumbnailTextImage.text)
    int4(Int32(clamping: position))
    timestamptz(microseconds: draft.schedule.startsAt?.microseconds)
    timestamptz(microseconds: draft.schedule.endsAt?.microseconds)
  }
}
