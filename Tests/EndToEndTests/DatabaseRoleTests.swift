import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// `deploy/postgresql/roles.sql`: one role owns the schema, another one serves.
  @Suite struct DatabaseRoleTests {
    @Test("The whole shop works as a role that may do no more than write rows")
    func leastRights() async throws {
      let database = try TestRoles()
      defer { database.remove() }
      try database.makeDatabase("shop", "encoding 'UTF8' template template0")
      try database.psql(try Workplace.file("deploy/postgresql/roles.sql"), in: "shop")
      try await Self.run(["migrate"], as: "moa_owner", of: database)
      let flags = ["--workers", "1", "--database-url", database.conninfo("moa_server", "shop")]
      try await MoaServer.serving(flags + ["--demo"]) { server in
        try await ShopFlow(curl: Curl(base: server.url)).everything()
        let client = try await LikeClient(server.url)
        #expect(try await client.send("PUT", "/v1/likes/207").status == 204)
        #expect(try await client.ids("/v1/likes") == [207])
        try await server.expectOrderlyStop()
      }
      try await Self.run(["sweep"], as: "moa_server", of: database)
      let doctor = try await Self.run(["doctor"], as: "moa_server", of: database)
      #expect(doctor.contains("may serve; another one has to run `moa migrate`"))
    }

    @discardableResult
    private static func run(
      _ command: [String], as role: String, of database: TestRoles
    ) async throws -> String {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let result = try await Program.run(
        Workplace.program.path, command + ["--database-url", database.conninfo(role, "shop")],
        in: directory)
      #expect(result.status == 0, "\(command): \(result.output)\(result.errors)")
      return result.output
    }
  }
}
