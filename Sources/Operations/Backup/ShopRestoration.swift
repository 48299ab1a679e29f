import LocalPostgres
import Postgres
import Repositories

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Restores a backup into a database, in one transaction: `pg_restore` makes SQL from the dump, and
/// `psql` runs it between our own beginning and end.
///
/// `pg_restore` alone drops only tables that are in the dump, and not those that a newer moa has
/// added; and it commits before the data is compared.
struct ShopRestoration {
  let file: BackupFile
  let manifest: BackupManifest
  let target: RestoreTarget
  let programs: ClientPrograms
  let progress: ProgressLine?

  /// Owners and rights are the database's defaults for new tables.
  private static let arguments = [
    "--schema=moa", "--no-owner", "--no-privileges", "--no-comments", "--file=-",
  ]
  private static let psql = [
    "--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse",
    "--output=/dev/null",
  ]

  /// Returns when it is committed. Blocks.
  ///
  /// - Throws: why nothing was changed.
  ///
  /// - Parameter servers: the name that servers of the database give to their connections.
  func run(in database: ConnectionString, servers: String) throws(CommandError) {
    let dump = try BytePipe()
    let script = try BytePipe()
    let said = try BytePipe()
    let psql = try ClientProcess(
      programs.path(of: "psql"), Self.psql, on: database, input: script.reading,
      output: said.writing)
    script.closeReading()
    said.closeWriting()
    let restore: ClientProcess
    do throws(CommandError) {
      file.rewind()
      restore = try ClientProcess(
        programs.path(of: "pg_restore"), Self.arguments, on: nil, input: file.descriptor,
        output: dump.writing)
    } catch {
      psql.end()
      throw error
    }
    dump.closeWriting()
    let isTaken = pump(dump, into: script)
    dump.closeReading()
    let status = restore.wait()
    let comparison = RestoreScript.comparison(manifest.tables, servers: servers)
    progress?.tell("comparing \(manifest.tables.count) tables")
    let isCompared =
      isTaken && status == 0 && Files.write(comparison.utf8, to: script.writing)
      && said.next() == Array("\(RestoreScript.compared)\n".utf8)
    let isEnded = isCompared && Files.write(RestoreScript.commit.utf8, to: script.writing)
    // Without the last line psql rolls back.
    script.closeWriting()
    let outcome = psql.wait()
    try judge(
      psql: (outcome, psql.complaint()), restore: (status, restore.complaint()), isEnded)
  }

  /// False if psql accepts no more input.
  private func pump(_ dump: BytePipe, into script: BytePipe) -> Bool {
    let beginning = RestoreScript.beginning(hasSchema: target.hasSchema)
    guard Files.write(beginning.utf8, to: script.writing) else { return false }
    var isFirst = true
    while var piece = dump.next() {
      if isFirst {
        while piece.count < Self.headBytes, let more = dump.next() { piece += more }
        piece = Self.withoutNewerSettings(piece)
        isFirst = false
      }
      guard Files.write(piece, to: script.writing) else { return false }
      progress?.tell("restoring (\(file.percentRead) %)")
    }
    return true
  }

  /// Settings of sessions come before everything else.
  private static let headBytes = 4_096

  /// Versions from 17 on write a setting that older servers do not know, and would reject.
  static func withoutNewerSettings(_ piece: [UInt8]) -> [UInt8] {
    let setting = Array("\nSET transaction_timeout = 0;\n".utf8)
    guard let range = piece.prefix(headBytes).firstRange(of: setting) else { return piece }
    return Array(piece[..<range.lowerBound] + piece[(range.upperBound - 1)...])
  }

  private func judge(
    psql: (status: Int32, complaint: String), restore: (status: Int32, complaint: String),
    _ isEnded: Bool
  ) throws(CommandError) {
    if psql.status == 0, restore.status == 0, isEnded { return }
    // The status of psql for a lost connection.
    if psql.status == 2, isEnded {
      throw CommandError(
        .unavailable,
        "the database was lost at the end: the backup may be restored, or not. Look before you try"
          + " again", because: psql.complaint)
    }
    let reason = psql.status != 0 ? psql.complaint : restore.complaint
    throw CommandError(.data, "the restore failed and nothing was changed", because: reason)
  }
}
