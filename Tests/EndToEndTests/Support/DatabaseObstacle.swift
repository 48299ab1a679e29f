import Foundation
import Testing

/// Sessions that are in a server's way as long as there is a file, which goes with its directory.
///
/// Not ended by a signal: our threads hand down that they listen to none but the ninth, and that
/// leaves PostgreSQL's half of a session where it is.
struct DatabaseObstacle {
  private let file: URL
  private let conninfo: String
  private let directory: URL

  init(_ name: String, of conninfo: String, in directory: URL) throws {
    file = directory.appendingPathComponent(name)
    (self.conninfo, self.directory) = (conninfo, directory)
    try Data().write(to: file)
  }

  /// Ends the sessions soon after, and does nothing the second time.
  func remove() { try? FileManager.default.removeItem(at: file) }

  /// Returns when the table is locked for everybody else.
  func take(_ table: String) async throws {
    let lock = "begin; lock table \(table) in access exclusive mode; select 'locked';"
    let program = try shell(
      "{ echo \"\(lock)\"; while [ -e \"$2\" ]; do sleep 0.01; done; } | \(Self.psql)")
    try await waiting(for: "the lock") {
      program.output.contains("locked") ? true : nil
    }
  }

  /// Returns when all connections of the server are taken but the one that keeps the others away.
  func takeConnections(all most: Int) async throws {
    let end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name"
    let held = "select 'held: ' || count(*) from pg_stat_activity where application_name = 'crowd'"
    let program = try shell(
      """
      { while [ -e "$2" ]; do echo "\(end) = 'moa'; \(held);"; sleep 0.2; done
        for _ in 1 2 3 4 5; do echo "\(end) = 'crowd';"; sleep 0.2; done; } | \(Self.psql)
      """)
    for _ in 1..<most {
      _ = try shell(
        "while [ -e \"$2\" ]; do \(Self.psql) -c 'select pg_sleep(60)'; sleep 0.1; done",
        ["PGAPPNAME": "crowd"])
    }
    do {
      try await waiting(for: "a crowd") {
        program.output.contains("held: \(most - 1)\n") ? true : nil
      }
    } catch {
      throw EndToEndError.timeout("a crowd: \(program.output.suffix(500)) \(program.errors)")
    }
  }

  private static let psql = "psql -X -A -t -q -d \"$1\""

  private func shell(_ script: String, _ environment: [String: String] = [:]) throws -> Program {
    try Program(
      "/bin/sh", ["-c", script, "sh", conninfo, file.path], environment: environment, in: directory)
  }
}
