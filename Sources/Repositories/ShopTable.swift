package import Postgres

/// A table that belongs to a shop, as it is exported: a line of JSON for each row, and its pictures
/// as files that are named by their digests.
///
/// Every table of the schema is exported, with all columns, unless it is named in ``leftOut``: a
/// table that a migration adds is moved with the shop, or a test asks why not.
package struct ShopTable: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    package let name: String
    /// Texts are ordered by their bytes, whatever the database's language is.
    let isText: Bool
    /// Whether it holds pictures; its rows have a column `media_type`.
    package let isPicture: Bool
    /// Its place in the primary key, from 1 on; 0 for none.
    let placeInKey: Int64
    /// Whether the database gives its numbers.
    let isNumbered: Bool
  }

  package let name: String
  package let columns: [Column]
  /// The id that the next row gets; nil for a table without one.
  package let nextID: Int64?

  /// The tables that stay behind, and why.
  package static let leftOut: [String: String] = [
    "schema_history": "of the database: its migrations",
    "server_keys": "of a server: another one makes its own",
    "read_only": "of a server: whether writes are stopped",
    "idempotency_keys": "of a server: answers that it repeats for a day",
    "vendor_uploads": "of a day: how many pictures a vendor has sent",
    "change_clock": "of the database: numbers of changes, which another one gives anew",
    "change_eras": "of the database: numbers of changes",
    "change_marks": "of the database: changes without a number",
    "changes": "of the database: numbers of changes",
    "shoppers": "of people: whose devices these are",
    "devices": "of people",
    "likes": "of people",
    "like_changes": "of people: likes to be counted",
    "recent_views": "of people",
    "search_devices": "of people: what they searched for",
    "search_trends": "of people: what many searched for",
  ]

  /// Columns of exported tables that stay behind: `like_count` counts likes.
  package static let columnsLeftOut: Set = ["products.like_count"]

  /// Whether it has pictures.
  package var hasPictures: Bool { columns.contains(where: \.isPicture) }

  /// Reads which tables there are, sorted by their names. Sets for the transaction how values look
  /// as text.
  package static func all(
    in transaction: Transaction
  ) async throws(PostgresError) -> [ShopTable] {
    try await transaction.script(ShopSnapshot.settings)
    var tables: [ShopTable] = []
    for found in try await transaction.rows(columns) where leftOut[found.table] == nil {
      guard !columnsLeftOut.contains("\(found.table).\(found.column.name)") else { continue }
      let last = tables.last?.name == found.table ? tables.removeLast() : nil
      tables.append(
        ShopTable(
          name: found.table, columns: (last?.columns ?? []) + [found.column],
          nextID: found.nextID ?? last?.nextID))
    }
    return tables
  }

  /// Columns that the database computes are not read: it computes them again.
  private static let columns = Statement<Void, (table: String, column: Column, nextID: Int64?)>(
    """
    select relname::text, attname::text, attcollation <> 0,
      attname = 'bytes' and atttypid = 'bytea'::regtype and exists (
        select from pg_attribute as other
        where other.attrelid = pg_class.oid and other.attname = 'media_type'),
      coalesce((
        select place
        from pg_index, unnest(indkey) with ordinality as part (number, place)
        where indrelid = pg_class.oid and indisprimary and number = attnum), 0),
      attidentity <> '',
      case when attidentity <> '' then
        coalesce(pg_sequence_last_value(
          pg_get_serial_sequence('moa.' || relname, attname)::regclass) + 1, 1)
      end
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'moa'::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname::text collate "C", attnum
    limit 10000
    """, effect: .read,
    decode: { (row) throws(PostgresError) in
      let table = try row.text()
      let (name, isText, isPicture) = (try row.text(), try row.bool(), try row.bool())
      let column = Column(
        name: name, isText: isText, isPicture: isPicture, placeInKey: try row.int8(),
        isNumbered: try row.bool())
      return (table, column, try row.optionalInt8())
    })
}

// MARK: - Export

extension ShopTable {
  /// Calls `body` with the rows as lines of JSON, in the order of the primary key, some at a time.
  ///
  /// - Parameter transaction: of the mode `.snapshot`.
  package func forEachLine(
    in transaction: Transaction, _ body: ([[UInt8]]) async throws -> Void
  ) async throws {
    // Descriptions are long, and folded texts longer.
    try await transaction.forEachBatch(of: lines, Self.nextLines, 100, body)
  }

