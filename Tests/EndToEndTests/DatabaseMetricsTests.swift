import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// What a server tells Prometheus of its database and its pictures, and of what it refuses.
  @Suite struct DatabaseMetricsTests {
    @Test("Statements are told by where they are written, pools by how they are used")
    func statements() async throws {
      try await MoaServer.serving(["--demo", "--workers", "1"] + MoaServer.measured) { server in
        let curl = Curl(base: server.url)
        _ = try await curl.get("/v1/products?limit=3")
        let primary = #"{server="primary",pool="shared"}"#
        let metrics = try await server.waitForMetrics("an open connection") {
          $0["moa_database_connections_open" + primary] >= 1
            && $0["moa_database_available" + #"{server="primary"}"#] == 1
        }
        let full = #"moa_database_errors_total{server="primary",class="53"}"#
        #expect(metrics.samples[full] == 0)
        #expect(metrics["moa_database_connections_limit" + primary] >= 1)
        #expect(metrics["moa_database_callers_waiting" + primary] == 0)
        #expect(metrics["moa_database_wait_duration_seconds_count" + primary] >= 1)
        #expect(metrics.sum(of: "moa_database_connections_opened_total") >= 1)
        let statements = metrics.samples.keys.filter {
          $0.hasPrefix("moa_database_statement_duration_seconds_count{")
        }
        #expect(statements.contains { $0.contains(#"statement="ProductListStatements.swift:"#) })
        #expect(!metrics.text.contains("select "))
        try await server.expectOrderlyStop()
      }
    }

    @Test("Requests that ask for the same at once share one answer, and both sides are counted")
    func sharedAnswers() async throws {
      try await MoaServer.serving(["--demo", "--workers", "1"] + MoaServer.measured) { server in
        let crowd = try await CrowdOutcome.of(40, at: server.url) { _ in
          CrowdOutcome.get("/v1/products")
        }
        #expect(crowd.statuses == Array(repeating: 200, count: 40))
        // The memory is published once a second.
        let metrics = try await server.waitForMetrics("answers in memory") {
          $0["moa_http_answer_memory_bytes"] > 0
        }
        let outcomes = ["miss", "collapsed", "hit"].map {
          metrics["moa_http_shared_answers_total{outcome=\"\($0)\"}"]
        }
        #expect(outcomes[0] >= 1)
        #expect(outcomes.reduce(0, +) == 40)
        #expect(metrics["moa_http_answer_validations_total"] >= 1)
        try await server.expectOrderlyStop()
      }
    }

    @Test("A rate that is exceeded is a refusal with its code, and the limit stands beside it")
    func rates() async throws {
      let flags = ["--demo", "--workers", "1", "--rate-limit", "2/m"] + MoaServer.measured
      try await MoaServer.serving(flags) { server in
        let curl = Curl(base: server.url)
        for _ in 0..<5 { _ = try await curl.get("/v1/products") }
        let metrics = try await server.metrics()
        let refused = #"moa_http_refusals_total{stage="route",code="too_many_requests"}"#
        #expect(metrics[refused] == 3)
        let limit = metrics["moa_http_rate_limit_per_second"]
        #expect(abs(limit - 2.0 / 60) < 0.000_001)
        try await server.expectOrderlyStop()
      }
    }

    @Test("Pictures are counted by what has become of them")
    func pictures() async throws {
      try await MoaServer.serving(["--demo", "--workers", "1"] + MoaServer.measured) { server in
        let pictures = Array(try await Pictures.five(in: server.directory).prefix(2))
        let form = try MarketForm(
          DemoVendor.published.params("사진 두 장"), pictures, in: server.directory)
        let answer = try await Curl(base: server.url).register(form)
        #expect(answer.status == 201, "\(answer.text)")
        // How things stand is published once a second.
        let metrics = try await server.waitForMetrics("the end of the form") {
          $0["moa_image_forms_limit"] >= 1
        }
        let count = "moa_image_preparation_duration_seconds_count"
        #expect(metrics[count + #"{outcome="prepared"}"#] == 2)
        #expect(metrics[count + #"{outcome="failed"}"#] == 0)
        try await server.expectOrderlyStop()
      }
    }

    @Test("Forms whose pictures are at work are told while they are")
    func formsInWork() async throws {
      try await MoaServer.serving(["--demo", "--workers", "1"] + MoaServer.measured) { server in
        let pictures = try await Pictures.five(in: server.directory)
        let curl = Curl(base: server.url)
        try await withThrowingTaskGroup(of: Int.self) { forms in
          for number in 1...3 {
            let form = try MarketForm(
              DemoVendor.published.params("사진 \(number)"), pictures, in: server.directory)
            forms.addTask { try await curl.register(form).status }
          }
          try await server.waitForMetrics("a form in work") { $0["moa_image_forms_in_work"] >= 1 }
          for try await status in forms { #expect(status == 201) }
        }
        try await server.waitForMetrics("none") { $0["moa_image_forms_in_work"] == 0 }
        try await server.expectOrderlyStop()
      }
    }

    @Test("A database that is gone is told within seconds, also while nobody asks, and its return")
    func absence() async throws {
      let database = TestDatabase()
      defer { database.remove() }
      let flags = ["--database-url", try await database.makeDatabase(), "--migrate", "--demo"]
      try await MoaServer.serving(flags + MoaServer.measured) { server in
        _ = try await Curl(base: server.url).get("/v1/products")
        let available = #"moa_database_available{server="primary"}"#
        try await server.waitForMetrics("the database") { $0[available] == 1 }
        try await offloading { try database.killServer() }
        let away = try await server.waitForMetrics("its absence") { $0.samples[available] == 0 }
        #expect(away[#"moa_database_connections_lost_total{server="primary"}"#] >= 1)
        #expect(away[#"moa_database_connect_failures_total{server="primary"}"#] >= 1)
        try await waiting(for: "the server to start") {
          try? await offloading { try database.restart() }
        }
        try await server.waitForMetrics("its return") { $0[available] == 1 }
        try await server.expectOrderlyStop()
      }
    }

    @Test("The lag of a standby is told, and grows while it does not replay")
    func replica() async throws {
      let database = try await ReplicatedDatabase.start()
      defer { database.remove() }
      let flags = [
        "--demo", "--migrate", "--workers", "1", "--database-url", database.first.conninfo,
      ]
      let environment = ["MOA_DATABASE_REPLICA_URL": database.second.conninfo]
      try await MoaServer.serving(flags + MoaServer.measured, environment: environment) { server in
        let lag = "moa_database_replica_lag_seconds"
        try await server.waitForMetrics("a standby that follows") {
          $0.samples[lag].map { $0 < 0.5 } ?? false
        }
        try database.second.psql("select pg_wal_replay_pause()")
        let write = try await Curl(base: server.url).admin(
          "POST", body: ShopFlow.item("lagging", "늦음"))
        #expect(write.status == 201, "\(write.text)")
        try await server.waitForMetrics("a standby that is behind") { $0[lag] > 3 }
        try database.second.psql("select pg_wal_replay_resume()")
        try await server.waitForMetrics("a standby that has caught up") { $0[lag] < 0.5 }
        try await server.expectOrderlyStop()
      }
    }
  }
}
