import Domain
import Postgres
import UseCases

/// The table of any list.
protocol ListTable: Sendable {
  var name: String { get }
  /// A statement for each column with URLs of images.
  var imageURLs: [String] { get }
  /// Conflicts with itself and with writers, not with readers.
  var lock: Statement<Void, Void> { get }
  /// Shows the placeholder wherever an item shows this image; the number of those items. Only for
  /// lists with images.
  var unshow: Statement<ImageDigest, Int64> { get }
}

/// The statements about the table of a list. Besides the declared columns, each table has `id`,
/// `position`, `version`, `starts_at` and `ends_at`.
final class ListStatements<Draft: ListedDraft>: ListTable {
  struct Row: Sendable {
    /// Nil for a new item; the store assigns its id.
    let id: Int64?
    let position: Int
    let row: ListPlan<Draft>.Row
  }

  /// The versions of the list, and one of its items; nil in the one row of an empty list.
  struct Listed: Sendable {
    let version: Int64
    let contentVersion: Int64
    let item: ListItem<Draft>?
  }

  var name: String { Draft.name }
  let imageURLs: [String]
  /// Nil if no other table refers to its items.
  let users: ListUsers?

  let shown: Statement<Timestamp, ShownItem<Draft>>
  let all: Statement<Void, Listed>
  let lock: Statement<Void, Void>
  let unshow: Statement<ImageDigest, Int64>
  let insert: Statement<Row, Int64>
  /// Moves the counter past ids that were given, so that the next row does not clash.
  let skipIDs: Statement<Void, Int64>
  /// Does not change the position.
  let update: Statement<ListPlan<Draft>.Row, Void>
  /// Arranges items in the order of the given ids.
  let order: Statement<[Int64], Void>
  /// Locks rows before the check for users: a write that is about to refer to one waits, and then
  /// finds it removed.
  let hold: Statement<[Int64], Int64>
  let remove: Statement<[Int64], Void>
  let setVersion: Statement<ArrangedList<Draft>, Void>

  /// Beside each column `..._url` of an image is a column `..._sha256` with its digest: a
  /// placeholder is drawn while it loads.
  ///
  /// - Parameter make: makes an item of the parts in its columns.
  init<each Part: Sendable>(
    _ make: @escaping @Sendable (repeat each Part) -> Draft,
    _ parts: repeat ListColumn<Draft, each Part>, users: ListUsers? = nil
  ) {
    var (names, images) = ([String](), [String]())
    for part in repeat each parts {
      names += part.names
      if part.isImage { images += part.names }
    }
    let bind: Bind = { draft, encoder in repeat (each parts).bind(draft, &encoder) }
    let read: Read = { row throws(PostgresError) in make(repeat try (each parts).read(&row)) }
    let table = Self.table
    let columns = Columns(names)
    let placeholders = images.map { String($0.dropLast("_url".count)) }
    imageURLs = images.map { "select \($0) as url from \(table)" }
    self.users = users
    shown = Self.shown(columns, placeholders, read)
    all = Self.all(columns, read)
    lock = Statement("lock table \(table) in share row exclusive mode", effect: .write)
    insert = Self.insert(columns, bind)
    update = Self.update(columns, bind)
    skipIDs = Statement(
      """
      select setval(pg_get_serial_sequence('\(table)', 'id'), greatest(
        (select coalesce(max(id), 1) from \(table)), (select last_value from \(table)_id_seq)))
      """,
      effect: .write,
      decode: { row throws(PostgresError) in try row.int8() })
    order = Statement(
      """
      update \(table) t
      set position = wanted.position
      from unnest($1::int8[]) with ordinality as wanted (id, position)
      where t.id = wanted.id and t.position <> wanted.position
      """,
      effect: .write,
      bind: { ids, encoder in encoder.int8Array(ids) })
    hold = Statement(
      "select id from \(table) where id = any ($1) order by id for update",
      effect: .write,
      bind: { ids, encoder in encoder.int8Array(ids) },
      decode: { row throws(PostgresError) in try row.int8() })
    remove = Statement(
      "delete from \(table) where id = any ($1)",
      effect: .write,
      bind: { ids, encoder in encoder.int8Array(ids) })
    setVersion = Self.setVersion()
    unshow = Self.unshow(images)
  }

  private typealias Bind = @Sendable (Draft, inout ParameterEncoder) -> Void
  private typealias Read = @Sendable (inout RowDecoder) throws(PostgresError) -> Draft

  private static var table: String { "moa.\(Draft.name)" }

  /// All columns of the table.
  private struct Columns {
    let names: [String]

    init(_ own: [String]) {
      names = ["id", "position", "version", "starts_at", "ends_at"] + own
    }

    var selected: String { names.map { "t.\($0)" }.joined(separator: ", ") }
  }

  private static func shown(
    _ columns: Columns, _ placeholders: [String], _ read: @escaping Read
  ) -> Statement<Timestamp, ShownItem<Draft>> {
    return Statement(
      """
      select \(([columns.selected] + placeholders.map(Self.placeholder)).joined(separator: ", "))
      from \(table) t \(placeholders.map(Self.join).joined(separator: " "))
      where (t.starts_at is null or t.starts_at <= $1) and (t.ends_at is null or t.ends_at > $1)
      order by t.position
      limit \(Draft.countMax)
      """,
      effect: .read,
      bind: { instant, encoder in encoder.timestamptz(microseconds: instant.microseconds) },
      decode: { row throws(PostgresError) in
        let item = try ListItem(&row, read)
        var summaries: [ImageSummary?] = []
        for _ in placeholders { summaries.append(try ImageSummary(&row)) }
        return ShownItem(item, placeholders: summaries)
      })
  }

