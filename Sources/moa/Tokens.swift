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
struct TokenCreate: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a token and print it once.")

  @Option(help: "Name of the token's owner.")
  var name: String

  @Option(
    name: .customLong("scope"), help: "merchandise, admin or vendor; may be given several times.")
  var scopes: [String]

  @Option(help: "Identifier of the token's vendor; required for the scope vendor.")
  var vendor: String?

  @Option(help: "Lifetime, such as 30m, 12h or 90d; without it only a link's token expires.")
  var expires: String?

  @Flag(help: "Print the address of the page /admin with the token in it, for 12 hours.")
  var link = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: LinkOptions

  var flags: [Setting: String] { database.flags }

  var wrongValues: [String] {
    AdministrationSession.mistakesOfToken(
      name: name, scopes: scopes, vendor: vendor, expires: expires, isLink: link)
  }

  func run() async {
    await administer(flags) { session throws(CommandError) in
      try output.say(
        await session.createToken(
          name: name, scopes: scopes, vendor: vendor, expires: expires, isLink: link))
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
