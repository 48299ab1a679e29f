import LocalPostgres
import Repositories

/// Why the text that `pg_restore` makes of a backup is refused.
enum DumpFlaw: Error, Equatable {
  /// A statement that is neither rows nor a sequence's number.
  case statement(String)
  /// Rows of a table that is not in the manifest.
  case unknownTable(String)
  /// More rows or bytes than the manifest says.
  case tooMuch(table: String)
  /// A line longer than any of a shop, or too many definitions.
  case tooLong
  case cutOff

  var reason: String {
    switch self {
    case .statement(let text): "it has a statement other than rows: \(text.printable(80))"
    case .unknownTable(let name): "the list in it lacks the table \(name.printable(80))"
    case .tooMuch(let table): "the table \(table) is larger than the list in it says"
    case .tooLong: "a line or the schema in it is longer than any of a shop"
    case .cutOff: "its rows end early"
    }
  }
}

/// Cuts pieces of text into lines.
struct DumpLines {
  /// A picture of 300 KB makes a line of 600 KB, and no other row is longer.
  static let lineBytesMax = 16 << 20

  private var rest: [UInt8] = []

  /// Whether the last line had no end.
  var isCutOff: Bool { !rest.isEmpty }

  /// The lines that are whole now, without their ends.
  ///
  /// - Throws: also for U+0000, where `psql` would see another line end than we do.
  mutating func take(_ piece: [UInt8]) throws(DumpFlaw) -> [ArraySlice<UInt8>] {
    guard !piece.contains(0) else { throw .statement("U+0000") }
    guard let last = piece.lastIndex(of: 0x0A) else {
      rest += piece
      guard rest.count <= Self.lineBytesMax else { throw .tooLong }
      return []
    }
    let whole = rest + piece[..<last]
    rest = Array(piece[(last + 1)...])
    return whole.split(separator: 0x0A, omittingEmptySubsequences: false)
  }
}

/// Admits the rows of a dump and nothing else, as statements that are made anew: the text that
/// `pg_restore` makes of a hostile file may hold any statement, and `psql` would run it.
struct DumpRows {
  private struct Room {
    var rows: Int64
    var bytes: Int64

    /// COPY writes a row longer than its text: escapes, and marks between columns.
    init(_ table: TableContent) {
      rows = table.rows
      // Older backups do not say the bytes.
      let perRow: Int64 = table.bytes == nil ? 4 << 20 : 256
      let (more, isTooMuch) = table.rows.multipliedReportingOverflow(by: perRow)
      let (bytes, isOver) = (table.bytes ?? 0).multipliedReportingOverflow(by: 2)
      self.bytes = isTooMuch || isOver ? .max : bytes.addingReportingOverflow(more).partialValue
    }
  }

  private var lines = DumpLines()
  private var room: [String: Room]
  /// The table whose rows are read.
  private var table: String?

  init(_ tables: [TableContent]) {
    room = Dictionary(tables.map { ($0.name, Room($0)) }) { first, _ in first }
  }

  /// The text that `psql` may read.
  mutating func take(_ piece: [UInt8]) throws(DumpFlaw) -> [UInt8] {
    var admitted: [UInt8] = []
    admitted.reserveCapacity(piece.count)
    for line in try lines.take(piece) {
      if let table {
        try count(line, of: table)
        admitted += line
        admitted.append(0x0A)
      } else if let statement = try statement(line) {
        admitted += statement.utf8
        admitted.append(0x0A)
      }
    }
    return admitted
  }

  /// Call it after the last piece.
  func end() throws(DumpFlaw) {
    guard table == nil, !lines.isCutOff else { throw .cutOff }
  }

  private mutating func count(_ line: ArraySlice<UInt8>, of table: String) throws(DumpFlaw) {
    // psql takes a line of two bytes for the end of the rows; a row never begins so.
    if line.starts(with: Array("\\.".utf8)) {
      guard line.count == 2 else { throw Self.refusal(of: line) }
      self.table = nil
      return
    }
    room[table]?.rows -= 1
    room[table]?.bytes -= Int64(line.count) + 1
    guard let left = room[table], left.rows >= 0, left.bytes >= 0 else {
      throw .tooMuch(table: table)
    }
  }

