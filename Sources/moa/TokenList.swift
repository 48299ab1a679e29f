import App
import ArgumentParser

/// `moa token list`
struct TokenList: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all tokens, the newest first, without their secrets.")

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.listTokens())
    }
  }
}
