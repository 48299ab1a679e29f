import App
import ArgumentParser

/// `moa token create`
struct TokenCreate: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a token and print it, once.")

  @Option(help: "Whom or what it is for.")
  var name: String

  @Option(name: .customLong("scope"), help: "admin or vendor; may be given several times.")
  var scopes: [String]

  @Option(help: "The identifier of the vendor that it speaks for; the scope vendor needs it.")
  var vendor: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    AdministrationSession.mistakesOfToken(name: name, scopes: scopes, vendor: vendor)
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.createToken(name: name, scopes: scopes, vendor: vendor))
    }
  }
}
