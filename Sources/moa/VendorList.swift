import App
import ArgumentParser

/// `moa vendor list`
struct VendorList: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all vendors in the order in which they came.")

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.listVendors())
    }
  }
}
