import App
import ArgumentParser

/// `moa readonly on`, `moa readonly off`, `moa readonly`
struct ReadOnly: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "readonly",
    abstract: "Stop writes in all servers of the database, or let them in again.",
    discussion: """
      While it is on, requests that would change something get 503 with Retry-After, and reads are \
      answered. Running servers follow within two seconds. Without a word it tells which holds.
      """)

  enum Change: String, CaseIterable, ExpressibleByArgument {
    case on, off
  }

  @Argument(help: "on or off.")
  var change: Change?

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.readOnly(change.map { $0 == .on }))
    }
  }
}
