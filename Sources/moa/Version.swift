import App
import ArgumentParser

/// `moa version`
struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the version.")

  func run() {
    print(Release.description)
  }
}
