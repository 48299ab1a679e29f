import Cryptography
import LocalPostgres
import Postgres
import Repositories
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Restores a backup into a database, in one transaction: `pg_restore` reads the dump, and `psql`
/// runs our own statements with the rows that came out of it.
///
/// A backup is data from a file that others may have written. Its schema is only compared with the
/// one that the migrations make; its rows are loaded by a role that may do nothing else.
struct ShopRestoration {
  let file: BackupFile
  let manifest: BackupManifest
  let target: RestoreTarget
  let programs: ClientPrograms
  let progress: ProgressLine?

  private static let arguments = [
    "--schema=moa", "--no-owner", "--no-privileges", "--no-comments", "--file=-", "--data-only",
  ]
  /// Without the schema's name: a file may have more than a backup has.
  private static let definitions = [
    "--no-owner", "--no-privileges", "--no-comments", "--file=-", "--schema-only",
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
    try programs.requireRestriction()
    let key = Hexadecimal.text(randomBytes(16))
    let beginning = RestoreScript.beginning(
      hasSchema: target.hasSchema, migrations(), objects: try objects(), key: key)
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
      restore = try read(Self.arguments, into: dump)
    } catch {
      psql.end()
      throw error
    }
    var flaw: DumpFlaw?
    var isTaken = false
    do throws(DumpFlaw) {
      isTaken =
        Files.write(beginning.utf8, to: script.writing) ? try pump(dump, into: script) : false
    } catch { flaw = error }
    dump.closeReading()
    let status = restore.wait()
    let end = RestoreScript.end(manifest.tables, servers: servers, key: key)
    progress?.tell("comparing \(manifest.tables.count) tables")
    let isCompared =
      isTaken && status == 0 && Files.write(end.utf8, to: script.writing)
      && said.next() == Array("\(RestoreScript.compared)\n".utf8)
    let isEnded = isCompared && Files.write(RestoreScript.commit.utf8, to: script.writing)
    // Without the last line psql rolls back.
    script.closeWriting()
    let outcome = psql.wait()
    let complaints = (psql.complaint(), restore.complaint())
    if let flaw { throw refusal(flaw) }
    try judge(psql: (outcome, complaints.0), restore: (status, complaints.1), isEnded)
  }

  /// Starts `pg_restore` on the file; its text comes out of `pipe`.
  private func read(
    _ arguments: [String], into pipe: BytePipe
  ) throws(CommandError) -> ClientProcess {
    file.rewind()
    let process = try ClientProcess(
      programs.path(of: "pg_restore"), arguments, on: nil, input: file.descriptor,
      output: pipe.writing)
    pipe.closeWriting()
    return process
  }

  /// The migrations that the shop had.
  private func migrations() -> [Migration] {
    let names = Set(manifest.migrations.map(\.name))
    return Migrator.embedded.migrations.filter { names.contains($0.name) }
  }

  /// The names of the definitions in the file.
  private func objects() throws(CommandError) -> [String] {
    let pipe = try BytePipe()
    let process = try read(Self.definitions, into: pipe)
    var objects = DumpObjects()
    var flaw: DumpFlaw?
    do throws(DumpFlaw) {
      while let piece = pipe.next() { try objects.take(piece) }
    } catch { flaw = error }
    pipe.closeReading()
    let status = process.wait()
    let complaint = process.complaint()
    if let flaw { throw refusal(flaw) }
    guard status == 0 else {
      throw CommandError(.data, "pg_restore cannot read \(file.name)", because: complaint)
    }
    return objects.names
  }

  private func refusal(_ flaw: DumpFlaw) -> CommandError {
    CommandError(
      .data, "\(file.name) is not trusted, and nothing was changed", because: flaw.reason)
  }

  /// Sends the rows to psql; false if it accepts no more input.
  private func pump(_ dump: BytePipe, into script: BytePipe) throws(DumpFlaw) -> Bool {
    var rows = DumpRows(manifest.tables)
    while let piece = dump.next() {
      guard Files.write(try rows.take(piece), to: script.writing) else { return false }
      progress?.tell("restoring (\(file.percentRead) %)")
    }
    try rows.end()
    return true
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
