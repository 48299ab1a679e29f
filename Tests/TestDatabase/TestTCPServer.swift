import Foundation
import LocalPostgres

/// A PostgreSQL of a test's own on a TCP port, with a certificate or without one: the private
/// server of `moa` has a Unix socket only, where there is no TLS, and no network to fail.
package final class TestTCPServer: Sendable {
  package let port: Int
  /// Where it listens: on loopback, or in a network of its own.
  package let address: String
  private let directory: String
  private let data: String
  private let process: Process

  /// Starts it. With certificate and key it takes TLS connections only.
  ///
  /// - Parameters:
  ///   - address: where it listens.
  ///   - wrapper: words in front of those that start it, such as `ip netns exec NAME`.
  /// - Throws: what the server has said, when it does not start on any of three ports: somebody
  ///   else may have taken one.
  package init(
    certificateFile: String? = nil, keyFile: String? = nil, on address: String = "127.0.0.1",
    wrappedIn wrapper: [String] = []
  ) throws {
    let directory = TestDirectory.make()
    // Where a later run looks for servers that have been left behind.
    let data = directory + "/postgresql/server/data"
    (self.directory, self.data, self.address) = (directory, data, address)
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    if geteuid() == 0 { try Self.finish(["chown", "-R", "postgres", directory]) }
    try Self.finish(
      Self.command(["initdb", "-D", data, "-U", "moa", "-A", "trust", "-N", "-E", "UTF8"]))
    let rules = directory + "/hba"
    try "host all all all trust\n".write(toFile: rules, atomically: false, encoding: .utf8)
    var settings = [
      "listen_addresses=\(address)", "hba_file=\(rules)", "unix_socket_directories=",
      "fsync=off", "shared_buffers=8MB", "max_connections=20",
    ]
    if let certificateFile, let keyFile {
      try Self.copy(certificateFile, to: data + "/server.crt")
      try Self.copy(keyFile, to: data + "/server.key")
      settings.append("ssl=on")
    }
    let log = directory + "/log"
    for _ in 0..<3 {
      let (process, port) = (Process(), Int.random(in: 20_000..<30_000))
      let words = ["postgres", "-D", data] + (settings + ["port=\(port)"]).flatMap { ["-c", $0] }
      // Not by `pg_ctl`: what it leaves running keeps `Process` from seeing its end.
      try Self.run(process, wrapper + Self.command(words), log: log)
      if Self.becomesReady(process, data) {
        (self.process, self.port) = (process, port)
        return
      }
      if process.isRunning { kill(process.processIdentifier, SIGQUIT) }
      process.waitUntilExit()
    }
    let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(atPath: directory)
    throw TestDatabaseError.program("postgres", said)
  }

  /// False when it has ended, or takes more than 20 s.
  private static func becomesReady(_ process: Process, _ data: String) -> Bool {
    let status = data + "/postmaster.pid"
    for _ in 0..<2000 where process.isRunning {
      let lines = (try? String(contentsOfFile: status, encoding: .utf8))?.split(separator: "\n")
      if lines?.last?.hasPrefix("ready") == true { return true }
      usleep(10_000)
    }
    return false
  }

  /// Stops it at once and removes it.
  package func remove() {
    TestDirectory.end(serverIn: data)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The server takes a key only that nobody else can read.
  private static func copy(_ file: String, to place: String) throws {
    try FileManager.default.copyItem(atPath: file, toPath: place)
    if geteuid() == 0 { try finish(["chown", "postgres", place]) }
    try finish(["chmod", "600", place])
  }

  /// The words that run a program of PostgreSQL's, as another account where this one is root.
  private static func command(_ words: [String]) throws -> [String] {
    let program = try LocalPostgresBinaries.find(major: nil).path(of: words[0])
    let account =
      geteuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []
    return account + [program] + words.dropFirst()
  }

  private static func finish(_ words: [String]) throws {
    let process = Process()
    try run(process, words)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestDatabaseError.program(words) }
  }

  /// - Parameter log: a file behind which what it says on standard error is written.
  private static func run(_ process: Process, _ words: [String], log: String? = nil) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    if let log {
      let files = FileManager.default
      if !files.fileExists(atPath: log) { _ = files.createFile(atPath: log, contents: nil) }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
      try file.seekToEnd()
      process.standardError = file
    }
    try process.run()
  }
}
