import App
import ArgumentParser
import Operations

/// `moa client revoke`
struct ClientRevoke: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a client of the search. Servers notice within ten seconds.")

  @Argument(help: "The id that `moa client list` shows.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] { AdministrationSession.mistakes(ofClientID: id) }

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.revokeClient(id))
    }
  }
}
