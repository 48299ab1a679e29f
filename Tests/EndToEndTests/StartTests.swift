import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  @Suite struct StartTests {
    private func run(
      _ arguments: [String], in directory: URL, environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(
        Workplace.program.path, arguments, environment: environment, in: directory)
    }

    @Test func allMistakesOfAConfigurationAreToldAtOnce() async throws {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let result = try await run(
        MoaServer.arguments(["--port", "99999", "--log-level", "loud"], in: directory),
        in: directory,
        environment: ["MOA_DRAIN_DEADLINE": "soon", "MOA_ADMIN_TOKEN": "too-short-to-be-safe"])
      #expect(result.status == 78)
      for name in ["--port", "--log-level", "MOA_DRAIN_DEADLINE", "MOA_ADMIN_TOKEN"] {
        #expect(result.errors.contains(name), "\(result.errors)")
      }
      #expect(!result.errors.contains("too-short-to-be-safe"))
      #expect(result.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: directory.path + "/data"))
    }

    @Test func aSecondServerOnOneDataDirectoryIsRefused() async throws {
      try await MoaServer.serving { first in
        let second = try await run(
          MoaServer.arguments([], in: first.directory), in: first.directory)
        #expect(second.status != 0)
        #expect(second.output.isEmpty)
        #expect(second.errors.contains(first.directory.path + "/data"), "\(second.errors)")
        #expect(try await Curl(base: first.url).get("/readyz").status == 200)
      }
    }

    @Test func aTakenPortIsToldInOneSentence() async throws {
      try await MoaServer.serving { first in
        let port = try #require(first.url.split(separator: ":").last.map(String.init))
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let second = try await run(
          MoaServer.arguments(["--port", port], in: directory), in: directory)
        #expect(second.status != 0)
        #expect(second.output.isEmpty)
        #expect(second.errors.contains(port), "\(second.errors)")
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/data"))
      }
    }

    @Test func anExternalDatabaseIsMigratedOnlyWhenAsked() async throws {
      let conninfo = try await TestDatabase.shared.makeDatabase()
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let database = ["--database-url", conninfo]
      let refused = try await run(MoaServer.arguments(database, in: directory), in: directory)
      #expect(refused.status != 0, "\(refused.errors)")
      #expect(refused.errors.contains("moa migrate"), "\(refused.errors)")
      let migrated = try await run(["migrate"] + database, in: directory)
      #expect(migrated.status == 0, "\(migrated.errors)")
      let status = try await run(["migrate", "status"] + database, in: directory)
      #expect(status.status == 0)
      #expect(status.output.contains("event_categories"))
      try await MoaServer.serving(database + ["--demo"]) { server in
        let shown = try await Curl(base: server.url).get("/v1/event-categories")
        #expect(try shown.decode(Items<EventCard>.self).items.count == 10)
        #expect(server.postmaster == nil)
        try await server.expectOrderlyStop()
      }
    }

    @Test("a PostgreSQL that is too old is told by its age, and not by a setting that it lacks")
    func oldPostgres() async throws {
      let old = try OldPostgres()
      defer { old.close() }
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      for command in [["migrate"], ["serve", "--port", "0"], ["doctor"]] {
        let result = try await run(command + ["--database-url", old.url], in: directory)
        let told = result.output + result.errors
        #expect(result.status != 0, "\(command)")
        #expect(told.contains("older than PostgreSQL 15"), "\(command): \(told)")
        #expect(!told.contains("idle_session_timeout"), "\(command): \(told)")
      }
    }

    @Test func twoServersShareOneExternalDatabase() async throws {
      let conninfo = try await TestDatabase.shared.makeDatabase()
      let flags = ["--database-url", conninfo, "--migrate", "--demo"]
      async let both = (MoaServer(flags), MoaServer(flags))
      let (first, second) = try await both
      defer {
        first.remove()
        second.remove()
      }
      let body = ShopFlow.items([ShopFlow.item("shared", "함께")])
      #expect(try await Curl(base: first.url).admin("PUT", body: body).status == 200)
      let shown = try await Curl(base: second.url).get("/v1/event-categories")
      #expect(try shown.decode(Items<EventCard>.self).items.map(\.title) == ["함께"])
    }

    @Test func theVersionIsPrinted() async throws {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let result = try await run(["version"], in: directory)
      #expect(result.status == 0, "\(result.output)")
      #expect(result.output.hasPrefix("moa "), "\(result.output)")
    }
  }
}
