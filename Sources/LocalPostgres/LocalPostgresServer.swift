import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One private server: makes its data and starts it.
struct LocalPostgresServer {
  private let layout: LocalPostgresLayout
  private let account: LocalPostgresAccount
  let binaries: LocalPostgresBinaries
  private let settings: LocalPostgresSettings

  /// Finds the account and the programs that run it.
  init(
    layout: LocalPostgresLayout, settings: LocalPostgresSettings
  ) throws(LocalPostgresError) {
    self.layout = layout
    self.settings = settings
    account = try LocalPostgresAccount.current()
    binaries = try LocalPostgresBinaries.find(
      major: Files.text(layout.version).flatMap { Int($0.withoutBlanks) } ?? settings.major)
  }

  /// Makes the server's directories with the owner and mode that they must have.
  func prepare() throws(LocalPostgresError) {
    try layout.prepareServer(for: account)
  }

  // MARK: Making the data

  /// Makes the database unless it exists; returns a remark for the operator, if any.
  ///
  /// It is made beside its place and moved there when it is complete, so that kill -9 at any moment
  /// leaves either nothing or a database.
  func initializeOnce() throws(LocalPostgresError) -> String? {
    guard !Files.exists(layout.version) else { return oldAge }
    try refuseInterruptedSwap()
    removeUnfinished()
    let unfinished = layout.data + ".new-\(getpid())"
    let named = try account.named(home: layout.home)
    let remark = try initializeWithKorean(unfinished, named)
    try createDatabase(in: unfinished, named)
    guard rename(unfinished, layout.data) == 0 else {
      throw .unusableDirectory(
        "cannot move \(unfinished) to \(layout.data): \(LocalPostgresCommand.lastError)")
    }
    return remark
  }

  /// A remark on data of a PostgreSQL version that is no longer supported.
  private var oldAge: String? {
    guard binaries.major < LocalPostgresBinaries.oldestMajor else { return nil }
    return
      "the database is of PostgreSQL \(binaries.major), which is no longer supported: stop moa and"
      + " run `moa upgrade-database`"
  }

  /// A restore or an upgrade that ended between its two steps has left no data in its place; a new
  /// shop there would look like a loss of everything.
  private func refuseInterruptedSwap() throws(LocalPostgresError) {
    guard !Files.exists(layout.data) else { return }
    // Each name ends in the time at which it was made.
    let former = Files.names(in: layout.server).filter { $0.hasPrefix(DataSwap.prefix) }
    guard let last = former.max(by: { $0.suffix(16) < $1.suffix(16) }) else { return }
    throw .unusableDirectory(
      "a restore or an upgrade was interrupted in its last step: mv \(layout.server)/\(last)"
        + " \(layout.data), and try again")
  }

  private func removeUnfinished() {
    for name in Files.names(in: layout.server) where name.hasPrefix("data.new-") {
      Files.remove(layout.server + "/" + name)
    }
  }

  private func initializeWithKorean(
    _ directory: String, _ account: LocalPostgresAccount
  ) throws(LocalPostgresError) -> String? {
    // ICU's Korean: syllables in dictionary order, and case of every script.
    let korean = ["--locale-provider=icu", "--icu-locale=ko-KR"]
    if try initialize(directory, korean, account).status == 0 { return nil }
    Files.remove(directory)
    let result = try initialize(directory, [], account)
    guard result.status == 0 else { throw .failed(program: "initdb", output: result.output) }
    return """
      this PostgreSQL (\(binaries.directory)) has no ICU, so text sorts by code point: \
      Korean and ASCII are right, accented letters come last
      """
  }

  private func initialize(
    _ directory: String, _ collation: [String], _ account: LocalPostgresAccount
  ) throws(LocalPostgresError) -> LocalPostgresCommand.Result {
    #if os(Linux)
      let locale = "C.UTF-8"
    #else
      let locale = "en_US.UTF-8"
    #endif
    let user = LocalPostgresConfiguration.databaseUser
    let arguments = [
      "-D", directory, "--username=\(user)", "--encoding=UTF8", "--locale=\(locale)",
      "--auth-local=peer", "--auth-host=reject", "--data-checksums",
    ]
    let haste = settings.isDurable ? [] : ["--no-sync"]
    return try account.command(binaries.path(of: "initdb"), arguments + haste + collation).run()
  }

