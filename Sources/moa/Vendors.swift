import App
import ArgumentParser
import Operations

/// `moa vendor`
struct Vendor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create and list vendors, and replace their secrets.",
    subcommands: [VendorCreate.self, VendorList.self, VendorSecret.self])
}

/// Where a vendor's secret comes from.
struct SecretOptions: ParsableArguments {
  @Option(
    name: .customLong("secret-file"),
    help: "File with the secret that is built into an app, on one line.")
  var secretFile: String?

  @Flag(
    name: .customLong("secret-generated"),
    help: "Generate a random secret (the default).")
  var isGenerated = false

  var mistakes: [String] {
    guard secretFile != nil, isGenerated else { return [] }
    return ["--secret-file and --secret-generated exclude each other."]
  }
}

/// `moa vendor create`
struct VendorCreate: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a vendor and print its identifier and secret once.",
    discussion: "Apps of Open Market send the identifier as a field and the secret in the body.")

  @Option(help: "Name that customers see.")
  var name: String

  @Option(help: "Use the identifier that is built into an app, a UUID (default: a random one).")
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

/// `moa vendor list`
struct VendorList: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List vendors, oldest first.")

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.listVendors())
    }
  }
}

/// `moa vendor secret`
struct VendorSecret: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret",
    abstract: "Replace a vendor's secret and print the new one once.")

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
