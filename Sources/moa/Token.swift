import App
import ArgumentParser

/// `moa token`
struct Token: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create, list and revoke access tokens.",
    subcommands: [TokenCreate.self, TokenList.self, TokenRevoke.self])
}
