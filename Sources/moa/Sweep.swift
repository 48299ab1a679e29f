import App
import ArgumentParser

/// `moa sweep`
struct Sweep: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove what is kept for some time only, and say how much.",
    discussion: """
      Images of products go a day after the last product that showed them, answers a day after \
      they were recorded, devices with their likes when nobody has seen them for 400 days, likes \
      that were taken back after 91 days, and searches after a day. What administrators uploaded \
      stays. A server does the same from time to time.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.sweep())
    }
  }
}
