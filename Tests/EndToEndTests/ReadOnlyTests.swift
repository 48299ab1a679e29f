import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// `moa readonly on` and `off`, beside running servers.
  @Suite struct ReadOnlyTests {
    @Test("all servers of a database stop writes and let them in again, and reads go on")
    func twoServers() async throws {
      let database = try await TestDatabase.shared.makeDatabase()
      let flags = ["--workers", "2", "--database-url", database]
      try await MoaServer.serving(flags + ["--demo", "--migrate"]) { first in
        try await MoaServer.serving(flags) { second in
          let clients = try await [LikeClient(first.url), LikeClient(second.url)]
          #expect(try await Self.run(["readonly", "on"], database).hasPrefix("read-only since "))
          for client in clients {
            // Each of several workers has to learn it.
            try await Self.every(answerOf: client, is: 503)
            #expect(try await client.send("GET", "/v1/likes").status == 200)
            let readiness = try await client.send("GET", "/readyz")
            #expect(readiness.text.contains(#""warnings":["writes_stopped"]"#))
          }
          #expect(try await Self.doctor(database).contains("note     Writes: stopped since "))
          #expect(try await Self.run(["readonly", "off"], database) == "writes are allowed\n")
          #expect(try await Self.doctor(database).contains("ok       Writes: allowed"))
          for client in clients { try await Self.every(answerOf: client, is: 204) }
        }
      }
    }

    /// Until twenty likes in a row, on connections of their own, are answered so.
    private static func every(answerOf client: LikeClient, is status: Int) async throws {
      _ = try await waiting(for: "only \(status)") {
        for _ in 0..<20 where try await client.send("PUT", "/v1/likes/207").status != status {
          return Bool?.none
        }
        return true
      }
    }

    private static func doctor(_ database: String) async throws -> String {
      try await run(["doctor", "--port", "0"], database)
    }

    private static func run(_ words: [String], _ database: String) async throws -> String {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let result = try await Program.run(
        Workplace.program.path, words + ["--database-url", database], in: directory)
      #expect(result.status == 0, "\(words): \(result.output)\(result.errors)")
      return result.output
    }
  }
}
