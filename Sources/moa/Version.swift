import App
import ArgumentParser

/// `moa version`
struct Version: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the version.")

  func run() async {
    await report { () throws(Refusal) in
      try say(Release.description)
      return .success
    }
  }
}
