import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A private PostgreSQL under the data directory, used when no database URL is given.
///
/// It listens on a Unix socket only, admits only our own account and root, and `initdb` makes it
/// once. A server that an earlier run left behind (kill -9) is taken over as it is. Everything here
/// blocks: callers keep it off their event loops.
package final class LocalPostgres: Sendable {
  /// Events that `supervise` and `stop` report.
  package enum Event: Sendable, Equatable {
    case died
    case restarted(after: Duration)
    case restartFailed(LocalPostgresError)
    case stopped
    /// The server did not stop.
    case stopFailed(LocalPostgresError)
  }

  private let layout: LocalPostgresLayout
  private let settings: LocalPostgresSettings
  private let isStopping = Atomic<Bool>(false)
  /// The server that we started or took over.
  private let process = Mutex<LocalPostgresProcess?>(nil)
  private let notes = Mutex<[String]>([])

  /// - Throws: `.unusableDirectory` for a path that PostgreSQL's own tools would garble.
  package init(
    dataDirectory: String, settings: LocalPostgresSettings = LocalPostgresSettings()
  ) throws(LocalPostgresError) {
    layout = try LocalPostgresLayout(dataDirectory: dataDirectory)
    self.settings = settings
  }

  /// Whether a replication slot keeps the log of writes for a reader.
  package var hasSlots: Bool { layout.hasSlots }

  /// Whether a database was made under the data directory; nil where that cannot be seen.
  package var hasDatabase: Bool? { layout.hasDatabase }

  /// Makes the database on first use, starts the server or takes over the one that runs.
  ///
  /// The result is a connection string for libpq; the database in it is called `moa`.
  /// - Throws: a sentence for the operator: what is missing, and what to do.
  package func start() throws(LocalPostgresError) -> String {
    let server = try LocalPostgresServer(layout: layout, settings: settings)
    try layout.prepareHome()
    let postmaster = try layout.exclusively { () throws(LocalPostgresError) in
      try server.prepare()
      if let note = try server.initializeOnce() { notes.withLock { $0 = [note] } }
      return try server.start(within: settings.startPatience) {
        self.isStopping.load(ordering: .relaxed)
      }
    }
    process.withLock { $0 = LocalPostgresProcess(postmaster.process) }
    return Self.connectionString(socketDirectory: postmaster.socketDirectory)
  }

  /// Remarks for the operator about the database that `start` made.
  package var remarks: [String] { notes.withLock { $0 } }

  /// Whether the server that we started or took over is still there.
  package var isRunning: Bool { process.withLock { $0 }?.isAlive == true }

  /// The first process of the server that runs under this data directory now, no matter which
  /// process started it.
  package var serverProcess: Int32? { layout.running?.process }

  /// The connection string of a server that we start, even before it exists.
  package var connectionString: String {
    Self.connectionString(socketDirectory: layout.socketDirectory)
  }

  /// The connection string of a server that already runs under this data directory, without
  /// starting one: for a command beside a running moa.
  package var runningConnectionString: String? {
    layout.running.map { Self.connectionString(socketDirectory: $0.socketDirectory) }
  }

  /// Starts the server again whenever it dies; returns only after `stop()` was called.
  ///
  /// The server's old processes hold its shared memory for some milliseconds after kill -9 of the
  /// first one, so starting is tried every 100 ms, and every second once five seconds are over.
  package func supervise(_ observe: (Event) -> Void) {
    while !isStopping.load(ordering: .relaxed) {
      if isRunning {
        Self.pause(milliseconds: 100)
      } else {
        observe(.died)
        restart(observe)
      }
    }
  }

  private func restart(_ observe: (Event) -> Void) {
    let clock = ContinuousClock()
    let began = clock.now
    var reported: LocalPostgresError?
    while !isStopping.load(ordering: .relaxed) {
      do {
        _ = try start()
        return observe(.restarted(after: clock.now - began))
      } catch {
        // The same reason once, not ten times a second.
        if error != reported && error != .stopped { observe(.restartFailed(error)) }
        reported = error
        Self.pause(milliseconds: clock.now - began < .seconds(5) ? 100 : 1000)
      }
    }
  }

  /// Stops the server for good, `supervise` too; also a server that was taken over.
  ///
  /// Clients are cut, transactions rolled back, and everything is on disk when it returns. Needs
  /// nothing but the right to signal the server: PostgreSQL's programs, the temporary directory and
  /// the data directory itself may be gone by then.
  /// - Throws: `.failed` when the server is still there after 30 s of that and 10 s of force.
  package func stop() throws(LocalPostgresError) {
    isStopping.store(true, ordering: .relaxed)
    try layout.exclusively(isNeeded: false) { () throws(LocalPostgresError) in
      let known = process.withLock { $0 }
      let running = layout.running.flatMap { LocalPostgresProcess($0.process) }
      for server in Set([known, running].compactMap { $0 }) { try end(server) }
    }
    process.withLock { $0 = nil }
  }

  /// By PostgreSQL's "fast" shutdown, and where that takes too long by its "immediate" one, after
  /// which the next start recovers.
  ///
  /// Source: PostgreSQL documentation, "Shutting Down the Server".
  private func end(_ server: LocalPostgresProcess) throws(LocalPostgresError) {
    let clock = ContinuousClock()
    let steps = [(SIGINT, settings.stopPatience.orderly), (SIGQUIT, settings.stopPatience.forced)]
    for (signal, patience) in steps {
      try server.tell(signal)
      let end = clock.now + patience
      while server.isAlive, clock.now < end { Self.pause(milliseconds: 10) }
      if !server.isAlive { return }
    }
    throw .failed(
      program: "stopping PostgreSQL", output: "process \(server.number) does not end")
  }

  /// The major version of the PostgreSQL that would be started.
  ///
  /// - Throws: the missing requirement.
  package func installedMajor() throws(LocalPostgresError) -> Int {
    try LocalPostgresServer(layout: layout, settings: settings).binaries.major
  }

  private static func connectionString(socketDirectory: String) -> String {
    let user = LocalPostgresConfiguration.databaseUser
    return "host='\(socketDirectory)' port=5432 user=\(user) dbname=\(user)"
  }

  package static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }
}
