import Foundation
import Testing

extension EndToEnd {
  /// What the environment may not change, and what is told of it.
  @Suite struct EnvironmentTests {
    /// All that libpq 17 reads, set to nonsense or to somebody else's database.
    private static let postgres = [
      "PGHOST": "nowhere.invalid", "PGHOSTADDR": "127.0.0.7", "PGPORT": "1", "PGDATABASE": "other",
      "PGUSER": "somebody", "PGPASSWORD": "canary-password", "PGPASSFILE": "/nonexistent",
      "PGSERVICE": "none", "PGSERVICEFILE": "/nonexistent", "PGSYSCONFDIR": "/nonexistent",
      "PGOPTIONS": "-c search_path=other -c statement_timeout=1", "PGAPPNAME": "x",
      "PGSSLMODE": "verify-full", "PGREQUIRESSL": "1", "PGSSLCOMPRESSION": "1",
      "PGSSLCERT": "/nonexistent", "PGSSLKEY": "/nonexistent", "PGSSLROOTCERT": "/nonexistent",
      "PGSSLCRL": "/nonexistent", "PGSSLCRLDIR": "/nonexistent", "PGSSLSNI": "x",
      "PGSSLCERTMODE": "require", "PGSSLNEGOTIATION": "direct", "PGREQUIREPEER": "nobody",
      "PGREQUIREAUTH": "scram-sha-256", "PGCHANNELBINDING": "require",
      "PGSSLMINPROTOCOLVERSION": "TLSv1.3", "PGSSLMAXPROTOCOLVERSION": "TLSv1.3",
      "PGGSSENCMODE": "require", "PGKRBSRVNAME": "x", "PGGSSLIB": "gssapi",
      "PGGSSDELEGATION": "1", "PGCONNECT_TIMEOUT": "nonsense", "PGCLIENTENCODING": "nonsense",
      "PGTARGETSESSIONATTRS": "standby", "PGLOADBALANCEHOSTS": "random", "PGDATESTYLE": "nonsense",
      "PGTZ": "nonsense", "PGGEQO": "nonsense", "PGLOCALEDIR": "/nonexistent", "PGREALM": "x",
      "PGDATA": "/nonexistent",
    ]

    @Test func nothingOfLibpqsEnvironmentChangesThePrivateDatabase() async throws {
      try await MoaServer.serving(
        ["--demo", "--workers", "2"], from: .nothing, environment: Self.postgres
      ) { server in
        let curl = Curl(base: server.url)
        #expect(try await curl.get("/readyz").status == 200)
        #expect(try await curl.get("/v1/products").status == 200)
        for command in [["token", "list"], ["migrate", "status"], ["doctor", "--port", "0"]] {
          let result = try await Program.run(
            Workplace.program.path, command + ["--data-dir", server.directory.path + "/data"],
            environment: Self.postgres, in: server.directory)
          #expect(result.status == 0, "\(command): \(result.errors) \(result.output)")
        }
        let told = try await server.waitFor("remark")
        #expect(told.what?.contains("PGHOSTADDR") == true)
        #expect(!server.errors.contains("canary-password"))
        try await server.expectOrderlyStop()
        #expect(server.postmaster == nil)
      }
    }

    @Test func anUnknownVariableIsTold() async throws {
      let environment = ["MOA_TRUSTED_PROXY": "loopback"]
      try await MoaServer.serving(["--workers", "1"], environment: environment) { server in
        let doubt = try await server.waitFor("configuration_doubtful")
        #expect(doubt.what?.contains("MOA_TRUSTED_PROXY") == true)
        let listed = try await Program.run(
          Workplace.program.path, ["token", "list", "--data-dir", server.directory.path + "/data"],
          environment: environment, in: server.directory)
        #expect(listed.status == 0)
        #expect(listed.errors.contains("MOA_TRUSTED_PROXY"))
        // Workers have the same environment, and say nothing.
        #expect(server.count(of: "configuration_doubtful") == 1)
      }
    }

    @Test func aTemporaryDirectoryThatIsNotThereIsNamedAndDoneWithout() async throws {
      let environment = ["TMPDIR": "/nonexistent"]
      try await MoaServer.serving(
        ["--demo", "--workers", "1"], from: .nothing, environment: environment
      ) { server in
        let doubt = try await server.waitFor("configuration_doubtful")
        #expect(doubt.what?.contains("/nonexistent, which TMPDIR names") == true)
        let images = try await Pictures.five(in: server.directory)
        let form = try MarketForm(
          DemoVendor.published.params("자리 없는 그림"), [images[0]], in: server.directory)
        let registered = try await Curl(base: server.url).register(form, by: .published)
        #expect(registered.status == 201, "\(registered.text)")
        try await server.expectOrderlyStop()
        #expect(server.postmaster == nil)
      }
    }
  }
}