  /// In single-user mode, before anyone can connect: the move that follows makes it atomic.
  private func createDatabase(
    in directory: String, _ account: LocalPostgresAccount
  ) throws(LocalPostgresError) {
    let name = LocalPostgresConfiguration.databaseUser
    let haste = settings.isDurable ? [] : ["-F"]
    let result = try account.command(
      binaries.path(of: "postgres"), ["--single"] + haste + ["-D", directory, "postgres"],
      input: "create database \(name)\n"
    ).run()
    guard result.status == 0 else { throw .failed(program: "postgres", output: result.output) }
  }

  // MARK: Starting

  /// Starts the server, or waits for the one that is there already, until it accepts connections.
  func start(
    within deadline: Duration, unless isStopping: () -> Bool
  ) throws(LocalPostgresError) -> LocalPostgresPostmaster {
    let clock = ContinuousClock()
    let began = clock.now
    // A clean stop takes the file away. After a kill the server's other processes may hold its
    // shared memory for a moment, and every attempt in that moment fails.
    let wasKilled = Files.exists(pidFile)
    while clock.now - began < deadline {
      guard !isStopping() else { throw .stopped }
      if let running = layout.running {
        guard !running.isReady else { return running }
      } else if let failure = try attempt() {
        guard wasKilled, clock.now - began < Self.patienceAfterKill else { throw failure }
      }
      if layout.running?.isReady != true { LocalPostgres.pause(milliseconds: 100) }
    }
    throw .failed(program: "pg_ctl start", output: "not ready after \(deadline)")
  }

  /// Processes of a killed server end when they notice, milliseconds later, or with the statement
  /// that they are at, which is cut after 4 s.
  private static let patienceAfterKill = Duration.seconds(5)

  private func attempt() throws(LocalPostgresError) -> LocalPostgresError? {
    removeForeignLocks()
    try LocalPostgresConfiguration(layout: layout, account: account, settings: settings).write()
    // With the data directory given, pg_ctl need not ask the server's program for it.
    let command = account.command(
      binaries.path(of: "pg_ctl"),
      [
        "start", "-w", "-t", "\(settings.startPatience.components.seconds)", "-l", layout.log, "-s",
        "-D", layout.data,
        "-o", "-c \"config_file=\(layout.home)/postgresql.conf\"",
      ], deadline: max(settings.startPatience + .seconds(30), .seconds(90)))
    let outcome = CommandOutcome()
    OwnProcess.startThread("moa.pg_ctl") { outcome.take(Swift.Result { try command.run() }) }
    while true {
      if let result = try outcome.result {
        return result.status == 0 ? nil : failure("pg_ctl start", result)
      }
      // pg_ctl looks ten times a second, and a start waits for this.
      if layout.running?.isReady == true { return nil }
      LocalPostgres.pause(milliseconds: 5)
    }
  }

  private var pidFile: String { LocalPostgresPostmaster.file(in: layout.data) }

  /// Removes the locks of a server that is gone; called only when none runs.
  ///
  /// PostgreSQL replaces the locks of a process that is gone, but believes in one whose number
  /// another program has now, or that was killed and is not reaped yet. Its own check of the
  /// shared memory still comes after ours.
  private func removeForeignLocks() {
    for path in [pidFile, layout.socketDirectory + "/.s.PGSQL.5432.lock"] {
      guard let text = Files.text(path),
        let named = LocalPostgresPostmaster(pidFile: text), kill(named.process, 0) == 0,
        LocalPostgresProcess(named.process)?.serves(data: layout.data, home: layout.home) != true
      else { continue }
      unlink(path)
    }
  }

  /// The end of the log says why; `pg_ctl` itself only says that it could not.
  private func failure(
    _ program: String, _ result: LocalPostgresCommand.Result
  ) -> LocalPostgresError {
    let log = (Files.contents(layout.log) ?? []).suffix(2000)
    let lines = String(decoding: log, as: UTF8.self).split(separator: "\n").suffix(5)
    let output = ([result.output] + lines.map(String.init)).filter { !$0.isEmpty }
    return .failed(program: program, output: output.joined(separator: "\n"))
  }
}

/// The result of a command that runs on another thread; nil until it has ended.
private final class CommandOutcome: Sendable {
  private let outcome = Mutex<Swift.Result<LocalPostgresCommand.Result, any Error>?>(nil)

  func take(_ result: Swift.Result<LocalPostgresCommand.Result, any Error>) {
    outcome.withLock { $0 = result }
  }

  var result: LocalPostgresCommand.Result? {
    get throws(LocalPostgresError) {
      switch outcome.withLock({ $0 }) {
      case .success(let result)?: return result
      case .failure(let error as LocalPostgresError)?: throw error
      case .failure(let error)?: throw .failed(program: "pg_ctl", output: "\(error)")
      case nil: return nil
      }
    }
  }
}
