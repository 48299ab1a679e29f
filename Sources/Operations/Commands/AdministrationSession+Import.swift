import Cryptography
import Domain
import EventLoop
import LocalPostgres
import Postgres
import Repositories
import Text
import Web

extension AdministrationSession {
  /// Whether there is what `moa export` has written, as a directory or a zip file.
  package static func isExport(_ path: String) -> Bool { ExportSource.isThere(path) }

  /// Puts an export into an empty shop: all of it, or nothing.
  package func importShop(
    from path: String, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    let shop = try await Self.offload {
      let shop = try ShopImport(path, progress)
      try shop.check()
      return shop
    }
    try await withDatabase(mayCreate: true) { database, loop throws(CommandError) in
      let schema = SchemaPreparation(database, on: loop, report)
      if database.started == nil {
        try await schema.check(NewerSchemaNotice(report))
      } else {
        _ = try await schema.migrate()
      }
      let name = database.connectionString
      try await onConnection(to: database, on: loop, as: RestoreTarget.restoring) { connection in
        try await connection.transaction(.readWrite) {
          try await shop.load(in: $0, servers: name.applicationName, named: "\(name)")
        }
      }
    }
    return shop.report
  }
}

/// Loads an export.
///
/// It is data from files that others may have written. Rows are values of columns of known tables,
/// added by a role that may do nothing else; no text of the export becomes a statement.
struct ShopImport: Sendable {
  private let source: ExportSource
  private let manifest: ExportManifest
  private let progress: ProgressLine?

  private static let manifestBytesMax = 4 << 20
  /// Rows and bytes of one statement. A single row may be longer than the bytes.
  private static let rowsMax = 500
  private static let batchBytes = 512 << 10
  /// Longer than any row of a shop, and shorter than a parameter may be: the longest description
  /// takes 480 KB if every byte of it is escaped.
  private static let lineBytesMax = 960 << 10

  init(_ path: String, _ progress: ProgressLine?) throws(CommandError) {
    source = try ExportSource(path)
    self.progress = progress
    let bytes = try source.open(ExportManifest.name).next(Self.manifestBytesMax)
    do throws(BackupManifest.Flaw) {
      manifest = try ExportManifest(bytes)
    } catch {
      switch error {
      case .newer(let format):
        throw CommandError(
          .data,
          "\(source.name) has the format \(format) of a newer moa, and this one knows"
            + " \(ExportManifest.format): use the newer program.")
      case .malformed:
        throw CommandError(
          .data, "\(source.name) is no export: name what `moa export` has written.")
      }
    }
  }

  /// Reads all rows once, before anything is changed.
  func check() throws(CommandError) {
    for table in manifest.tables {
      let file = try source.open(table.file)
      let digest = SHA256.Stream()
      while true {
        let piece = file.next()
        guard !piece.isEmpty else { break }
        digest.update(piece)
        progress?.tell("checking \(table.file)")
      }
      guard Hexadecimal.text(digest.digest) == table.digest else { throw damaged(table.file) }
    }
  }

  private func damaged(_ file: String) -> CommandError {
    CommandError(
      .data,
      "\(file.printable(200)) in \(source.name) is damaged or was changed: its checksum is another."
        + " Nothing was changed; export the shop again.")
  }

  private func tooLong(_ file: String) -> CommandError {
    CommandError(
      .data,
      "\(file.printable(200)) in \(source.name) has a row that is longer than any of a shop. Nothing"
        + " was changed.")
  }

  /// Loads all tables in one transaction.
  func load(in transaction: Transaction, servers: String, named name: String) async throws {
    try await transaction.script(RestoreScript.lock)
    let target = try await RestoreTarget.read(from: transaction, servers: servers)
    try Self.check(target, named: name)
    let tables = try tables(in: try await ShopTable.all(in: transaction))
    do {
      try await transaction.script(RestoreScript.beginning(emptying: tables.map(\.0)))
      for (table, listed) in tables { try await load(table, listed, in: transaction) }
      try await transaction.script(
        RestoreScript.end(of: tables.map(\.0), servers: servers), deadline: .seconds(86_400))
    } catch let error as PostgresError where error.sqlState != nil {
      throw CommandError(.data, "the import failed and nothing was changed", because: "\(error)")
    }
  }

