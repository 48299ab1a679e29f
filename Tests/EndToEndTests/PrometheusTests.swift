import Foundation
import TestDatabase
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// The files of `deploy/prometheus` and `deploy/grafana`, really used.
  @Suite struct PrometheusTests {
    private static let rules = "deploy/prometheus/moa.rules.yml"

    @Test("Every alert fires where it should, and not where it should not")
    func alertRules() async throws {
      let promtool = try Workplace.tool("promtool", from: "prometheus")
      let place = Workplace.root.appendingPathComponent("deploy/prometheus")
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      for arguments in [
        ["check", "config", "prometheus.yml"], ["test", "rules", "moa.rules.test.yml"],
      ] {
        let command = "cd '\(place.path)' && exec \(promtool) \(arguments.joined(separator: " "))"
        let result = try await Program.run("/bin/sh", ["-c", command], in: directory)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
      }
    }

    @Test func everyAlertHasATestInWhichItFires() throws {
      let names = try Workplace.file(Self.rules).matches(of: #/alert: (\w+)/#).map { "\($0.1)" }
      let tests = try Workplace.file("deploy/prometheus/moa.rules.test.yml")
      let fired = tests.matches(of: #/alertname: (\w+)\n +exp_alerts:\n/#).map { "\($0.1)" }
      #expect(names.count > 10)
      #expect(Set(fired) == Set(names))
    }

    @Test("Rules and dashboard name only what a server exports, and the article names all of it")
    func names() async throws {
      let families = try await MoaServer.serving(["--demo"] + MoaServer.measured) {
        try await $0.metrics().families
      }
      let exported = families.flatMap { name, type in
        type == "histogram" ? ["_bucket", "_sum", "_count"].map { name + $0 } : [name]
      }
      for file in [
        Self.rules, "deploy/prometheus/moa.rules.test.yml", "deploy/grafana/moa.json",
      ] {
        let used = Self.metricNames(in: try Workplace.file(file))
        #expect(used.count > 10)
        #expect(used.subtracting(exported) == [], "\(file)")
      }
      let article = try Workplace.file("Sources/moa/Moa.docc/Metrics.md")
      let rows = article.matches(of: #/\| `(moa_[a-z_]+)` \| (\w+) \|/#)
      let described = rows.map { (String($0.1), String($0.2)) }
      #expect(Dictionary(described) { first, _ in first } == families)
    }

    private static func metricNames(in text: String) -> Set<String> {
      Set(text.matches(of: #/\bmoa_[a-z_]+/#).map { String($0.0) })
    }

    @Test("Prometheus sees the server, tells of a database that is gone, and takes it back")
    func prometheus() async throws {
      let database = TestDatabase()
      defer { database.remove() }
      let flags = ["--database-url", try await database.makeDatabase(), "--migrate", "--demo"]
      try await MoaServer.serving(flags + MoaServer.measured) { server in
        let prometheus = try await RunningPrometheus(beside: server)
        defer { prometheus.end() }
        try await prometheus.waitForTarget()
        #expect(try await prometheus.query("sum(moa_workers_serving)") != nil)
        #expect(try await prometheus.firing.contains("MoaDatabaseDown") == false)
        try await offloading { try database.killServer() }
        try await prometheus.wait(for: "MoaDatabaseDown", toFire: true)
        try await waiting(for: "the server to start") {
          try? await offloading { try database.restart() }
        }
        try await prometheus.wait(for: "MoaDatabaseDown", toFire: false)
        try await server.expectOrderlyStop()
        try await prometheus.wait(for: "MoaDown", toFire: true)
      }
    }
  }
}

/// Debian's Prometheus with our files, in a hurry.
private struct RunningPrometheus {
  private let program: Program
  private let curl: Curl

  init(beside server: MoaServer) async throws {
    let place = server.directory.appendingPathComponent("prometheus")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let address = try await server.metricsURL().replacing("http://", with: "")
    let configuration = try Workplace.file("deploy/prometheus/prometheus.yml")
    #expect(configuration.contains("127.0.0.1:9464\"]"))
    try configuration.replacing("127.0.0.1:9464\"]", with: "\(address)\"]")
      .replacing("_interval: 15s", with: "_interval: 1s")
      .write(to: place.appendingPathComponent("prometheus.yml"), atomically: true, encoding: .utf8)
    try Workplace.file("deploy/prometheus/moa.rules.yml")
      .replacing(#/ for: \w+/#, with: " for: 2s")
      .write(to: place.appendingPathComponent("moa.rules.yml"), atomically: true, encoding: .utf8)
    let port = try EndToEnd.DeployTests.freePort()
    curl = Curl(base: "http://127.0.0.1:\(port)", repeatsMax: 0)
    program = try Program(
      Workplace.tool("prometheus", from: "prometheus"),
      [
        "--config.file=\(place.path)/prometheus.yml", "--storage.tsdb.path=\(place.path)/data",
        "--web.listen-address=127.0.0.1:\(port)",
      ], in: server.directory)
  }

  func end() { program.signal(SIGKILL) }

  /// Waits until it has read the server's metrics.
  func waitForTarget() async throws {
    try await waiting(for: "a target that is up") {
      try? await query("up{job=\"moa\"} == 1")
    }
  }

  /// The first value that an expression has; nil for none.
  func query(_ expression: String) async throws -> String? {
    struct Answer: Decodable {
      struct Body: Decodable { let result: [Sample] }
      let data: Body
    }
    struct Sample: Decodable {
      let value: String

      init(from decoder: any Decoder) throws {
        var pair = try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(
          forKey: .value)
        _ = try pair.decode(Double.self)
        value = try pair.decode(String.self)
      }

      private enum Keys: String, CodingKey { case value }
    }
    let allowed = CharacterSet.alphanumerics
    let text = expression.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    let answer = try await curl.get("/api/v1/query?query=\(text)")
    return try answer.decode(Answer.self).data.result.first?.value
  }

  /// Names of the alerts that fire now.
  var firing: [String] {
    get async throws {
      struct Answer: Decodable {
        struct Body: Decodable { let alerts: [Alert] }
        let data: Body
      }
      struct Alert: Decodable {
        let labels: [String: String]
        let state: String
      }
      let alerts = try await curl.get("/api/v1/alerts").decode(Answer.self).data.alerts
      return alerts.filter { $0.state == "firing" }.compactMap { $0.labels["alertname"] }
    }
  }

  func wait(for alert: String, toFire isFiring: Bool) async throws {
    try await waiting(for: "\(alert) \(isFiring)") {
      try await firing.contains(alert) == isFiring ? true : nil
    }
  }
}
