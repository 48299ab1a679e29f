import App
import ArgumentParser

/// `moa vendor`
struct Vendor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take in and list vendors, and give them secrets.",
    subcommands: [VendorCreate.self, VendorList.self, VendorSecret.self])
}

/// Where a vendor's secret comes from.
struct SecretOptions: ParsableArguments {
  @Option(
    name: .customLong("secret-file"),
    help: "File with the secret that an app has built in, on one line.")
  var secretFile: String?

  @Flag(
    name: .customLong("secret-generated"),
    help: "Make a secret that nobody can guess, as without --secret-file.")
  var isGenerated = false

  var mistakes: [String] {
    guard secretFile != nil, isGenerated else { return [] }
    return ["--secret-file and --secret-generated exclude each other."]
  }
}
