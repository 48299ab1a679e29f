import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// What a server tells Prometheus.
  @Suite struct MetricsTests {
    private static let livez = #"moa_http_requests_total{route="/livez",method="GET",status="2xx"}"#

    @Test("Requests of all workers are counted by the template of their route")
    func requestsAreCounted() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"] + MoaServer.measured) { server in
        let curl = Curl(base: server.url)
        for _ in 0..<10 { _ = try await curl.get("/livez") }
        _ = try await curl.get("/v1/products/999999999")
        _ = try await curl.get("/v1/products/nonsense?x=1")
        _ = try await curl.get("/no/such/path")
        _ = try await curl.send("BREW", "/livez")
        let metrics = try await server.metrics()
        #expect(metrics[Self.livez] == 10)
        let missing = #"{route="/v1/products/{id}",method="GET",status="4xx"}"#
        #expect(metrics["moa_http_requests_total" + missing] == 2)
        let nowhere = #"{route="none",method="GET",status="4xx"}"#
        #expect(metrics["moa_http_requests_total" + nowhere] == 1)
        let unknown = #"{route="none",method="other",status="5xx"}"#
        #expect(metrics["moa_http_requests_total" + unknown] == 1)
        #expect(!metrics.text.contains("BREW"))
        #expect(!metrics.text.contains("/no/such/path"))
        let timed = #"{route="/livez",method="GET"}"#
        #expect(metrics["moa_http_request_duration_seconds_count" + timed] == 10)
        #expect(metrics[#"moa_http_refusals_total{stage="route",code="not_found"}"#] >= 2)
        #expect(metrics[#"moa_http_refusals_total{stage="message",code="unknown_method"}"#] == 1)
        try await server.expectOrderlyStop()
      }
    }

    @Test("A worker that is killed and replaced takes nothing back that was counted")
    func countsOutliveAWorker() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"] + MoaServer.measured) { server in
        let curl = Curl(base: server.url)
        for _ in 0..<20 { _ = try await curl.get("/livez") }
        let before = try await server.metrics()
        #expect(before[Self.livez] == 20)
        for worker in try await server.waitForWorkers(2) { kill(worker, SIGKILL) }
        try await server.waitFor("worker_died", after: 1)
        _ = try await server.waitForWorkers(2)
        for _ in 0..<5 { _ = try await curl.get("/livez") }
        let after = try await server.waitForMetrics("two workers") {
          $0["moa_workers_serving"] == 2
        }
        #expect(after[Self.livez] == 25)
        #expect(after["moa_worker_deaths_total"] == 2)
        for (series, value) in before.samples where before.isCount(series) {
          #expect(after[series] >= value, "\(series)")
        }
        try await server.expectOrderlyStop()
      }
    }

    @Test("Connections, bytes and processes are told within a second or two", arguments: [0, 2])
    func whatIsSampled(_ workers: Int) async throws {
      let flags = ["--demo", "--workers", "\(workers)"] + MoaServer.measured
      try await MoaServer.serving(flags) { server in
        let client = try KeptClient(server.url)
        for _ in 0..<3 { _ = try client.send(CrowdOutcome.get("/v1/products")) }
        let role = workers == 0 ? "server" : "worker"
        // A look may have been before the first request.
        let metrics = try await server.waitForMetrics("an idle connection that has asked") {
          $0[#"moa_http_connections{state="idle"}"#] == 1
            && $0["moa_http_sent_bytes_total"] > 1_000
            && $0["moa_process_resident_memory_bytes{role=\"\(role)\"}"] > 0
        }
        #expect(metrics["moa_http_connections_accepted_total"] == 1)
        #expect(metrics["moa_http_received_bytes_total"] > 100)
        #expect(metrics["moa_process_resident_memory_bytes{role=\"\(role)\"}"] > 1_000_000)
        #expect(metrics["moa_process_open_descriptors{role=\"\(role)\"}"] > 3)
        #expect(metrics["moa_process_cpu_seconds_total{role=\"\(role)\"}"] > 0)
        #expect(metrics["moa_process_start_time_seconds{role=\"\(role)\"}"] > 1_700_000_000)
        #expect(metrics["moa_workers_configured"] == Double(workers))
        #expect(metrics["moa_http_connections_limit"] == 10_000)
        #expect(metrics.sum(of: "moa_build_info") == 1)
        #expect(metrics["moa_metrics_lost_series"] == 0)
        withExtendedLifetime(client) {}
        try await server.expectOrderlyStop()
      }
    }

    @Test("The limit of connections is what the system grants, also where more are configured")
    func limitOfConnections() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let limited = place.appendingPathComponent("limited")
      try Data("#!/bin/sh\nulimit -n 256\nexec '\(Workplace.program.path)' \"$@\"\n".utf8)
        .write(to: limited)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: limited.path)
      let server = try await MoaServer(
        ["--demo", "--workers", "0"] + MoaServer.measured, file: limited.path)
      defer { server.remove() }
      let limit = try await server.metrics()["moa_http_connections_limit"]
      #expect(limit == 256 - 64)
      try await server.expectOrderlyStop()
    }

    @Test("promtool finds nothing to complain of")
    func promtool() async throws {
      try await MoaServer.serving(["--demo"] + MoaServer.measured) { server in
        _ = try await Curl(base: server.url).get("/v1/home")
        let text = try await server.metrics().text
        let file = server.directory.appendingPathComponent("metrics.txt")
        try Data(text.utf8).write(to: file)
        let promtool = try Workplace.tool("promtool", from: "prometheus")
        let result = try await Program.run(
          "/bin/sh", ["-c", "exec \(promtool) check metrics <\(file.path)"],
          in: server.directory)
        #expect(result.status == 0)
        #expect(result.output + result.errors == "")
        try await server.expectOrderlyStop()
      }
    }

    @Test("Metrics are on their own listener only, and nothing else is there")
    func ownListener() async throws {
      try await MoaServer.serving(["--demo"] + MoaServer.measured) { server in
        #expect(try await Curl(base: server.url).get("/metrics").status == 404)
        let metrics = Curl(base: try await server.metricsURL())
        #expect(try await metrics.get("/livez").status == 404)
        #expect(try await metrics.send("DELETE", "/metrics").status == 405)
        let answer = try await metrics.get("/metrics")
        #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        try await server.expectOrderlyStop()
      }
    }

    @Test("An address that is taken keeps the server from starting, and is named")
    func takenAddress() async throws {
      try await MoaServer.serving(["--demo"] + MoaServer.measured) { server in
        let address = try await server.metricsURL().replacing("http://", with: "")
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let second = try await Program.run(
          Workplace.program.path,
          MoaServer.arguments(["--metrics-listen", address], in: directory), in: directory)
        #expect(second.status == 69)
        #expect(second.errors.contains("--metrics-listen"), "\(second.errors)")
      }
    }
  }
}

extension MetricsReading {
  /// Whether a series only grows, by the type of its family.
  fileprivate func isCount(_ series: String) -> Bool {
    let name = String(series.prefix { $0 != "{" })
    if families[name] == "counter" { return true }
    return ["_bucket", "_sum", "_count"].contains { ending in
      name.hasSuffix(ending) && families[String(name.dropLast(ending.count))] == "histogram"
    }
  }
}
