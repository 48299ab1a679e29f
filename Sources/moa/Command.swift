import App
import ArgumentParser
import LocalPostgres
import Operations

/// Runs a command's work and ends the process: with the status that the work returns, or, refused,
/// with a sentence on standard error and the refusal's exit code.
func report(_ work: () async throws(CommandError) -> ExitCode) async -> Never {
  OwnProcess.closeMemory()
  OwnProcess.returnLargeBlocks()
  do {
    Application.exit(try await work().rawValue)
  } catch {
    error.tell()
    Application.exit(error.code.rawValue)
  }
}

/// Runs a command on the database, ends its log and the process.
func administer(
  _ options: DatabaseOptions, _ work: (AdministrationSession) async throws(CommandError) -> Void
) async -> Never {
  await administer(options.flags, work)
}

/// The same with more settings than those of the database.
func administer(
  _ flags: [Setting: String], _ work: (AdministrationSession) async throws(CommandError) -> Void
) async -> Never {
  await report { () async throws(CommandError) in
    let configuration = try Startup.configure(flags)
    Startup.tellDoubts(configuration.doubts)
    let log = Startup.commandLog(configuration, flags)
    defer { log.close() }
    let session = AdministrationSession(configuration, log)
    session.observeSignals()
    try await work(session)
    return .success
  }
}

/// How a command prints its result.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, one object a line, instead of text for people.")
  var json = false

  func say(_ report: CommandReport) throws(CommandError) {
    try Operations.say(json ? report.json : report.lines)
    if let failure = report.failure { throw failure }
  }

  /// The same on standard error.
  func sayBeside(_ report: CommandReport) {
    Operations.sayBeside(json ? report.json : report.lines)
  }
}
