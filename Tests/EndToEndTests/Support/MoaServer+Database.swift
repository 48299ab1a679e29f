import Foundation
import Testing

extension MoaServer {
  /// Asks the private PostgreSQL, whether this server still runs or not.
  func psql(_ query: String) async throws -> String {
    let socket = directory.path + "/data/postgresql/server/socket"
    let result = try await Program.run(
      Workplace.tool("psql", from: "postgresql-client"),
      ["-X", "-A", "-t", "-q", "-d", "host=\(socket) user=moa dbname=moa", "-c", query],
      in: directory)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs a command of the program beside it.
  func command(
    _ arguments: [String]
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await Program.run(
      Workplace.program.path, arguments + ["--data-dir", directory.path + "/data"], in: directory)
  }
}
