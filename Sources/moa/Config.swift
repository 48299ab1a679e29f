import App
import ArgumentParser

/// `moa config`
struct Config: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Show every setting with its value and where that comes from.",
    discussion: """
      Takes the flags of `moa serve`. Secrets are masked. What is wrong with the values follows on \
      standard error; the exit status is 78 then.
      """)

  @Flag(help: "Print the table of the article Settings: names, defaults and meanings.")
  var markdown = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ServeOptions

  var flags: [Setting: String] { options.flags }

  func run() async {
    await report { () async throws(CommandError) in
      guard !markdown else {
        try say(SettingTable.markdown)
        return .success
      }
      let table = Startup.settings(flags)
      try output.say(table.report)
      Startup.tellDoubts(table.doubts)
      guard table.mistakes.isEmpty else { throw table.refusal }
      return .success
    }
  }
}
