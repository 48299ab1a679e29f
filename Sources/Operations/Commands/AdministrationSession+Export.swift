import Cryptography
import Domain
import EventLoop
import LocalPostgres
import Postgres
import Repositories
import Text
import Web

extension AdministrationSession {
  /// Writes the whole shop, as it is at one moment, into a directory, or into a zip file if the
  /// path ends in `.zip`, while servers keep running.
  package func exportShop(
    to path: String, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    let manifest = try await withDatabase { database, loop throws(CommandError) in
      let files: any ExportFiles =
        path.utf8.suffix(4).elementsEqual(".zip".utf8)
        ? try ExportZip(path) : try ExportDirectory(path)
      stop.willMake(files.part)
      defer { stop.hasMade(files.part) }
      do throws(CommandError) {
        let export = ShopExport(files: files, release: parts.release, progress: progress)
        return try await onConnection(
          to: database, on: loop, as: RestoreTarget.backingUp
        ) { connection in
          try await connection.transaction(.snapshot) { try await export.run(in: $0) }
        }
      } catch {
        await stop.outlive()
        files.abandon()
        throw error
      }
    }
    let line =
      "exported \(manifest.tables.count) tables with \(manifest.rows) rows and \(manifest.pictures)"
      + " pictures into \(path.printable(1_000))"
    return CommandReport([line]) {
      $0.string("exported", path)
      $0.integer("tables", manifest.tables.count)
      $0.integer("rows", manifest.rows)
      $0.integer("pictures", manifest.pictures)
    }
  }
}

extension AdministrationSession {
  /// Writes a vendor's products as CSV.
  ///
  /// - Parameters:
  ///   - path: `-` for standard output.
  ///   - vendor: an identifier; nil for the only vendor.
  package func exportProducts(
    to path: String, of vendor: String?, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    defer { progress?.end() }
    let written = try await withDatabase { database, loop throws(CommandError) in
      let file = try PartFile(path)
      let part = PartFile.part(of: path)
      if path != "-" { stop.willMake(part) }
      defer { stop.hasMade(part) }
      do throws(CommandError) {
        return try await onConnection(
          to: database, on: loop, as: RestoreTarget.backingUp
        ) { connection in
          try await connection.transaction(.snapshot) {
            try await Self.write(file, of: vendor, in: $0, progress)
          }
        }
      } catch {
        await stop.outlive()
        file.abandon()
        throw error
      }
    }
    let name = path == "-" ? "standard output" : path.printable(1_000)
    let line = "exported \(written.products) products in \(written.rows) rows into \(name)"
    return CommandReport([line]) {
      $0.string("exported", path)
      $0.integer("products", written.products)
      $0.integer("rows", written.rows)
    }
  }

  private static func write(
    _ file: PartFile, of vendor: String?, in transaction: Transaction, _ progress: ProgressLine?
  ) async throws -> ProductSheetFile {
    let vendors = try await ProductSheet.vendors(vendor, in: transaction)
    guard let id = vendors.first, vendors.count == 1 else {
      throw CommandError(
        .usage,
        vendors.isEmpty
          ? "there is no such vendor: `moa vendor list` shows them."
          : "there are several vendors: name one with --vendor; `moa vendor list` shows them.")
    }
    var sheet = ProductSheetFile()
    try file.write(ProductSheetFile.header)
    try await ProductSheet.forEachRow(of: id, in: transaction) { rows in
      try file.write(sheet.lines(rows))
      progress?.tell("\(sheet.products) products")
    }
    try file.finish()
    return sheet
  }
}

/// Writes one moment of a shop: a file for each table, a file for each picture, and their list.
struct ShopExport: Sendable {
  let files: any ExportFiles
  let release: String
  let progress: ProgressLine?

  func run(in transaction: Transaction) async throws -> ExportManifest {
    let tables = try await ShopTable.all(in: transaction)
    guard !tables.isEmpty else {
      throw CommandError(.data, "there is no shop in the database: name another one.")
    }
    var written: [ExportManifest.Table] = []
    for table in tables { written.append(try await write(table, in: transaction)) }
    var pictures: Set<String> = []
    for table in tables {
      try await table.forEachPicture(in: transaction) { path, bytes in
        guard pictures.insert(path).inserted else { return }
        try files.begin(path)
        try files.write(bytes)
        try files.end()
        progress?.tell("\(pictures.count) pictures")
      }
    }
    let manifest = ExportManifest(
      release: release, tables: written, pictures: Int64(pictures.count))
    // Last: an export that has it is whole.
    try files.begin(ExportManifest.name)
    try files.write(manifest.bytes)
    try files.end()
    try files.finish()
    return manifest
  }

  private func write(
    _ table: ShopTable, in transaction: Transaction
  ) async throws -> ExportManifest.Table {
    let digest = SHA256.Stream()
    var rows: Int64 = 0
    try files.begin(table.name + ".jsonl")
    try await table.forEachLine(in: transaction) { lines in
      let piece = Array(lines.joined(separator: [0x0A])) + [0x0A]
      digest.update(piece)
      try files.write(piece)
      rows += Int64(lines.count)
      progress?.tell("\(table.name): \(rows) rows")
    }
    try files.end()
    return ExportManifest.Table(
      name: table.name, columns: table.columns.map(\.name), nextID: table.nextID, rows: rows,
      digest: Hexadecimal.text(digest.digest))
  }
}
