import Repositories
import Web

/// The list in an export of what it contains: `manifest.json`.
///
/// It has no time: two exports of the same shop have the same bytes.
struct ExportManifest: Sendable, Equatable {
  /// One file: `products.jsonl`.
  struct Table: Sendable, Equatable {
    let name: String
    let columns: [String]
    let nextID: Int64?
    let rows: Int64
    /// SHA-256 of the file, in hexadecimal.
    let digest: String

    var file: String { name + ".jsonl" }
  }

  static let name = "manifest.json"
  /// The format that this program writes.
  static let format = 1

  /// Version of moa that made it.
  let release: String
  let tables: [Table]
  let pictures: Int64

  var rows: Int64 { tables.reduce(0) { $0 &+ $1.rows } }

  /// One line for each table, for people.
  var bytes: [UInt8] {
    let tables = tables.map { table in
      var writer = JSONWriter()
      writer.object { writer in
        writer.string("name", table.name)
        writer.integer("rows", table.rows)
        writer.string("sha256", table.digest)
        if let id = table.nextID { writer.integer("next_id", id) }
        writer.key("columns")
        writer.array(table.columns) { $0.string($1) }
      }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    var writer = JSONWriter()
    writer.string(release)
    let release = String(decoding: writer.bytes, as: UTF8.self)
    return Array(
      """
      {"moa_export":\(Self.format),"moa":\(release),"pictures":\(pictures),"tables":[
      \(tables.joined(separator: ",\n"))
      ]}

      """.utf8)
  }

  init(release: String, tables: [Table], pictures: Int64) {
    self.release = release
    self.tables = tables
    self.pictures = pictures
  }

  /// Reads the file.
  init(_ bytes: [UInt8]) throws(BackupManifest.Flaw) {
    guard let value = try? JSONParser.parse(bytes), let format = value.integer("moa_export") else {
      throw .malformed
    }
    guard format == Self.format else { throw .newer(format: format) }
    guard let release = value.string("moa"), let pictures = value.integer("pictures"),
      let tables = value.array("tables")?.compactMap(Self.table), !tables.isEmpty,
      tables.count == value.array("tables")?.count,
      Set(tables.map(\.name)).count == tables.count
    else { throw .malformed }
    self.init(release: release, tables: tables, pictures: pictures)
  }

  private static func table(_ value: JSONValue) -> Table? {
    guard let name = value.string("name"), let rows = value.integer("rows"),
      let digest = value.string("sha256"), let columns = value.array("columns"),
      // A name is a file's as well.
      TableContent(name: name, rows: rows, sum: "0") != nil
    else { return nil }
    let names = columns.compactMap { column in
      if case .string(let name) = column { name } else { nil as String? }
    }
    guard names.count == columns.count, !names.isEmpty else { return nil }
    return Table(
      name: name, columns: names, nextID: value.integer("next_id"), rows: rows, digest: digest)
  }
}