  private static func all(
    _ columns: Columns, _ read: @escaping Read
  ) -> Statement<Void, Listed> {
    // Twice as many as allowed: a decision must know the whole list.
    return Statement(
      """
      select list.version, list.content_version, t.id is not null, \(columns.selected)
      from moa.list_versions list
      left join \(table) t on true
      where list.list = '\(Draft.name)'
      order by t.position
      limit \(2 * Draft.countMax)
      """,
      effect: .read,
      decode: { row throws(PostgresError) in
        let (version, contentVersion) = (try row.int8(), try row.int8())
        let hasItem = try row.bool()
        if !hasItem { try row.skip(columns.names.count) }
        return Listed(
          version: version, contentVersion: contentVersion,
          item: hasItem ? try ListItem(&row, read) : nil)
      })
  }

  private static func insert(
    _ columns: Columns, _ bind: @escaping Bind
  ) -> Statement<Row, Int64> {
    return Statement(
      """
      insert into \(table) (\(columns.names.joined(separator: ", ")))
      values (coalesce($1, nextval(pg_get_serial_sequence('\(table)', 'id'))), \
      \((2...columns.names.count).map { "$\($0)" }.joined(separator: ", ")))
      returning id
      """,
      effect: .write,
      bind: { insertion, encoder in
        encoder.int8(insertion.id)
        encoder.int4(Int32(clamping: insertion.position))
        encoder.content(of: insertion.row, bind)
      },
      decode: { row throws(PostgresError) in try row.int8() })
  }

  private static func update(
    _ columns: Columns, _ bind: @escaping Bind
  ) -> Statement<ListPlan<Draft>.Row, Void> {
    let changes = zip(columns.names.dropFirst(2), 2...).map { "\($0) = $\($1)" }
    return Statement(
      "update \(table) set \(changes.joined(separator: ", ")) where id = $1",
      effect: .write,
      bind: { row, encoder in
        encoder.int8(row.id)
        encoder.content(of: row, bind)
      })
  }

  private static func setVersion() -> Statement<ArrangedList<Draft>, Void> {
    Statement(
      """
      update moa.list_versions set version = $1, content_version = $2
      where list = '\(Draft.name)'
      """,
      effect: .write,
      bind: { list, encoder in
        encoder.int8(Int64(list.version))
        encoder.int8(Int64(list.contentVersion))
      })
  }

  private static func unshow(_ images: [String]) -> Statement<ImageDigest, Int64> {
    func shows(_ image: String) -> String {
      "position('/images/' || $1::text || '/' in \(image)) > 0"
    }
    let changes = images.map { image in
      "\(image) = case when \(shows(image)) then '\(ImageAddress.placeholder)' else \(image) end"
    }
    return Statement(
      """
      with changed as (
        update \(table)
        set \((changes + ["version = version + 1"]).joined(separator: ", "))
        where \(images.map(shows).joined(separator: " or "))
        returning id
      ), counted as (
        update moa.list_versions
        set version = version + 1, content_version = version + 1
        where list = '\(Draft.name)' and exists (select from changed)
      )
      select count(*) from changed
      """,
      effect: .write,
      bind: { digest, encoder in encoder.text(digest.hex) },
      decode: { row throws(PostgresError) in try row.int8() })
  }

  /// The size that the URL names, or the original if that size does not exist.
  private static func placeholder(_ image: String) -> String {
    """
    coalesce(\(image)_size.width, \(image).width), \
    coalesce(\(image)_size.height, \(image).height), \(image).color
    """
  }

  private static func join(_ image: String) -> String {
    """
    left join moa.images \(image) on \(image).sha256 = t.\(image)_sha256
    left join moa.image_renditions \(image)_size on \(image)_size.sha256 = t.\(image)_sha256
      and \(image)_size.preset = substring(t.\(image)_url from '/([a-z]+)[.][a-z]+$')
    """
  }
}

extension ListItem {
  fileprivate init(
    _ row: inout RowDecoder,
    _ read: @Sendable (inout RowDecoder) throws(PostgresError) -> Draft
  ) throws(PostgresError) {
    let (id, position, version) = (try row.int8(), try row.int4(), try row.int4())
    let startsAt = try row.optionalTimestamptz().map(Timestamp.init(clamping:))
    let endsAt = try row.optionalTimestamptz().map(Timestamp.init(clamping:))
    let schedule = try row.checked(0) { _ throws(ValidationError) in
      try Schedule(startsAt: startsAt, endsAt: endsAt)
    }
    self.init(
      id: id, draft: try read(&row), schedule: schedule, position: Int(position),
      version: Int(version))
  }
}

extension ImageSummary {
  /// Width, height and colour: all of them or none.
  init?(_ row: inout RowDecoder) throws(PostgresError) {
    let width = try row.optionalInt4()
    let height = try row.optionalInt4()
    let color = try row.optionalInt4()
    guard let width, let height, let color else { return nil }
    self.init(width: Int(width), height: Int(height), color: Color(number: color))
  }
}

extension ParameterEncoder {
  /// The columns from `version` on.
  fileprivate mutating func content<Draft>(
    of row: ListPlan<Draft>.Row, _ bind: @Sendable (Draft, inout ParameterEncoder) -> Void
  ) {
    int4(Int32(clamping: row.version))
    timestamptz(microseconds: row.schedule.startsAt?.microseconds)
    timestamptz(microseconds: row.schedule.endsAt?.microseconds)
    bind(row.draft, &self)
  }
}
