import App
import ArgumentParser

/// `moa doctor`
struct Doctor: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Say what a server with these settings has, and what it lacks.",
    discussion: """
      Changes nothing and starts nothing. Each line begins with ok, note or missing; with a line \
      that says missing, the exit status is 1.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ServeOptions

  var flags: [Setting: String] { options.flags }

  func run() async {
    await report { () async throws(CommandError) in
      let configuration = try Startup.configure(flags)
      let log = Startup.commandLog(configuration, flags)
      defer { log.close() }
      let findings = await App.Doctor(configuration, log).examine()
      try output.say(CommandReport(findings))
      return findings.contains { $0.grade == .missing } ? ExitCode(1) : .success
    }
  }
}
