import App
import ArgumentParser

/// `moa restore`
struct Restore: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Put a backup into the database, or try it.",
    discussion: """
      The whole file is checked first. Then all of it is restored in one transaction, compared \
      with what was saved, and committed; when anything fails, nothing has changed. Stop the \
      servers of the database before, and start them again afterwards.
      """)

  @Argument(help: "File of `moa backup`; - for standard input.")
  var file: String

  @Flag(help: "Replace a shop that is not empty.")
  var replace = false

  @Flag(help: "Restore into a temporary private database, compare every table, and remove it.")
  var verify = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    replace && verify
      ? ["--replace and --verify exclude each other: --verify touches no shop."] : []
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      let progress = ProgressLine()
      try output.say(
        verify
          ? await session.verify(file, progress)
          : await session.restore(file, replaces: replace, progress))
    }
  }
}
