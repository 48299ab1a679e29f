import App
import ArgumentParser

/// `moa version`
struct Version: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the version.")

  @OptionGroup var output: OutputOptions

  func run() async {
    await report { () throws(CommandError) in
      try output.say(Release.report)
      return .success
    }
  }
}
