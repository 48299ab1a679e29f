import App
import ArgumentParser

/// `moa sweep`
struct Sweep: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove images and recorded answers that nobody needs any more.",
    discussion: """
      Images of products go a day after the last product that showed them, answers a day after \
      they were recorded. What administrators uploaded stays. A server does the same from time to \
      time.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(Refusal) in
      try output.say(await session.sweep())
    }
  }
}
