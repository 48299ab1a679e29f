import Domain
import LocalPostgres
import Web

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension AdministrationSession {
  /// Makes a backup in the directory of backups, and removes the oldest beyond `count`.
  package func backup(
    keeping count: Int, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    let folder = BackupFolder(
      try backupDirectory(nil, or: "name a file (`moa backup FILE`), or a directory"))
    let made = try await backup(to: folder.path(of: .now), progress)
    let removed = try await Self.offload { try folder.keep(count) }
    guard removed > 0 else { return made }
    return CommandReport(
      lines: made.lines + ["removed \(removed) older backups"], json: made.json)
  }

  /// Lists the backups in a directory, with what keeps one from being restored by this program.
  ///
  /// - Parameter directory: nil for the one that the settings name.
  package func listBackups(
    in directory: String?, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    let folder = BackupFolder(try backupDirectory(directory, or: "name a directory"))
    let rows = try await Self.offload { () throws in
      try folder.files().map { KeptBackup($0, progress) }
    }
    progress?.end()
    return CommandReport(
      lines: rows.isEmpty ? ["there is no backup in \(folder.directory)"] : rows.map(\.line),
      of: rows
    ) {
      $0.string("file", $1.path)
      $0.optionalString("created_at", $1.manifest?.createdAt.rfc3339)
      $0.optionalString("moa", $1.manifest?.release)
      if let rows = $1.manifest?.rows { $0.integer("rows", rows) }
      $0.integer("bytes", $1.bytes)
      $0.bool("restorable", $1.flaw == nil)
      $0.optionalString("flaw", $1.flaw)
    }
  }

  private func backupDirectory(
    _ named: String?, or advice: String
  ) throws(CommandError) -> String {
    if let directory = named ?? settings.backups { return directory }
    throw CommandError(.usage, "\(advice): \(SettingName.backups).")
  }

  /// Lists the times that can be restored from the archive, one row for each unbroken log.
  package func listArchive() async throws(CommandError) -> CommandReport {
    guard let archive = settings.archive else {
      throw CommandError(.usage, "name the archive: \(SettingName.archive).")
    }
    let rows = try await Self.offload { () throws in
      do { return try SharedArchive(directory: archive).spans() } catch let error
        as FileTree.Trouble
      {
        throw CommandError(.unavailable, "cannot read the archive", because: "\(error)")
      }
    }
    return CommandReport(
      lines: rows.isEmpty ? ["there is no archive in \(archive)"] : rows.map(\.line), of: rows
    ) {
      $0.string("archive", $1.directory)
      $0.string("from", $1.from.rfc3339)
      $0.string("until", $1.until.rfc3339)
      $0.integer("copies", $1.copies)
      $0.optionalString("missing", $1.missing)
    }
  }
}

/// A file in a directory of backups.
private struct KeptBackup: Sendable {
  let path: String
  var manifest: BackupManifest?
  var bytes = 0
  /// Why it cannot be restored; nil if it can.
  var flaw: String?

  init(_ path: String, _ progress: ProgressLine?) {
    self.path = path
    do throws(CommandError) {
      let file = try BackupFile(path)
      bytes = file.byteCount
      let manifest = try file.check(progress)
      self.manifest = manifest
      _ = try AdministrationSession.pending(after: manifest, in: file)
    } catch { flaw = error.description }
  }

  var line: String {
    // A flaw begins with the name.
    if let flaw { return flaw }
    guard let manifest else { return path.printable(1_000) }
    return "\(path.printable(1_000)): \(manifest.createdAt.rfc3339), \(manifest.rows) rows,"
      + " \(bytes >> 20) MB, moa \(manifest.release.printable(40)),"
      + " PostgreSQL \(manifest.serverMajor)"
  }
}

/// The times that can be restored from one unbroken log.
struct ArchiveSpan: Equatable, Sendable {
  /// Of the database.
  let directory: String
  let from: Timestamp
  /// When the newest usable file of the log was written to last.
  let until: Timestamp
  let copies: Int
  /// A file of the log that is missing: times after it cannot be restored.
  let missing: String?

  var line: String {
    let end = missing.map { "; the file \($0) of the log is missing after that" } ?? ""
    return "\(directory.printable(1_000)): from \(from.rfc3339) until \(until.rfc3339),"
      + " \(copies) copies\(end)"
  }
}

extension SharedArchive {
  /// Of all databases in the archive, oldest first.
  func spans() throws(FileTree.Trouble) -> [ArchiveSpan] {
    let direct = ArchiveLayout(directory: directory)
    if try !direct.chapters.isEmpty { return try direct.spans() }
    var spans: [ArchiveSpan] = []
    for system in try systems() { spans += try layout(of: system).spans() }
    return spans
  }
}

extension ArchiveLayout {
  fileprivate func spans() throws(FileTree.Trouble) -> [ArchiveSpan] {
    var spans: [ArchiveSpan] = []
    for chapter in try chapters {
      let bases = try bases(of: chapter)
      guard let first = bases.first, let segment = Self.firstSegment(of: first) else { continue }
      let (run, missing) = ArchiveSegment.unbroken(try log(of: chapter), from: segment)
      var status = stat()
      guard let last = run.last, stat("\(wal(chapter))/\(last.file)", &status) == 0 else {
        continue
      }
      #if canImport(Glibc)
        let second = Int64(status.st_mtim.tv_sec)
      #else
        let second = Int64(status.st_mtimespec.tv_sec)
      #endif
      spans.append(
        ArchiveSpan(
          directory: directory, from: first.time,
          until: max(first.time, Timestamp(clamping: second * 1_000_000)), copies: bases.count,
          missing: missing))
    }
    return spans
  }
}
