import Domain
import Postgres

/// The statements about a table that keeps a list in the order of `position`.
struct ListStatements<Draft: ListedDraft>: Sendable {
  /// What is special about the table.
  struct Table: Sendable {
    /// In the schema `moa`.
    let name: String
    /// Those of a draft, in the order in which `bind` and `read` have them.
    let columns: [String]
    let bind: @Sendable (Draft, inout ParameterEncoder) -> Void
    let read: @Sendable (inout RowDecoder) throws(PostgresError) -> Draft
    /// Which of some ids of parents are there; nil where there are no parents.
    var knownParents: Statement<[Int64], Int64>?
    /// Which of some ids other rows need; nil where none does.
    var used: Statement<[Int64], Int64>?
    /// Such as `products`, for a sentence about those rows.
    var users = ""
  }

  struct Insertion: Sendable {
    /// Nil to be given one.
    let id: Int64?
    let draft: Draft
    let position: Int
  }

  let table: Table
  let all: Statement<Int, Placed<Draft>>
  let isEmpty: Statement<Void, Bool>
  /// Conflicts with itself and with every writer, not with readers.
  let lock: Statement<Void, Void>
  /// A new order passes through states in which two rows share a place.
  let deferPositions: Statement<Void, Void>
  /// Here and not at commit, so that a clash is reported as what it is.
  let checkPositions: Statement<Void, Void>
  let insert: Statement<Insertion, Int64>
  /// Rows that bring their ids leave the counter behind; the next row would clash.
  let skipIDs: Statement<Void, Int64>
  let update: Statement<Placed<Draft>, Void>
  /// Locks rows before it is asked what needs them: a write that is about to need one waits, and
  /// then finds it gone.
  let hold: Statement<[Int64], Int64>
  let remove: Statement<[Int64], Void>

  init(_ table: Table) {
    let (name, columns) = ("moa.\(table.name)", table.columns.joined(separator: ", "))
    let places = table.columns.indices.map { "$\($0 + 3)" }
    self.table = table
    all = Statement(
      "select id, position, \(columns) from \(name) order by position limit $1",
      effect: .read,
      bind: { limit, encoder in encoder.int8(Int64(limit)) },
      decode: { row throws(PostgresError) in
        let (id, position) = (try row.int8(), try row.int4())
        return Placed(id: id, draft: try table.read(&row), position: Int(position))
      })
    isEmpty = Statement(
      "select not exists (select from \(name))", effect: .read,
      decode: { row throws(PostgresError) in try row.bool() })
    lock = Statement("lock table \(name) in share row exclusive mode", effect: .write)
    deferPositions = Statement("set constraints \(name)_position_unique deferred", effect: .write)
    checkPositions = Statement("set constraints \(name)_position_unique immediate", effect: .write)
    insert = Self.insert(into: table, places)
    skipIDs = Statement(
      """
      select setval(pg_get_serial_sequence('\(name)', 'id'), greatest(
        (select coalesce(max(id), 1) from \(name)),
        (select last_value from \(name)_id_seq)))
      """,
      effect: .write,
      decode: { row throws(PostgresError) in try row.int8() })
    update = Self.update(table, places)
    hold = Statement(
      "select id from \(name) where id = any ($1) order by id for update",
      effect: .write,
      bind: { ids, encoder in encoder.int8Array(ids) },
      decode: { row throws(PostgresError) in try row.int8() })
    remove = Statement(
      "delete from \(name) where id = any ($1)",
      effect: .write,
      bind: { ids, encoder in encoder.int8Array(ids) })
  }

  private static func insert(
    into table: Table, _ places: [String]
  ) -> Statement<Insertion, Int64> {
    let (name, columns) = ("moa.\(table.name)", table.columns.joined(separator: ", "))
    return Statement(
      """
      insert into \(name) (id, position, \(columns))
      values (
        coalesce($1, nextval(pg_get_serial_sequence('\(name)', 'id'))), $2,
        \(places.joined(separator: ", ")))
      returning id
      """,
      effect: .write,
      bind: { insertion, encoder in
        encoder.int8(insertion.id)
        encoder.int4(Int32(clamping: insertion.position))
        table.bind(insertion.draft, &encoder)
      },
      decode: { row throws(PostgresError) in try row.int8() })
  }

  private static func update(
    _ table: Table, _ places: [String]
  ) -> Statement<Placed<Draft>, Void> {
    Statement(
      """
      update moa.\(table.name) set position = $2,
        \(zip(table.columns, places).map { "\($0) = \($1)" }.joined(separator: ", "))
      where id = $1
      """,
      effect: .write,
      bind: { item, encoder in
        encoder.int8(item.id)
        encoder.int4(Int32(clamping: item.position))
        table.bind(item.draft, &encoder)
      })
  }
}

extension ListStatements<EventBannerDraft> {
  static let eventBanners = ListStatements(
    Table(
      name: "event_banners",
      columns: ["content", "thumbnail_image_url", "link_kind", "link_id", "link_text"],
      bind: { banner, encoder in
        encoder.text(banner.content.text)
        encoder.text(banner.thumbnailImage.text)
        encoder.linkTarget(banner.link)
      },
      read: { row throws(PostgresError) in
        EventBannerDraft(
          content: try row.checked(try row.text(), Title.init(_:)),
          thumbnailImage: try row.checked(try row.text(), ImageReference.init(stored:)),
          link: try row.linkTarget())
      }))
}

extension ListStatements<CategoryDraft> {
  static let categories = ListStatements(
    Table(
      name: "categories", columns: ["title"],
      bind: { category, encoder in encoder.text(category.title.text) },
      read: { row throws(PostgresError) in
        CategoryDraft(title: try row.checked(try row.text(), Title.init(_:)))
      },
      used: Statement(
        "select distinct category_id from moa.item_types where category_id = any ($1)",
        effect: .read,
        bind: { ids, encoder in encoder.int8Array(ids) },
        decode: { row throws(PostgresError) in try row.int8() }),
      users: "item types"))
}

extension ListStatements<ItemTypeDraft> {
  static let itemTypes = ListStatements(
    Table(
      name: "item_types", columns: ["category_id", "section", "title", "thumbnail_image_url"],
      bind: { itemType, encoder in
        encoder.int8(itemType.categoryID)
        encoder.int8(itemType.section)
        encoder.text(itemType.title.text)
        encoder.text(itemType.thumbnailImage.text)
      },
      read: { row throws(PostgresError) in
        ItemTypeDraft(
          categoryID: try row.int8(), section: try row.optionalInt8(),
          title: try row.checked(try row.text(), Title.init(_:)),
          thumbnailImage: try row.checked(try row.text(), ImageReference.init(stored:)))
      },
      knownParents: Statement(
        "select id from moa.categories where id = any ($1)",
        effect: .read,
        bind: { ids, encoder in encoder.int8Array(ids) },
        decode: { row throws(PostgresError) in try row.int8() }),
      // One look into an index for each, however many products there are.
      used: Statement(
        """
        select id
        from unnest($1::int8[]) as removed (id)
        where exists (
          select from moa.products where item_type_id = removed.id and deleted_at is null
            and bucket between 0 and 3)
        """,
        effect: .read,
        bind: { ids, encoder in encoder.int8Array(ids) },
        decode: { row throws(PostgresError) in try row.int8() }),
      users: "products"))
}
