import Cryptography
import Domain
import Repositories
import Text
import Web

/// The description of a backup, after the dump.
///
/// A backup is a dump in the custom format of `pg_dump`, which `pg_restore` reads unchanged, and
/// two lines after it that `pg_restore` does not read:
///
///     {"moa_backup":1,...,"tables":[{"name":...,"rows":...,"sum":...,"bytes":...},...]}
///     moa-backup 0000004321 (64 digits: SHA-256 of all before this line)
struct BackupManifest: Sendable, Equatable {
  /// The format that this program writes.
  static let format = 1

  let createdAt: Timestamp
  /// Version of moa that made it.
  let release: String
  /// PostgreSQL's version number, such as 150014 for 15.14.
  let serverVersion: Int
  /// The major version of `pg_dump`, such as 15: an older `pg_restore` may not read the dump.
  let dumpMajor: Int
  let dumpBytes: Int
  let migrations: [SchemaHistory.Entry]
  let tables: [TableContent]

  var rows: Int64 { tables.reduce(0) { $0 &+ $1.rows } }
  /// Room that its rows may need; a false length is no reason to trap.
  var bytes: Int64 { tables.reduce(0) { $0 &+ min($1.bytes ?? 0, 1 << 46) } }
  var serverMajor: Int { serverVersion / 10_000 }

  /// Whether writes were stopped at that moment.
  var isReadOnly: Bool { tables.contains { $0.name == "read_only" && $0.rows > 0 } }

  /// The line with its end.
  var line: [UInt8] {
    var writer = JSONWriter(capacity: 8_192)
    writer.object { writer in
      writer.integer("moa_backup", Self.format)
      writer.string("created_at", createdAt.rfc3339)
      writer.string("moa", release)
      writer.integer("postgresql", serverVersion)
      writer.integer("pg_dump", dumpMajor)
      writer.integer("dump_bytes", dumpBytes)
      writer.key("migrations")
      writer.array(migrations) { writer, migration in
        writer.object {
          $0.string("name", migration.name)
          $0.string("checksum", migration.checksum)
          $0.string("applied_at", migration.appliedAt.rfc3339)
        }
      }
      writer.key("tables")
      writer.array(tables) { writer, table in
        writer.object {
          $0.string("name", table.name)
          $0.integer("rows", table.rows)
          $0.string("sum", table.sum)
          if let bytes = table.bytes { $0.integer("bytes", bytes) }
        }
      }
    }
    return writer.bytes + [0x0A]
  }
}

extension BackupManifest {
  /// Why a manifest cannot be used.
  enum Flaw: Error, Equatable {
    case malformed
    /// A newer program has written it.
    case newer(format: Int64)
  }

  /// Reads the line.
  init(line: [UInt8]) throws(Flaw) {
    guard let value = try? JSONParser.parse(line) else { throw .malformed }
    guard let format = value.integer("moa_backup") else { throw .malformed }
    guard format == Self.format else { throw .newer(format: format) }
    guard let createdAt = value.string("created_at").flatMap({ Timestamp(rfc3339: $0) }),
      let release = value.string("moa"), let server = value.integer("postgresql"),
      let dumpMajor = value.integer("pg_dump"), let bytes = value.integer("dump_bytes"),
      let migrations = value.array("migrations")?.compactMap(Self.migration),
      let tables = value.array("tables")?.compactMap(Self.table),
      migrations.count == value.array("migrations")?.count, !migrations.isEmpty,
      tables.count == value.array("tables")?.count, !tables.isEmpty
    else { throw .malformed }
    self.init(
      createdAt: createdAt, release: release, serverVersion: Int(server),
      dumpMajor: Int(dumpMajor), dumpBytes: Int(bytes), migrations: migrations, tables: tables)
  }

  private static func migration(_ value: JSONValue) -> SchemaHistory.Entry? {
    guard let name = value.string("name"), let checksum = value.string("checksum"),
      let appliedAt = value.string("applied_at").flatMap({ Timestamp(rfc3339: $0) })
    else { return nil }
    return SchemaHistory.Entry(name: name, checksum: checksum, appliedAt: appliedAt)
  }

  private static func table(_ value: JSONValue) -> TableContent? {
    guard let name = value.string("name"), let rows = value.integer("rows"),
      let sum = value.string("sum")
    else { return nil }
    return TableContent(name: name, rows: rows, sum: sum, bytes: value.integer("bytes"))
  }
}

extension JSONValue {
  func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  func string(_ name: String) -> String? {
    guard case .string(let text)? = member(name) else { return nil }
    return text
  }

  func integer(_ name: String) -> Int64? {
    guard case .integer(let number)? = member(name) else { return nil }
    return number
  }

  func array(_ name: String) -> [JSONValue]? {
    guard case .array(let elements)? = member(name) else { return nil }
    return elements
  }
}

/// The last line of a backup, always of the same length.
struct BackupSeal: Equatable {
  /// Length of the manifest's line.
  let manifestBytes: Int
  /// SHA-256 of everything before this line, in hexadecimal.
  let digest: String

  private static let start = "moa-backup "
  private static let numberDigits = 10
  private static let digestDigits = 64
  static let byteCount = start.utf8.count + numberDigits + 1 + digestDigits + 1

  init(manifestBytes: Int, digest: String) {
    self.manifestBytes = manifestBytes
    self.digest = digest
  }

  var line: [UInt8] {
    let number = String(manifestBytes)
    let zeros = String(repeating: "0", count: max(0, Self.numberDigits - number.utf8.count))
    return Array("\(Self.start)\(zeros)\(number) \(digest)\n".utf8)
  }

  /// Nil for another line.
  init?(line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard line.count == Self.byteCount, text.hasPrefix(Self.start), text.hasSuffix("\n"),
      words.count == 3, let count = Int(words[1]), count > 0
    else { return nil }
    self.init(manifestBytes: count, digest: String(words[2].dropLast()))
  }
}
