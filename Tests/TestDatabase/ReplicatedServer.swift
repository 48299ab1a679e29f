import Foundation
import LocalPostgres

/// A PostgreSQL of a test's own that can be a primary or a standby, and be killed.
///
/// Its data and its Unix socket lie under `home`; it has no TCP port.
package struct ReplicatedServer: Sendable {
  package let home: String
  private var data: String { home + "/data" }

  /// For libpq; the user and the database are called `moa`.
  package var conninfo: String { "host='\(home)' port=5432 user=moa dbname=moa" }

  /// As a primary with an empty database.
  func initialize() throws {
    try makeHome()
    try run("initdb", ["-D", data, "-U", "moa", "-A", "trust", "-E", "UTF8", "--no-sync"])
    let file = data + "/postgresql.conf"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // No waiting for the disk: a killed process loses nothing by that, only a dead machine would.
    let settings = """

      listen_addresses = ''
      max_connections = 60
      shared_buffers = 16MB
      fsync = off
      wal_keep_size = 256MB
      wal_receiver_status_interval = 1s
      wal_retrieve_retry_interval = 100ms
      hot_standby_feedback = on

      """
    try (text + settings).write(toFile: file, atomically: false, encoding: .utf8)
    try start()
    let maintenance = conninfo.replacing("dbname=moa", with: "dbname=postgres")
    try TestDatabase.psql("create database moa", in: maintenance)
  }

  /// Throws its data away and begins anew as a standby that streams from `primary`.
  package func follow(_ primary: ReplicatedServer) throws {
    stop()
    try makeHome()
    if FileManager.default.fileExists(atPath: data) {
      try FileManager.default.removeItem(atPath: data)
    }
    let source = ["-h", primary.home, "-U", "moa"]
    let copy = ["-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync"]
    try run("pg_basebackup", source + copy)
    try start()
  }

  /// Starts it with the data that it has. After a kill its old processes may need a moment to end.
  package func start() throws {
    let arguments = [
      "start", "-w", "-t", "60", "-D", data, "-l", home + "/log", "-o", "-k \(home)",
    ]
    for _ in 0..<50 {
      if (try? run("pg_ctl", arguments)) != nil { return }
      usleep(100_000)
    }
    let log = try? String(contentsOfFile: home + "/log", encoding: .utf8)
    throw TestDatabaseError.program("pg_ctl", String((log ?? "").suffix(2_000)))
  }

  /// Makes a primary of a standby, and returns when it takes writes.
  package func promote() throws {
    try run("pg_ctl", ["promote", "-w", "-t", "60", "-D", data])
  }

  /// Ends it at once, as `pg_ctl stop -m immediate` does.
  package func stop() { TestDirectory.end(serverIn: data) }

  /// Kills all of its processes with signal 9, as the death of its machine would.
  package func kill() {
    guard let process else { return }
    // Stopped first, so that it makes no more children while they are counted.
    Foundation.kill(process, SIGSTOP)
    for each in [process] + children(of: process) { Foundation.kill(each, SIGKILL) }
    while self.process == process { usleep(1_000) }
  }

  /// Stops all of its processes without ending them, or lets them go on.
  package func freeze(_ isFrozen: Bool) {
    guard let process else { return }
    let signal = isFrozen ? SIGSTOP : SIGCONT
    for each in [process] + children(of: process) { Foundation.kill(each, signal) }
  }

  /// Runs SQL with psql; see ``TestDatabase/psql(_:in:)``.
  @discardableResult
  package func psql(_ sql: String) throws -> String { try TestDatabase.psql(sql, in: conninfo) }

  private var process: Int32? {
    LocalPostgresPostmaster.running(data: data, home: data)?.process
  }

  private func children(of parent: Int32) -> [Int32] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }
  }

  private func makeHome() throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    guard try LocalPostgresAccount.current().takeOver(home) else {
      throw TestDatabaseError.program("chown", home)
    }
  }

  /// Runs a program of PostgreSQL's as the account that its servers run as, which is never root.
  private func run(_ program: String, _ arguments: [String]) throws {
    let path = try LocalPostgresBinaries.find(major: nil).path(of: program)
    let result = try LocalPostgresAccount.current().command(path, arguments).run()
    guard result.status == 0 else { throw TestDatabaseError.program(program, result.output) }
  }
}
