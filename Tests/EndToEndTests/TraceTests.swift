import EventLoop
import Foundation
import Testing
import TraceCollector

extension EndToEnd {
  /// What a server tells a collector of traces.
  @Suite struct TraceTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"
    private static let sampled = "traceparent: 00-\(trace)-\(span)-01"
    private static let admin = "Authorization: Bearer \(MoaServer.adminToken)"
    private static let loop = Result { try EventLoop(label: "collector") }

    /// A line of the log, as far as these tests look at it.
    private struct Line: Decodable, Sendable {
      let event: String
      let path: String?
      let requestId: String?
      let traceId: String?
    }

    /// Serves with two workers and a collector beside them.
    private static func serving(
      _ flags: [String] = [], _ body: (MoaServer, TraceCollector) async throws -> Void
    ) async throws {
      let collector = try await TraceCollector(on: loop.get())
      let all =
        ["--demo", "--workers", "2", "--log-level", "debug"]
        + ["--trace-endpoint", collector.endpoint] + flags
      try await MoaServer.serving(all) { try await body($0, collector) }
      #expect(collector.violations == [])
      await collector.stop()
    }

    private static func spans(
      _ what: String, of collector: TraceCollector, _ isThere: ([ReceivedSpan]) -> Bool
    ) async throws -> [ReceivedSpan] {
      try await waiting(for: what) {
        let spans = collector.spans
        return isThere(spans) ? spans : nil
      }
    }

    private static func lines(of server: MoaServer) -> [Line] {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return server.errors.split(separator: "\n")
        .compactMap { try? decoder.decode(Line.self, from: Data($0.utf8)) }
    }

    @Test("The trace of a caller goes on in the request, its operation and its statement")
    func aCallersTraceGoesOn() async throws {
      try await Self.serving { server, collector in
        let curl = Curl(base: server.url)
        let answer = try await curl.get("/v1/products/1?secret=hidden", [Self.sampled])
        #expect(answer.status == 400)
        let found = try await curl.get("/v1/products/1", [Self.sampled])
        let spans = try await Self.spans("two requests", of: collector) { spans in
          spans.count { $0.kind == 2 } == 2 && spans.contains { $0.kind == 3 }
        }
        try Self.expectTheCallersTrace(spans, found)
        try await server.expectOrderlyStop()
      }
    }

