import App
import ArgumentParser

/// `moa vendor create`
struct VendorCreate: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Take a vendor in, and print identifier and secret, once.",
    discussion: "Apps of Open Market send the identifier as a field and the secret in the body.")

  @Option(help: "What customers know the vendor by.")
  var name: String

  @Option(help: "Use the identifier that an app has built in, a UUID (a random one).")
  var identifier: String?

  @OptionGroup var secret: SecretOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    secret.mistakes
      + AdministrationSession.mistakesOfVendor(
        name: name, identifier: identifier, secretFile: secret.secretFile)
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      let report = try await session.createVendor(
        name: name, identifier: identifier, secretFile: secret.secretFile)
      try output.say(report)
    }
  }
}
