import App
import ArgumentParser

/// `moa serve`
struct Serve: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Answer requests until SIGTERM or SIGINT.",
    discussion: """
      Prints one line on standard output when it accepts connections, and its log as JSON lines
      on standard error. MOA_ADMIN_TOKEN (32 characters or more) is accepted as an
      administrator's token. SIGHUP reads certificates again.
      """)

  @OptionGroup var options: ServeOptions

  var flags: [Setting: String] { options.flags }

  func run() async {
    await report { () async throws(CommandError) in
      let inheritance = try Inheritance.take()
      let configuration = try Startup.configure(flags, inheritance)
      let log = Startup.log(configuration)
      defer { log.close() }
      try await Application(configuration, log, inheritance).run()
      return .success
    }
  }
}
