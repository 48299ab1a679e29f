import App
import ArgumentParser

/// `moa token list`
struct TokenList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all tokens, the newest first, without their secrets.")

  @OptionGroup var database: DatabaseOptions

  func run() async throws {
    try await administer(database) { session throws(Refusal) in
      for line in try await session.listTokens() { print(line) }
    }
  }
}
