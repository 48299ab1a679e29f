import App
import ArgumentParser
import Operations

/// `moa backup` and `moa backup list`
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Save the whole shop in one file while servers run, or list backups.",
    discussion: """
      `moa backup FILE` writes a file. Without FILE, `moa backup --keep 7` makes one in the directory \
      of --backups. `moa help backup save` shows all options.
      """,
    subcommands: [Save.self, List.self], defaultSubcommand: Save.self)

  struct Save: AsyncParsableCommand, Configured {
    static let configuration = CommandConfiguration(
      abstract: "Save the whole shop in one file while servers run.",
      discussion: """
        The file has the state of one moment and a checksum. Only its owner can read it, because \
        it contains keys. It gets its name when it is complete and on the disk. pg_restore can \
        read it, too. Try it with `moa restore --verify`.

        Without a file it makes one in the directory of --backups, named by the time, and removes \
        older ones beyond --keep.
        """)

    @Argument(help: "File to write; - for standard output.")
    var file: String?

    @Option(help: "Number of backups to keep in --backups (default: 7).")
    var keep: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var settings: BackupOptions

    var flags: [Setting: String] { settings.flags }

    var wrongValues: [String] {
      guard let keep else { return [] }
      if file != nil { return ["--keep is for the directory of --backups: leave the file out."] }
      return keep > 0 ? [] : ["--keep is a number from 1 on."]
    }

    func run() async {
      await administer(flags) { session throws(CommandError) in
        guard let file else {
          return try output.say(await session.backup(keeping: keep ?? 7, ProgressLine()))
        }
        let report = try await session.backup(to: file, ProgressLine())
        // Standard output is the backup.
        if file == "-" { output.sayBeside(report) } else { try output.say(report) }
      }
    }
  }

  struct List: AsyncParsableCommand, Configured {
    static let configuration = CommandConfiguration(
      abstract: "List the backups in a directory, and what can be restored.",
      discussion: """
        Reads each file whose name ends in .moa as a whole and compares its checksum. Only \
        `moa restore --verify` tries one.
        """)

    @Argument(help: "Directory (default: the one of --backups).")
    var directory: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var settings: BackupOptions

    var flags: [Setting: String] { settings.flags }

    func run() async {
      await administer(flags) { session throws(CommandError) in
        try output.say(await session.listBackups(in: directory, ProgressLine()))
      }
    }
  }
}

/// `moa archive list`
struct Archive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what an archive can restore.", subcommands: [List.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand, Configured {
    static let configuration = CommandConfiguration(
      abstract: "List the times to which `moa restore --until` can go back.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var settings: RestoreOptions

    var flags: [Setting: String] { settings.flags }

    func run() async {
      await administer(flags) { session throws(CommandError) in
        try output.say(await session.listArchive())
      }
    }
  }
}

/// `moa restore`
struct Restore: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Restore a backup or a moment of an archive, or verify a backup.",
    discussion: """
      The whole file is checked first. Then it is restored in one transaction, compared with the \
      list in the file, and committed; if anything fails, nothing changes. Stop the servers of \
      the database before, and start them again afterwards.

      With --until the private database goes back to a moment in the archive; the former data is \
      kept beside it.
      """)

  @Argument(help: "File of `moa backup`; - for standard input.")
  var file: String?

  @Flag(help: "Replace a shop that is not empty.")
  var replace = false

  @Flag(help: "Restore into a temporary private database, compare every table, and remove it.")
  var verify = false

  @Option(help: "Moment such as 2026-03-01T09:00:00+09:00, or latest.")
  var until: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var settings: RestoreOptions

  var flags: [Setting: String] { settings.flags }

  var wrongValues: [String] {
    AdministrationSession.mistakesOfRestore(
      file: file, until: until, replaces: replace, verifies: verify)
  }

  func run() async {
    await administer(flags) { session throws(CommandError) in
      try output.say(await report(session, ProgressLine()))
    }
  }

  private func report(
    _ session: AdministrationSession, _ progress: ProgressLine?
  ) async throws(CommandError) -> CommandReport {
    if let until { return try await session.restore(until: until, replaces: replace, progress) }
    let file = file ?? "-"
    return verify
      ? try await session.verify(file, progress)
      : try await session.restore(file, replaces: replace, progress)
  }
}
