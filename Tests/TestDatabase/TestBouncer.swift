import Foundation
import Synchronization

/// A PgBouncer of the tests' own before one of their servers, in transaction mode and with the
/// settings that Debian's package has, gone when it is stopped or the test process ends.
///
/// Two sessions of the server are shared by all clients, so that a client meets another session
/// from one transaction to the next.
package final class TestBouncer: Sendable {
  private let directory: String
  private let process: Process
  /// The process ends when its standard input does, even if this one is killed.
  private let input = Pipe()
  private let output: URL

  /// Starts it before the server of this connection string, with these lines behind the usual
  /// settings.
  ///
  /// - Parameter greeting: SQL that it sends to each new session of the server's.
  package init(
    before conninfo: String, _ settings: [String] = [], greeting: String? = nil
  ) async throws {
    directory = TestDirectory.make()
    output = URL(fileURLWithPath: directory + "/pgbouncer.log")
    process = Process()
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    // The mode above is cut by the mask.
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
    try write(conninfo, settings, greeting)
    try start()
    try await awaitSocket()
  }

  deinit { stop() }

  /// The connection string of the same database through it.
  package func conninfo(of direct: String) throws -> String {
    let database = Self.value(of: "dbname", in: direct) ?? "moa"
    return "host=\(directory) port=6432 user=moa dbname=\(database)"
  }

  /// Ends it at once.
  package func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: directory)
  }

  private func write(_ conninfo: String, _ settings: [String], _ greeting: String?) throws {
    let server = Self.value(of: "host", in: conninfo) ?? ""
    let port = Self.value(of: "port", in: conninfo) ?? "5432"
    let query = greeting.map { " connect_query='\($0)'" } ?? ""
    let lines =
      [
        "[databases]", "* = host=\(server) port=\(port) user=moa\(query)",
        "[pgbouncer]", "listen_addr =",
        "listen_port = 6432", "unix_socket_dir = \(directory)", "auth_type = any",
        "pool_mode = transaction", "default_pool_size = 2", "max_client_conn = 500",
        // Each test has a database, and the server few sessions for all of them.
        "server_idle_timeout = 1",
      ] + (geteuid() == 0 ? ["user = postgres"] : []) + settings
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: directory + "/pgbouncer.ini"))
  }

  private func start() throws {
    try Data().write(to: output)
    let places = "$PATH:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Signal 9 and no `wait`: our threads hand down that they listen to no signal.
    process.arguments = [
      "-c",
      "PATH=\(places); pgbouncer \"$1\" </dev/null & child=$!; read -r _; kill -9 $child", "sh",
      directory + "/pgbouncer.ini",
    ]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: output)
    try process.run()
  }

  private func awaitSocket() async throws {
    let socket = directory + "/.s.PGSQL.6432"
    for _ in 0..<1000 {
      if TestRelay.isListening(at: socket) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    let log = try? String(contentsOf: output, encoding: .utf8)
    throw TestDatabaseError.bouncer(log ?? "")
  }

  private static func value(of keyword: String, in conninfo: String) -> String? {
    conninfo.split(separator: " ").first { $0.hasPrefix(keyword + "=") }
      .map { $0.dropFirst(keyword.count + 1).trimmingCharacters(in: ["'"]) }
  }
}
