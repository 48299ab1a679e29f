import App
import ArgumentParser
import Operations

/// `moa client create`
struct ClientCreate: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a client of the search and print its id and secret, once.",
    discussion: "Apps send them as X-Naver-Client-Id and X-Naver-Client-Secret.")

  @Option(help: "Name of the app or person that will use it.")
  var name: String

  @Option(help: "Id that the app has built in, 20 characters (default: a random one).")
  var id: String?

  @Option(
    name: .customLong("secret-file"),
    help: "File with the secret that the app has built in, on one line.")
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