  /// The statement for one line outside of rows; nil for a comment or a setting, which the restore
  /// sets itself.
  private mutating func statement(_ line: ArraySlice<UInt8>) throws(DumpFlaw) -> String? {
    guard !line.starts(with: Array("--".utf8)) else { return nil }
    guard line.count <= Self.statementBytesMax, line.allSatisfy({ $0 < 0x80 }) else {
      throw Self.refusal(of: line)
    }
    let text = String(decoding: line, as: UTF8.self)
    if let (name, columns) = Self.copy(text) {
      guard room[name] != nil else { throw .unknownTable(name) }
      table = name
      return "copy moa.\(name) (\(columns)) from stdin;"
    }
    if let (name, number, isCalled) = Self.sequence(text) {
      return "select pg_catalog.setval('moa.\(name)', \(number), \(isCalled));"
    }
    guard text.isEmpty || Self.ignored.contains(where: text.hasPrefix),
      !text.hasPrefix("SET client_encoding") || text == "SET client_encoding = 'UTF8';"
    else { throw Self.refusal(of: line) }
    return nil
  }

  private static func refusal(of line: ArraySlice<UInt8>) -> DumpFlaw {
    .statement(String(decoding: line.prefix(200), as: UTF8.self))
  }

  /// Far more than the columns of any table.
  static let statementBytesMax = 16_384

  private static let ignored = [
    "SET ", "SELECT pg_catalog.set_config('search_path', '', false);", "\\restrict ",
    "\\unrestrict ",
  ]

  /// The table and the columns of `COPY moa.name (columns) FROM stdin;`.
  private static func copy(_ text: String) -> (String, String)? {
    let (start, middle, end) = ("COPY moa.", " (", ") FROM stdin;")
    guard text.hasPrefix(start), text.hasSuffix(end), let range = text.firstRange(of: middle),
      text.utf8.count >= start.utf8.count + middle.utf8.count + end.utf8.count
    else { return nil }
    let name = text[..<range.lowerBound].dropFirst(start.count)
    let columns = text[range.upperBound...].dropLast(end.count).split(separator: ", ").map {
      $0.hasPrefix("\"") && $0.hasSuffix("\"") ? $0.dropFirst().dropLast() : $0
    }
    guard isName(name), !columns.isEmpty, columns.allSatisfy(isName) else { return nil }
    return (String(name), columns.map { "\"\($0)\"" }.joined(separator: ", "))
  }

  /// The parts of `SELECT pg_catalog.setval('moa.name', 1, true);`.
  private static func sequence(_ text: String) -> (Substring, UInt64, Bool)? {
    let (start, end) = ("SELECT pg_catalog.setval('moa.", ");")
    guard text.hasPrefix(start), text.hasSuffix(end) else { return nil }
    let parts = text.dropFirst(start.count).dropLast(end.count).split(separator: ", ")
    guard parts.count == 3, parts[0].hasSuffix("'"), isName(parts[0].dropLast()),
      let number = UInt64(parts[1]), let isCalled = Bool(String(parts[2]))
    else { return nil }
    return (parts[0].dropLast(), number, isCalled)
  }

  /// Names that migrations give need no quotes.
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
      }
  }
}

/// Collects the names of a dump's definitions from the comments that `pg_restore` writes before
/// each, and the names of the checks within a table.
struct DumpObjects {
  /// Without effect on a shop that lacks them; they are not restored.
  private static let leftOut: Set = [
    "INDEX", "STATISTICS", "STATISTICS DATA", "COMMENT", "ACL", "DEFAULT ACL", "SECURITY LABEL",
    "PUBLICATION TABLE",
    "SEQUENCE OWNED BY",
  ]
  static let namesMax = 10_000

  private var lines = DumpLines()
  /// The table that is being defined.
  private var table: String?
  /// Such as `FUNCTION own_image(text)`.
  private(set) var names: [String] = []

  mutating func take(_ piece: [UInt8]) throws(DumpFlaw) {
    for line in try lines.take(piece) {
      if line.starts(with: Array("-- Name: ".utf8)) {
        add(header: String(decoding: line.prefix(1_000), as: UTF8.self))
      } else if let table, line.starts(with: Array("    CONSTRAINT ".utf8)) {
        let words = String(decoding: line.prefix(1_000), as: UTF8.self).split(separator: " ")
        names.append("CHECK CONSTRAINT \(table) \(words.dropFirst().first ?? "")")
      }
      guard names.count <= Self.namesMax else { throw .tooLong }
    }
  }

  /// Takes `-- Name: name; Type: kind; Schema: moa; Owner: -`.
  private mutating func add(header: String) {
    let parts = header.dropFirst("-- Name: ".count).split(separator: "; ").map(String.init)
    guard parts.count >= 3 else { return names.append(header) }
    let kind = parts[1].replacing("Type: ", with: "")
    table = kind == "TABLE" ? parts[0] : nil
    guard !Self.leftOut.contains(kind), header.replacing("; Owner: -", with: "") != Self.schema
    else { return }
    names.append("\(kind) \(parts[0])")
  }

  private static let schema = "-- Name: moa; Type: SCHEMA; Schema: -"
}