    private static func expectTheCallersTrace(_ spans: [ReceivedSpan], _ found: Answer) throws {
      #expect(spans.allSatisfy { $0.traceID == Self.trace })
      let request = try #require(
        spans.first { $0.attributes["http.response.status_code"] == "200" })
      #expect(request.name == "GET /v1/products/{id}")
      #expect(request.parentID == Self.span)
      #expect(found.fields["traceparent"] == "00-\(Self.trace)-\(request.spanID)-01")
      #expect(request.attributes["http.request.method"] == "GET")
      #expect(request.attributes["http.route"] == "/v1/products/{id}")
      #expect(request.attributes["url.path"] == "/v1/products/1")
      #expect(request.attributes["moa.request.id"] == found.fields["x-request-id"])
      #expect(request.resource["service.name"] == "moa")
      let operation = try #require(spans.first { $0.parentID == request.spanID })
      #expect(operation.name == "getProduct")
      #expect(operation.kind == 1)
      let statement = try #require(spans.first { $0.parentID == operation.spanID })
      #expect(statement.kind == 3)
      #expect(statement.name.hasPrefix("ProductStatements.swift:"), "\(statement.name)")
      #expect(statement.attributes["db.query.summary"] == statement.name)
      #expect(statement.attributes["db.system.name"] == "postgresql")
      // Each start is counted back from the moment at which the end was noted.
      #expect(statement.start + 1_000_000 >= request.start)
      #expect(statement.end <= request.end + 1_000_000)
      let refused = try #require(
        spans.first { $0.attributes["http.response.status_code"] == "400" })
      #expect(refused.attributes["moa.error.code"] == "malformed_query")
      #expect(!refused.isError, "the client's, not ours")
      #expect(!spans.contains { "\($0)".contains("hidden") })
    }

    @Test("Without a sampled trace of the caller nothing is recorded at the ratio of 0")
    func nothingElseIsRecorded() async throws {
      try await Self.serving { server, collector in
        let curl = Curl(base: server.url)
        for fields in [
          [], ["traceparent: 00-\(Self.trace)-\(Self.span)-00"],
          ["traceparent: 00-\(Self.trace)-\(Self.span)-1"],
          ["traceparent: ff-\(Self.trace)-\(Self.span)-01"], [Self.sampled, Self.sampled],
        ] {
          #expect(try await curl.get("/v1/products", fields).status == 200)
        }
        _ = try await curl.get("/livez", [Self.sampled])
        try await server.expectOrderlyStop()
        #expect(collector.spans.map(\.name) == ["GET /livez"])
      }
    }

    @Test("At the ratio of 1 each request begins a trace, which its answer and its log name")
    func everyRequestIsRecorded() async throws {
      try await Self.serving(["--trace-ratio", "1"]) { server, collector in
        let curl = Curl(base: server.url)
        let answer = try await curl.get("/v1/screens/home")
        _ = try await curl.get("/livez", ["traceparent: 00-\(Self.trace)-\(Self.span)-00"])
        _ = try await curl.send("PUT", "/admin/v1/categories", body: "{}")
        try await server.expectOrderlyStop()
        try Self.expectTwoTraces(collector.spans, Self.lines(of: server), answer)
      }
    }

    private static func expectTwoTraces(
      _ spans: [ReceivedSpan], _ lines: [Line], _ answer: Answer
    ) throws {
      #expect(spans.count { $0.kind == 2 } == 2)
      let home = try #require(spans.first { $0.name == "GET /v1/screens/home" })
      #expect(home.parentID == nil)
      #expect(answer.fields["traceparent"]?.hasPrefix("00-\(home.traceID)-") == true)
      let children = spans.filter { $0.traceID == home.traceID && $0.kind == 3 }
      #expect(children.count > 2, "statements side by side")
      let line = try #require(lines.first { $0.path == "/v1/screens/home" })
      #expect(line.traceId == home.traceID)
      let audited = try #require(lines.first { $0.event == "audit" })
      #expect(audited.traceId != nil)
      #expect(lines.contains { $0.event == "tracing" })
    }

    @Test(
      "Pictures have spans for the wait and for the work, and their request one for its operation")
    func pictures() async throws {
      try await Self.serving { server, collector in
        let picture = Workplace.root.appendingPathComponent("db/demo/images/product-mug-1.png")
        let answer = try await Curl(base: server.url).form(
          "/admin/v1/images", [Self.admin, Self.sampled],
          ["file=@\(picture.path);type=image/png"])
        #expect(answer.status == 201, "\(answer.text)")
        try await server.expectOrderlyStop()
        let names = Set(collector.spans.map(\.name))
        let wanted: Set = ["POST /admin/v1/images", "addImage", "images.wait", "images.prepare"]
        #expect(names.isSuperset(of: wanted), "\(names)")
      }
    }

    @Test("Errors of the server are errors of the span")
    func errors() async throws {
      try await Self.serving(["--simulate"]) { server, collector in
        let curl = Curl(base: server.url, repeatsMax: 0)
        _ = try await curl.get("/v1/banner", [Self.sampled, "Moa-Simulate: status=503"])
        _ = try await curl.get("/v1/products/999999999", [Self.sampled])
        try await server.expectOrderlyStop()
        let requests = collector.spans.filter { $0.kind == 2 }
        let errors = requests.filter(\.isError).map { $0.attributes["error.type"] }
        #expect(requests.count == 2)
        #expect(errors == ["503"])
      }
    }

    @Test("While the collector is away nobody waits; what is lost is counted, and then it goes on")
    func outage() async throws {
      let gone = try await TraceCollector(on: Self.loop.get())
      let (port, endpoint) = (gone.port, gone.endpoint)
      await gone.stop()
      let flags =
        ["--demo", "--workers", "1", "--trace-endpoint", endpoint, "--trace-ratio", "1"]
        + MoaServer.measured
      try await MoaServer.serving(flags) { server in
        _ = try await Curl(base: server.url).get("/v1/screens/home")
        try await server.waitFor("traces_not_exported")
        try await offloading {
          let client = try KeptClient(server.url)
          for _ in 0..<2_500 {
            let reply = try client.send(CrowdOutcome.get("/livez"))
            if reply.status != 200 { throw EndToEndError.unreadable(reply.text) }
          }
        }
        let collector = try await TraceCollector(on: Self.loop.get(), port: port)
        try await server.waitFor("traces_exported_again")
        try await server.waitForMetrics("both counts") {
          $0[#"moa_trace_spans_dropped_total{reason="full"}"#] > 0
            && $0["moa_trace_spans_exported_total"] > 2_000
        }
        #expect(collector.violations == [])
        #expect(collector.spans.contains { $0.name == "GET /v1/screens/home" })
        try await server.expectOrderlyStop()
        await collector.stop()
      }
    }

    @Test("A slow statement is logged with the request and the trace that it is of")
    func slowStatement() async throws {
      try await MoaServer.serving(["--demo", "--slow-statement", "0"]) { server in
        let curl = Curl(base: server.url)
        let plain = try await curl.get("/v1/products/1")
        let traced = try await curl.get("/v1/products/2", [Self.sampled])
        let slow = try await waiting(for: "both lines") {
          let lines = Self.lines(of: server).filter { $0.event == "database_statement_slow" }
          let ids = lines.map(\.requestId)
          let isThere = [plain, traced].allSatisfy { ids.contains($0.fields["x-request-id"]) }
          return isThere ? lines : nil
        }
        let ofTrace = slow.filter { $0.traceId == Self.trace }
        #expect(!ofTrace.isEmpty)
        #expect(ofTrace.allSatisfy { $0.requestId == traced.fields["x-request-id"] })
      }
    }
  }
}