  private static func check(
    _ target: RestoreTarget, named name: String
  ) throws(CommandError) {
    guard target.filled.isEmpty else {
      let tables = target.filled.prefix(3).joined(separator: ", ").printable(200)
      throw CommandError(
        .data,
        "the shop in the database \(name) is not empty (\(tables)), and nothing was changed: an export"
          + " keeps its ids, so import it into a new database (--data-dir or --database-url).")
    }
    guard target.sessions == 0 else {
      throw CommandError(
        .unavailable,
        "servers use the database \(name) (sessions: \(target.sessions)), and would go on with old"
          + " caches: stop them, import, and start them again.")
    }
  }

  /// The tables here of the tables in the list.
  private func tables(
    in schema: [ShopTable]
  ) throws(CommandError) -> [(ShopTable, ExportManifest.Table)] {
    var tables: [(ShopTable, ExportManifest.Table)] = []
    for listed in manifest.tables {
      let table = schema.first { $0.name == listed.name }
      guard let table = table?.exported(with: listed.columns, nextID: listed.nextID) else {
        throw CommandError(
          .data,
          "\(source.name) has a table \(listed.name) that this program does not know, because moa"
            + " \(manifest.release.printable(40)) made it: use that program or a newer one. Nothing was"
            + " changed.")
      }
      tables.append((table, listed))
    }
    return tables
  }

  private func load(
    _ table: ShopTable, _ listed: ExportManifest.Table, in transaction: Transaction
  ) async throws {
    let file = try source.open(listed.file)
    let digest = SHA256.Stream()
    let statement = table.loading
    var (lines, rows) = (DumpLines(), ShopTable.Rows())
    var (bytes, count) = (0, 0 as Int64)
    while true {
      let piece = file.next()
      digest.update(piece)
      for line in try lines.take(piece) where !line.isEmpty {
        guard line.count <= Self.lineBytesMax else { throw tooLong(listed.file) }
        let line = Array(line)
        let picture = table.hasPictures ? try picture(of: line, in: listed.file) : nil
        let more = line.count + (picture?.count ?? 0)
        let isFull = rows.lines.count >= Self.rowsMax || bytes + more > Self.batchBytes
        if isFull, !rows.lines.isEmpty {
          count += Int64(try await transaction.execute(statement, rows))
          (rows, bytes) = (ShopTable.Rows(), 0)
          progress?.tell("\(table.name): \(count) of \(listed.rows) rows")
        }
        rows.lines.append(line)
        if let picture { rows.pictures.append(picture) }
        bytes += more
      }
      if piece.isEmpty { break }
    }
    if !rows.lines.isEmpty { count += Int64(try await transaction.execute(statement, rows)) }
    // The file may have changed since it was checked.
    guard count == listed.rows, Hexadecimal.text(digest.digest) == listed.digest else {
      throw damaged(listed.file)
    }
  }

  /// The picture that a row names: a file with that digest, and no other path.
  private func picture(of line: [UInt8], in file: String) throws(CommandError) -> [UInt8] {
    guard let path = (try? JSONParser.parse(line))?.string("bytes") else { throw damaged(file) }
    let name = path.dropFirst("pictures/".utf8.count)
    guard path.hasPrefix("pictures/"), path.utf8.count == 77, !name.contains("/") else {
      throw damaged(file)
    }
    let bytes = try source.open(path).next(StoredImage.bytesMax)
    guard name.hasPrefix(Hexadecimal.text(SHA256.digest(bytes)) + ".") else { throw damaged(path) }
    return bytes
  }

  var report: CommandReport {
    let line =
      "imported \(manifest.tables.count) tables with \(manifest.rows) rows and \(manifest.pictures)"
      + " pictures"
    return CommandReport([line]) {
      $0.bool("imported", true)
      $0.integer("tables", manifest.tables.count)
      $0.integer("rows", manifest.rows)
      $0.integer("pictures", manifest.pictures)
    }
  }
}
