import App
import ArgumentParser
import Operations

/// `moa config`
struct Config: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Show every setting with its value and source.",
    discussion: """
      Takes the flags of `moa serve`, and shows what a server started like this would have: not the \
      settings of one that runs. Secrets are masked. Mistakes in the values are printed on \
      standard error, with exit status 78.
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

/// `moa doctor`
struct Doctor: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Check what a server with these settings needs.",
    discussion: """
      Changes nothing and starts nothing. Each line begins with ok, note or missing; the exit \
      status is 1 if something is missing.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ServeOptions

  var flags: [Setting: String] { options.flags }

  func run() async {
    await report { () async throws(CommandError) in
      let configuration = try Startup.configure(flags)
      let log = Startup.commandLog(configuration, flags)
      defer { log.close() }
      let findings = await Operations.Doctor(configuration, log).examine()
      try output.say(CommandReport(findings))
      return findings.contains { $0.grade == .missing } ? ExitCode(1) : .success
    }
  }
}

/// `moa health`
struct Health: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Check whether the server with these settings answers.",
    discussion: """
      Takes the flags and variables of `moa serve`. The exit status is 0 if it answers, and 69 if \
      not. For health checks of containers; it does not check the database, because a restart would \
      not repair that: /readyz does.
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

/// `moa openapi`
struct OpenAPI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Print the OpenAPI document.",
    discussion: "OpenAPI 3.1 as JSON on standard output: moa openapi > openapi.json")

  @Option(help: "Print the contract for an app of another server, as /openapi/NAME.json does.")
  var dialect: DialectName?

  func run() async {
    await report { () throws(CommandError) in
      try Operations.say(dialect?.contract ?? Release.contract)
      return .success
    }
  }
}

/// The name of a contract for apps of other servers.
struct DialectName: ExpressibleByArgument {
  static let allValueStrings = Release.dialects
  let contract: String

  init?(argument: String) {
    guard let contract = Release.contract(ofDialect: argument) else { return nil }
    self.contract = contract
  }
}

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
