import App
import ArgumentParser

/// `moa vendor secret`
struct VendorSecret: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret",
    abstract: "Give a vendor another secret, and print it, once. The old one ends at once.")

  @Argument(help: "The identifier that `moa vendor list` shows.")
  var identifier: String

  @OptionGroup var secret: SecretOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    secret.mistakes
      + AdministrationSession.mistakesOfNewSecret(of: identifier, secretFile: secret.secretFile)
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      let report = try await session.replaceVendorSecret(
        of: identifier, secretFile: secret.secretFile)
      try output.say(report)
    }
  }
}
