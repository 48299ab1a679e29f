import App
import ArgumentParser

/// `moa vendor list`
struct VendorList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all vendors in the order in which they came.")

  @OptionGroup var database: DatabaseOptions

  func run() async throws {
    try await administer(database) { session throws(Refusal) in
      for line in try await session.listVendors() { print(line) }
    }
  }
}
