import App
import ArgumentParser

/// Runs a command's work, and makes of a refusal a sentence on standard error and an exit code.
func report(_ work: () async throws(Refusal) -> Void) async throws(ExitCode) {
  Startup.closeMemory()
  do {
    try await work()
  } catch {
    error.tell()
    throw ExitCode(error.code.rawValue)
  }
}

/// Runs a command on the database and ends its log.
func administer(
  _ options: DatabaseOptions, _ work: (AdministrationSession) async throws(Refusal) -> Void
) async throws(ExitCode) {
  try await report { () async throws(Refusal) in
    let configuration = try Startup.configure(options.flags)
    let log = Startup.commandLog(configuration, options.flags)
    defer { log.close() }
    let session = AdministrationSession(configuration, log)
    session.observeSignals()
    try await work(session)
  }
}
