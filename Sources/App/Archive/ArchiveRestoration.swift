import Domain

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes a data directory as it was at a moment, beside the one of the shop. Blocks.
struct ArchiveRestoration {
  let archive: ArchiveLayout
  /// Nil for all that the archive has.
  let moment: Timestamp?
  /// Where the new data is made, in the form of a data directory of ours.
  let place: String

  /// Within the new data, so that the server's account can read it and no name of ours is part of a
  /// command that a shell reads.
  private static let log = "moa_wal"

  /// Copies what is needed, and writes down how to recover; the result is the base.
  func prepare(_ progress: ProgressLine?) throws(CommandError) -> ArchiveLayout.DataCopy {
    guard let base = archive.base(before: moment) else { throw nothing() }
    do {
      let layout = try LocalPostgresLayout(dataDirectory: place)
      let account = try LocalPostgresAccount.current()
      try layout.prepareHome()
      try layout.prepareServer(for: account)
      // Where its account cannot reach yet: as root we must not follow a link of theirs.
      let copy = "\(layout.home)/copy"
      progress?.tell("copying the data directory of \(base.time.rfc3339)")
      try FileTree.copy(base.path, to: copy)
      try copyLog(of: base, to: "\(copy)/\(Self.log)", progress)
      guard Files.replace("\(copy)/recovery.signal", with: "") else { throw FileTree.Trouble(copy) }
      if account.isAnother { try FileTree.give(copy, to: account) }
      guard rename(copy, layout.data) == 0 else { throw FileTree.Trouble(layout.data) }
    } catch {
      throw CommandError(.unavailable, "cannot copy from the archive", because: "\(error)")
    }
    return base
  }

  private func nothing() -> CommandError {
    guard let first = archive.allBases.first else {
      return CommandError(
        .data,
        "there is no archive in \(archive.directory.printable(1_000)): name the directory that"
          + " \(Setting.archive.name) of the server names.")
    }
    return CommandError(
      .data, "the archive begins at \(first.time.rfc3339): choose that time or a later one.")
  }

  private func copyLog(
    of base: ArchiveLayout.DataCopy, to directory: String, _ progress: ProgressLine?
  ) throws {
    guard mkdir(directory, 0o700) == 0 else { throw FileTree.Trouble(directory) }
    let first = ArchiveLayout.firstSegment(of: base) ?? ""
    let all = archive.log(of: base.chapter)
    let names = all.filter { name in
      let isWhole = name.hasSuffix(".partial") && all.contains(String(name.dropLast(8)))
      return (name.hasSuffix(".history") || name.prefix(24) >= first) && !isWhole
    }
    for (index, name) in names.enumerated() {
      // The newest is one that is not full: the server reads it up to where it ends.
      let full = name.hasSuffix(".partial") ? String(name.dropLast(8)) : name
      progress?.tell("copying the log (\(index + 1) of \(names.count))")
      try FileTree.copyFile("\(archive.wal(base.chapter))/\(name)", to: "\(directory)/\(full)")
    }
  }

  /// Source: PostgreSQL documentation, "Recovery Target".
  var recovery: String {
    // The server takes no Z here.
    let time = moment.map { $0.exactRFC3339.replacing("Z", with: "+00") }
    let target = time.map { "recovery_target_time = '\($0)'\n" } ?? ""
    return """
      restore_command = 'cp \(Self.log)/%f %p'
      \(target)recovery_target_action = 'promote'
      hot_standby = off

      """
  }

  /// Removes what only recovery needed, once it is over: as the account whose it is by then.
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
      "the archive has no write at that time or later, and nothing was changed: choose an earlier"
        + " time, or `--until latest` for all that it has.")
  }
}
