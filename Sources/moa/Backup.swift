import App
import ArgumentParser

/// `moa backup`
struct Backup: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Save the whole shop in one file, while servers go on.",
    discussion: """
      The file is of one moment, has a checksum, and can be read by its owner only: it contains \
      keys. It gets its name when it is complete and on the disk. pg_restore reads it too. \
      `moa restore --verify` tries it.
      """)

  @Argument(help: "File to write; - for standard output.")
  var file: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      let report = try await session.backup(to: file, ProgressLine())
      // Standard output is the backup.
      if file == "-" { output.sayBeside(report) } else { try output.say(report) }
    }
  }
}
