import App
import ArgumentParser
import Operations

/// `moa token`
struct Token: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create, list and revoke access tokens.",
    subcommands: [TokenCreate.self, TokenList.self, TokenRevoke.self])
}

/// `moa token create`
struct TokenCreate: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a token and print it once.")

  @Option(help: "Name of the token's owner.")
  var name: String

  @Option(name: .customLong("scope"), help: "admin or vendor; may be given several times.")
  var scopes: [String]

  @Option(help: "Identifier of the token's vendor; required for the scope vendor.")
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

/// `moa token list`
struct TokenList: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List tokens, newest first, without their secrets.")

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.listTokens())
    }
  }
}

/// `moa token revoke`
struct TokenRevoke: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a token.")

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
