import App
import ArgumentParser
import Operations

/// `moa client list`
struct ClientList: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all clients of the search.")

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.listClients())
    }
  }
}
