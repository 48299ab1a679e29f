import App
import ArgumentParser

/// `moa openapi`
struct OpenAPI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Print the contract of the API, as /openapi.json answers it.",
    discussion: "OpenAPI 3.1 as JSON on standard output: moa openapi > openapi.json")

  @Option(help: "Print that of apps that existed before, as /openapi/NAME.json answers it.")
  var dialect: DialectName?

  func run() async {
    await report { () throws(CommandError) in
      try App.say(dialect?.contract ?? Release.contract)
      return .success
    }
  }
}

/// One of the contracts for apps that existed before.
struct DialectName: ExpressibleByArgument {
  static let allValueStrings = Release.dialects
  let contract: String

  init?(argument: String) {
    guard let contract = Release.contract(ofDialect: argument) else { return nil }
    self.contract = contract
  }
}
