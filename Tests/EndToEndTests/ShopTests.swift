import Foundation
import Testing

extension EndToEnd {
  @Suite struct ShopTests {
    @Test("The whole shop works with an empty data directory and nothing else")
    func theWholeShop() async throws {
      try await MoaServer.serving(["--demo", "--log-level", "debug"], from: .nothing) { server in
        try await ShopFlow(curl: Curl(base: server.url), imagesMax: .max).everything()
        #expect(server.output == "listening on \(server.url)\n")
        try logIsJSONWithoutSecrets(server.errors)
      }
    }

    /// One line per request, each an object, and no token in any of them.
    private func logIsJSONWithoutSecrets(_ log: String) throws {
      let lines = log.split(separator: "\n")
      let objects = try lines.map { line in
        try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      }
      #expect(objects.count { $0["path"] as? String == "/livez" } == 1)
      #expect(objects.allSatisfy { $0["level"] is String && $0["time"] is String })
      #expect(!log.contains(MoaServer.adminToken))
    }

    @Test func aTokenOfAnotherScopeIsForbidden() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let created = try await say(["vendor", "create", "--name", "가게"], beside: server)
        let words = created.split(whereSeparator: \.isWhitespace).map(String.init)
        try #require(words.first == "identifier" && words.count > 1)
        let admin = try await token(["--scope", "admin"], server)
        let vendor = try await token(["--scope", "vendor", "--vendor", words[1]], server)
        #expect(try await curl.admin("GET", token: admin).status == 200)
        let refused = try await curl.admin("GET", token: vendor)
        #expect(refused.status == 403)
        #expect(try refused.decode(Problem.self).code == "forbidden")
      }
    }

    private func token(_ flags: [String], _ server: MoaServer) async throws -> String {
      try await say(["token", "create", "--name", "of an app"] + flags, beside: server)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What a command of moa prints beside a running server.
    private func say(_ command: [String], beside server: MoaServer) async throws -> String {
      let result = try await Program.run(
        Workplace.program.path, command + ["--data-dir", server.directory.path + "/data"],
        in: server.directory)
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }

    @Test func aFileIsSeededFromTheCommandLine() async throws {
      try await MoaServer.serving { server in
        let file = server.directory.appendingPathComponent("list.json")
        try Data("{\"event_categories\":[\(ShopFlow.item("only", "하나"))]}".utf8).write(to: file)
        let arguments = [
          "seed", file.path, "--json", "--data-dir", server.directory.path + "/data",
        ]
        let program = Workplace.program.path
        let rehearsed = try await Program.run(
          program, arguments + ["--dry-run"], in: server.directory)
        let done = try await Program.run(program, arguments, in: server.directory)
        let expected = SeedReport(created: 1, removed: 10)
        for run in [rehearsed, done] {
          #expect(run.status == 0, "\(run.errors)")
          #expect(
            try JSONDecoder().decode(SeedReport.self, from: Data(run.output.utf8)) == expected)
        }
        let shown = try await Curl(base: server.url).get("/v1/event-categories")
        #expect(try shown.decode(Items<EventCard>.self).items.map(\.title) == ["하나"])
        try Data("{\"event_categories\":[\(ShopFlow.item("x", ""))]}".utf8).write(to: file)
        let refused = try await Program.run(program, arguments, in: server.directory)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("/event_categories/0/title"))
      }
    }
  }
}

/// One after the other: each boots servers of its own, and two cores carry only so many.
@Suite(.serialized) enum EndToEnd {}
