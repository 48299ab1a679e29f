import App
import ArgumentParser

/// `moa fixtures`
struct Fixtures: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write answers of the shop as JSON files, for previews and tests of apps.",
    discussion: """
      The files are what the routes answer: screens, lists, a product, and two errors. Start a \
      server with --demo once to have something to write.
      """)

  @Argument(help: "Write into this directory; it is made where it is not there.")
  var directory: String

  @Option(name: .customLong("image-host"), help: "The host in the URLs of pictures.")
  var imageHost = "shop.example"

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.writeFixtures(into: directory, host: imageHost))
    }
  }
}
