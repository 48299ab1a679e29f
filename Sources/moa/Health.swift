import App
import ArgumentParser

/// `moa health`
struct Health: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Ask the server that runs here with these settings whether it answers.",
    discussion: """
      Takes the flags and variables of `moa serve`. The exit status is 0 if it answers, and 69 if \
      not. For health checks of containers; it does not tell whether the database is there, which \
      no restart would mend: /readyz does.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ServeOptions

  var flags: [Setting: String] { options.flags }

  func run() async {
    await report { () throws(CommandError) in
      try output.say(HealthCheck(try Startup.configure(flags)).run())
      return .success
    }
  }
}
