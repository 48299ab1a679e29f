import Domain
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes a data directory of a past moment, beside the shop's. Blocks.
struct ArchiveRestoration {
  let archive: ArchiveLayout
  /// Nil for all that the archive has.
  let moment: Timestamp?
  /// The place of the new data, in the form of our data directories.
  let place: String

  /// Inside the new data, so that the server's account can read it and a shell command contains no
  /// path of ours.
  private static let log = "moa_wal"

  /// Copies the needed files, and writes the recovery settings; returns the base.
  func prepare(_ progress: ProgressLine?) throws(CommandError) -> ArchiveLayout.DataCopy {
    let base = try chosenBase()
    let log = try neededLog(of: base)
    do {
      let layout = try LocalPostgresLayout(dataDirectory: place)
      let account = try LocalPostgresAccount.current()
      try layout.prepareHome()
      try layout.prepareServer(for: account)
      // Where its account cannot reach yet: as root we must not follow a link of theirs.
      let copy = "\(layout.home)/copy"
      progress?.tell("copying the data directory of \(base.time.rfc3339)")
      try FileTree.copy(base.path, to: copy)
      try verify(copy, progress)
      try copyLog(log, of: base, to: "\(copy)/\(Self.log)", progress)
      guard Files.replace("\(copy)/recovery.signal", with: "") else { throw FileTree.Trouble(copy) }
      if account.isAnother { try FileTree.give(copy, to: account) }
      guard rename(copy, layout.data) == 0 else { throw FileTree.Trouble(layout.data) }
    } catch {
      throw CommandError(.unavailable, "cannot copy from the archive", because: "\(error)")
    }
    return base
  }

  private func chosenBase() throws(CommandError) -> ArchiveLayout.DataCopy {
    let bases: [ArchiveLayout.DataCopy]
    do throws(FileTree.Trouble) {
      if let base = try archive.base(before: moment) { return base }
      bases = try archive.allBases
    } catch { throw Self.unreadable(error) }
    throw nothing(bases)
  }

  private func nothing(_ bases: [ArchiveLayout.DataCopy]) -> CommandError {
    guard let first = bases.first else {
      return CommandError(
        .data,
        "there is no archive in \(archive.directory.printable(1_000)): name the directory that"
          + " \(SettingName.archive) of the server names.")
    }
    return CommandError(
      .data, "the archive begins at \(first.time.rfc3339): choose that time or a later one.")
  }

  /// The log files that the base needs. A moment before a gap can be restored, and recovery reports
  /// if it was not reached; `latest` would silently be too early.
  private func neededLog(of base: ArchiveLayout.DataCopy) throws(CommandError) -> [String] {
    let all: [String]
    do throws(FileTree.Trouble) { all = try archive.log(of: base.chapter) } catch {
      throw Self.unreadable(error)
    }
    guard let first = ArchiveLayout.firstSegment(of: base) else {
      throw CommandError(
        .data, "the copy \(base.path.printable(1_000)) does not say which log it needs.")
    }
    let (run, missing) = ArchiveSegment.unbroken(all, from: first)
    if let missing, moment == nil || run.isEmpty {
      let cure = run.isEmpty ? "" : ": name a time before the gap instead of latest"
      throw CommandError(
        .data,
        "the file \(missing) of the log is not whole in"
          + " \(archive.wal(base.chapter).printable(1_000))\(cure).")
    }
    return all.filter { $0.hasSuffix(".history") } + run.map(\.file)
  }

  private static func unreadable(_ trouble: FileTree.Trouble) -> CommandError {
    CommandError(.unavailable, "cannot read the archive", because: "\(trouble)")
  }

  /// Compares the copy with the list of files and checksums that PostgreSQL has put into it, where
  /// its program for that is installed.
  private func verify(_ copy: String, _ progress: ProgressLine?) throws {
    let major = Files.text("\(copy)/PG_VERSION").flatMap { Int($0.withoutBlanks) }
    let program = try LocalPostgresBinaries.find(major: major).path(of: "pg_verifybackup")
    guard Files.isExecutable(program) else { return }
    progress?.tell("comparing the copy with its checksums")
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let process = try ClientProcess(
      program, ["--no-parse-wal", "--quiet", copy], on: nil, input: null, output: null)
    let status = process.wait()
    let complaint = process.complaint()
    guard status == 0 else { throw FileTree.Trouble(copy, complaint) }
  }

  private func copyLog(
    _ names: [String], of base: ArchiveLayout.DataCopy, to directory: String,
    _ progress: ProgressLine?
  ) throws {
    guard mkdir(directory, 0o700) == 0 else { throw FileTree.Trouble(directory) }
    for (index, name) in names.enumerated() {
      let isPartial = name.hasSuffix(".partial")
      let path = "\(archive.wal(base.chapter))/\(name)"
      var status = stat()
      guard stat(path, &status) == 0 else { throw FileTree.Trouble(path) }
      // Made in full size before anything is written to it, and here the disk was full.
      if isPartial, status.st_size < ArchiveSegment.bytes { continue }
      // The newest is one that is not full: the server reads it up to where it ends.
      let full = isPartial ? String(name.dropLast(8)) : name
      progress?.tell("copying the log (\(index + 1) of \(names.count))")
      try FileTree.copyFile(path, to: "\(directory)/\(full)")
    }
    guard Files.syncDirectory(directory) else { throw FileTree.Trouble(directory) }
  }

  /// Source: PostgreSQL documentation, "Recovery Target".
  var recovery: String {
    // The server takes no Z here.
    let time = moment.map { $0.exactRFC3339.replacing("Z", with: "+00") }
    let target = time.map { "recovery_target_time = '\($0)'\n" } ?? ""
    // Recovery regards a failure as the end of the log, except for statuses above 125.
    let copy = "if test -e \(Self.log)/%f; then cp \(Self.log)/%f %p || exit 200; else exit 1; fi"
    return """
      restore_command = '\(copy)'
      \(target)recovery_target_action = 'promote'
      hot_standby = off

      """
  }

  /// Removes the files that only recovery needed, after it, as the account that owns them then.
  func finish() throws(CommandError) {
    do throws(LocalPostgresError) {
      let log = "\(try LocalPostgresLayout(dataDirectory: place).data)/\(Self.log)"
      let result = try LocalPostgresAccount.current().command("/bin/rm", ["-rf", log]).run()
      guard result.status == 0 else { throw .failed(program: "rm", output: result.output) }
    } catch {
      throw CommandError(.unavailable, "cannot finish the restored data", because: "\(error)")
    }
  }

  /// A sentence for a server that could not recover.
  func failure(_ error: LocalPostgresError) -> CommandError {
    let words = error.description
    guard words.contains("before configured recovery target was reached") else {
      return CommandError(
        .unavailable, "the recovery failed and nothing was changed", because: words)
    }
    return CommandError(
      .data,
      "the archive has no write at that time or later, or a file of its log is missing before, and"
        + " nothing was changed: choose an earlier time, or `--until latest` for all that it has.")
  }
}
