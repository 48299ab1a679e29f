import Domain
import Postgres

/// The statements about `moa.event_categories`.
enum EventCategoryStatements {
  struct Live: Sendable {
    let instant: Timestamp
    let limit: Int
  }

  /// With what is known of images of this site: of the size that the URL names, or of the original
  /// where that was not made.
  static let live = Statement<Live, ShownEventCategoryRow>(
    """
    select c.id, c.key, c.title, c.thumbnail_image_url, c.thumbnail_text_image_url, c.position,
      c.starts_at, c.ends_at, c.version,
      coalesce(plain_size.width, plain.width), coalesce(plain_size.height, plain.height),
      plain.color,
      coalesce(text_size.width, text.width), coalesce(text_size.height, text.height), text.color
    from moa.event_categories c
    left join moa.images plain on plain.sha256 = c.thumbnail_image_sha256
    left join moa.image_renditions plain_size on plain_size.sha256 = c.thumbnail_image_sha256
      and plain_size.preset = substring(c.thumbnail_image_url from '/([a-z]+)[.][a-z]+$')
    left join moa.images text on text.sha256 = c.thumbnail_text_image_sha256
    left join moa.image_renditions text_size on text_size.sha256 = c.thumbnail_text_image_sha256
      and text_size.preset = substring(c.thumbnail_text_image_url from '/([a-z]+)[.][a-z]+$')
    where (c.starts_at is null or c.starts_at <= $1) and (c.ends_at is null or c.ends_at > $1)
    order by c.position
    limit $2
    """, effect: .read,
    bind: { parameters, encoder in
      encoder.timestamptz(microseconds: parameters.instant.microseconds)
      encoder.int8(Int64(parameters.limit))
    },
    decode: ShownEventCategoryRow.init)

  /// The version of the list in each row; an empty list is one row with nothing else.
  static let all = Statement<Int, ListedEventCategoryRow>(
    """
    select list.version, c.id is not null, c.id, c.key, c.title, c.thumbnail_image_url,
      c.thumbnail_text_image_url, c.position, c.starts_at, c.ends_at, c.version
    from moa.list_versions list
    left join moa.event_categories c on true
    where list.list = 'event_categories'
    order by c.position
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: ListedEventCategoryRow.init)

  /// Above the version of the list and a given one.
  static let raiseVersion = Statement<Int64, Int64>(
    """
    update moa.list_versions
    set version = greatest(version, $1) + 1
    where list = 'event_categories'
    returning version
    """, effect: .write,
    bind: { version, encoder in encoder.int8(version) },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Conflicts with itself and with every writer, not with readers.
  static let lock = Statement<Void, Void>(
    "lock table moa.event_categories in share row exclusive mode", effect: .write)

  static let deferPositions = Statement<Void, Void>(
    "set constraints moa.event_categories_position_unique deferred", effect: .write)

  static let checkPositions = Statement<Void, Void>(
    "set constraints moa.event_categories_position_unique immediate", effect: .write)

  static let remove = Statement<Int64, Void>(
    "delete from moa.event_categories where id = $1", effect: .write,
    bind: { id, encoder in encoder.int8(id) })

  static let update = Statement<EventCategory, Void>(
    """
    update moa.event_categories
    set key = $2, title = $3, thumbnail_image_url = $4, thumbnail_text_image_url = $5,
      position = $6, starts_at = $7, ends_at = $8, version = $9, updated_at = now()
    where id = $1
    """, effect: .write,
    bind: { category, encoder in
      encoder.int8(category.id)
      encoder.content(of: category.draft, at: category.position)
      encoder.int4(Int32(clamping: category.version))
    })

  struct Insertion: Sendable {
    let creation: EventCategoryPlan.Creation
    let version: Int
  }

  static let insert = Statement<Insertion, Int64>(
    """
    insert into moa.event_categories
      (key, title, thumbnail_image_url, thumbnail_text_image_url, position, starts_at, ends_at,
        version)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    returning id
    """, effect: .write,
    bind: { insertion, encoder in
      encoder.content(of: insertion.creation.draft, at: insertion.creation.position)
      encoder.int4(Int32(clamping: insertion.version))
    },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// For rows that bring their ids.
  static let insertNumbered = Statement<EventCategory, Void>(
    """
    insert into moa.event_categories
      (id, key, title, thumbnail_image_url, thumbnail_text_image_url, position,
        starts_at, ends_at, version)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    """, effect: .write,
    bind: { category, encoder in
      encoder.int8(category.id)
      encoder.content(of: category.draft, at: category.position)
      encoder.int4(Int32(clamping: category.version))
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