  /// Calls `body` with its pictures and their paths in the export; several rows may share one.
  package func forEachPicture(
    in transaction: Transaction, _ body: (_ path: String, _ bytes: [UInt8]) async throws -> Void
  ) async throws {
    for column in columns where column.isPicture {
      let query = """
        select \(Self.path(of: column)), \(column.quoted)
        from moa.\(name.quoted)
        order by \(order)
        """
      try await transaction.forEachBatch(of: query, Self.nextPictures, 8) { pictures in
        for picture in pictures { try await body(picture.path, picture.bytes) }
      }
    }
  }

  /// Where a picture is in the export, as SQL.
  private static func path(of column: Column) -> String {
    """
    'pictures/' || encode(sha256(\(column.quoted)), 'hex')
      || case media_type when 'image/png' then '.png' else '.jpg' end
    """
  }

  private var lines: String {
    let columns = columns.map { column in
      column.isPicture ? "\(Self.path(of: column)) as \(column.quoted)" : column.quoted
    }
    return """
      select convert_to(row_to_json(each_row)::text, 'UTF8')
      from (select \(columns.joined(separator: ", ")) from moa.\(name.quoted)) as each_row
      order by \(order)
      """
  }

  /// The key, or all columns.
  private var order: String {
    let key = columns.filter { $0.placeInKey > 0 }.sorted { $0.placeInKey < $1.placeInKey }
    return (key.isEmpty ? columns : key).map { column in
      column.quoted + (column.isText ? #" collate "C""# : "")
    }.joined(separator: ", ")
  }

  private static let nextLines = Statement<Void, [UInt8]>(
    "fetch 100 from moa_export", effect: .read,
    decode: { (row) throws(PostgresError) in try row.bytea() })

  private static let nextPictures = Statement<Void, (path: String, bytes: [UInt8])>(
    "fetch 8 from moa_export", effect: .read,
    decode: { (row) throws(PostgresError) in (try row.text(), try row.bytea()) })
}

extension Transaction {
  /// Reads a query by a cursor, so that memory does not depend on the number of rows.
  ///
  /// - Parameters:
  ///   - next: fetches from `moa_export`.
  ///   - count: the rows that it fetches.
  func forEachBatch<Row: Sendable>(
    of query: String, _ next: Statement<Void, Row>, _ count: Int,
    _ body: ([Row]) async throws -> Void
  ) async throws {
    try await script("declare moa_export no scroll cursor for \(query)")
    while true {
      let rows = try await rows(next)
      if !rows.isEmpty { try await body(rows) }
      guard rows.count == count else { break }
    }
    try await script("close moa_export")
  }
}

// MARK: - Import

extension ShopTable {
  /// Some rows as they were exported, each with its picture if the table has some.
  package struct Rows: Sendable {
    package var lines: [[UInt8]] = []
    package var pictures: [[UInt8]] = []

    package init() {}
  }

  /// A statement that adds rows. Make it once for each table: its text is never freed.
  ///
  /// Rows are values of columns and nothing else: no text of an export becomes a statement.
  package var loading: Statement<Rows, Void> {
    let names = columns.map(\.name.quoted)
    let values = columns.map { $0.isPicture ? "picture" : "each_row.\($0.name.quoted)" }
    let sent =
      hasPictures
      ? "$1::bytea[], $2::bytea[]) as sent (line, picture" : "$1::bytea[]) as sent (line"
    return Statement(
      """
      insert into moa.\(name.quoted) (\(names.joined(separator: ", ")))
      overriding system value
      select \(values.joined(separator: ", "))
      from unnest(\(sent)),
        json_populate_record(null::moa.\(name.quoted), convert_from(line, 'UTF8')::json) as each_row
      """, effect: .write,
      bind: { [hasPictures] rows, encoder in
        encoder.array(rows.lines, of: .bytea)
        if hasPictures { encoder.array(rows.pictures, of: .bytea) }
      })
  }

  /// The table with the columns and the next id of an export; nil if a column is unknown here.
  ///
  /// Columns that the export lacks get their defaults: it may be of an older program.
  package func exported(with names: [String], nextID: Int64?) -> ShopTable? {
    let columns = names.compactMap { name in self.columns.first { $0.name == name } }
    guard columns.count == names.count, Set(names).count == names.count else { return nil }
    return ShopTable(name: name, columns: columns, nextID: nextID)
  }

  /// A statement after all rows: ids go on as in the exported shop.
  var numbering: String {
    guard let nextID, let column = columns.first(where: \.isNumbered) else { return "" }
    return """
      perform setval(pg_get_serial_sequence('moa.\(name)', '\(column.name)'), next - 1)
      from (
        select greatest(\(nextID), coalesce(max(\(column.quoted)), 0) + 1) as next
        from moa.\(name.quoted)
      ) as ids
      where next > 1;

      """
  }
}

extension ShopTable.Column {
  fileprivate var quoted: String { name.quoted }
}

extension String {
  /// As a name in SQL.
  var quoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
