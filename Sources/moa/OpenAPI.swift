import App
import ArgumentParser

/// `moa openapi`
struct OpenAPI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Print the contract of the API, as /openapi.json answers it.",
    discussion: "OpenAPI 3.1 as JSON on standard output: moa openapi > openapi.json")

  func run() async {
    await report { () throws(Refusal) in
      try App.say(Release.contract)
      return .success
    }
  }
}
