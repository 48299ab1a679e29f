import App
import ArgumentParser

/// `moa token revoke`
struct TokenRevoke: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Make a token worthless from now on.")

  @Argument(help: "The id that `moa token list` shows.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] { AdministrationSession.mistakes(ofTokenID: id) }

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.revokeToken(id))
    }
  }
}
