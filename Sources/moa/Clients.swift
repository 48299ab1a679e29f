import App
import ArgumentParser
import Operations

/// `moa client`
struct Client: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create, list and revoke clients of the search.",
    discussion: """
      Apps made for Naver's shopping search send a client's id and secret with each request.
      """,
    subcommands: [ClientCreate.self, ClientList.self, ClientRevoke.self])
}

/// `moa client create`
struct ClientCreate: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a client of the search and print its id and secret, once.",
    discussion: "Apps send them as X-Naver-Client-Id and X-Naver-Client-Secret.")

  @Option(help: "Name of the app or person that will use it.")
  var name: String

  @Option(help: "Id that is built into the app, 20 characters (default: a random one).")
  var id: String?

  @Option(
    name: .customLong("secret-file"),
    help: "File with the secret that is built into the app, on one line.")
  var secretFile: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    AdministrationSession.mistakesOfClient(
      name: name, id: id, secretFile: secretFile)
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      let report = try await session.createClient(
        name: name, id: id, secretFile: secretFile)
      try output.say(report)
    }
  }
}

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
