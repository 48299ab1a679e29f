import Foundation
import LocalPostgres
import Synchronization

/// A real PostgreSQL for tests, in a temporary directory, gone when the test process ends.
///
///     let conninfo = try await TestDatabase.shared.makeDatabase()
///
/// All tests of one process share `shared`. A test that kills or stops the server makes a
/// server of its own with `TestDatabase()`, since the others run at the same time.
package final class TestDatabase: Sendable {
  /// The server that all tests of this process share; started by the first who asks.
  package static let shared = TestDatabase()

  private let directory: String
  private let postgres: Mutex<LocalPostgres?>
  private let databases = Atomic<Int>(0)
  private let connectionsMax: Int

  /// Starts nothing yet.
  package init(connectionsMax: Int = 200) {
    self.connectionsMax = connectionsMax
    directory = TestDirectory.make()
    postgres = Mutex(nil)
  }

  /// The connection string of the database `moa`; starts the server when it does not run yet.
  package func conninfo() throws -> String {
    try postgres.withLock { server in
      if let running = server { return try running.start() }
      // No waiting for the disk: nobody misses this data after a power failure. Every test has
      // a pool of its own and they run side by side, so the connections are many.
      var settings = LocalPostgresSettings(isDurable: false, connectionsMax: connectionsMax)
      // What drops a table looks through all buffers.
      settings.memory = AvailableMemory(mebibytes: 512)
      let new = try LocalPostgres(dataDirectory: directory, settings: settings)
      let conninfo = try new.start()
      server = new
      return conninfo
    }
  }

  /// Makes a fresh database and gives its connection string.
  ///
  /// - Parameter template: the connection string of a database to copy, to which nobody is
  ///   connected at that moment: one migrated database can be the model of a hundred.
  package func makeDatabase(copying template: String? = nil) async throws -> String {
    try await Self.offload { try self.makeDatabaseNow(copying: template) }
  }

  private func makeDatabaseNow(copying template: String?) throws -> String {
    let home = try conninfo()
    let number = databases.add(1, ordering: .relaxed).newValue
    let name = "test_\(number)"
    let source = template.flatMap(Self.databaseName) ?? "template1"
    // The other strategy writes every page of it to the log as well.
    try Self.psql("create database \(name) template \(source) strategy file_copy", in: home)
    return home.replacing("dbname=moa", with: "dbname=\(name)")
  }

  /// Runs SQL with psql, a client that we did not write, and gives what it prints: a line per
  /// row, columns parted by `|`.
  @discardableResult
  package static func psql(_ sql: String, in conninfo: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      client, "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", conninfo, "-c", sql,
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestDatabaseError.psql(sql, text) }
    return text.trimmingCharacters(in: .newlines)
  }

  /// Where Debian has the programs themselves, the newest first. Its `/usr/bin/psql` is a script
  /// that chooses one of them, which takes longer than most statements.
  package static let places: [String] = {
    let all = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: all)) ?? []
    return versions.compactMap { Int($0) }.sorted(by: >).map { "\(all)/\($0)/bin/" }
  }()

  private static let client =
    places.map { $0 + "psql" }.first(where: FileManager.default.isExecutableFile(atPath:)) ?? "psql"

  /// Kills the server's first process with signal 9; its other processes then end by themselves.
  package func killServer() throws {
    guard let process = postgres.withLock({ $0?.serverProcess }) else {
      throw TestDatabaseError.notRunning
    }
    kill(process, SIGKILL)
    while kill(process, 0) == 0 && postgres.withLock({ $0?.serverProcess }) == process {
      usleep(1000)
    }
  }

  /// Stops the server where it runs, and starts it again; the databases are still there.
  package func restart() throws {
    guard postgres.withLock({ $0 }) != nil else { throw TestDatabaseError.notRunning }
    TestDirectory.stopServer(under: directory)
    _ = try conninfo()
  }

  /// Stops the server and removes its directory, before the end of the process does.
  package func remove() {
    TestDirectory.remove(directory)
  }

  private static func databaseName(in conninfo: String) -> String? {
    conninfo.split(separator: " ").first { $0.hasPrefix("dbname=") }
      .map { String($0.dropFirst("dbname=".count)) }
  }

  private static func offload<T: Sendable>(
    _ work: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
    }
  }
}

/// What a test sees when its database cannot serve it.
package enum TestDatabaseError: Error {
  case psql(_ sql: String, _ output: String)
  case program(_ name: String, _ output: String)
  case notRunning
  case bouncer(_ log: String)
  case program(_ command: [String])
}
