package import EventLoop
import Foundation
package import HTTP
import HTTPServer
import Synchronization

/// A collector that takes OTLP over HTTP as JSON, and looks at every byte of it.
package final class TraceCollector: Sendable {
  private struct State {
    var spans: [ReceivedSpan] = []
    var violations: [String] = []
    var calls = 0
    /// What is answered next; then all is taken.
    var answers: [Response] = []
  }

  private let server: Server
  private let state: Received

  private final class Received: Sendable {
    let value = Mutex(State())
  }

  /// Begins to take spans.
  ///
  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - answers: to the first requests, whose spans are not kept.
  package init(
    on loop: EventLoop, port: Int = 0, answering answers: [Response] = []
  ) async throws {
    let received = Received()
    received.value.withLock { $0.answers = answers }
    state = received
    var configuration = ServerConfiguration(address: .tcp(host: "127.0.0.1", port: port))
    configuration.limits.bodyBytes = 64 << 20
    server = try Server(
      configuration, on: loop, handler: { await Self.answer($0, received) },
      refusal: { error, _ in Response(error.status) }, observe: { _ in })
    try await server.start()
  }

  package var port: Int { server.address.port ?? 0 }
  /// What `--trace-endpoint` takes.
  package var endpoint: String { "http://127.0.0.1:\(port)" }
  /// All that it was sent and has taken.
  package var spans: [ReceivedSpan] { state.value.withLock { $0.spans } }
  /// What was sent and is no OTLP, one sentence each.
  package var violations: [String] { state.value.withLock { $0.violations } }
  /// Requests, taken or not.
  package var calls: Int { state.value.withLock { $0.calls } }

  package func stop() async { _ = await server.drain(delay: .zero, deadline: .zero) }

  private static func answer(_ request: Request, _ received: Received) async -> Response {
    var violations: [String] = []
    if request.method != .post || request.target.path != "/v1/traces" {
      violations.append("\(request.method.rawValue) \(request.target.path)")
    }
    if request.fields["Content-Type"] != "application/json" {
      violations.append("Content-Type is \(request.fields["Content-Type"] ?? "missing")")
    }
    let body = (try? await request.body.collect(upTo: 64 << 20)) ?? []
    let reading = OTLPReading(body)
    return received.value.withLock { state in
      state.calls += 1
      state.violations += violations + reading.violations
      guard state.answers.isEmpty else { return state.answers.removeFirst() }
      state.spans += reading.spans
      return Response(.ok, contentType: "application/json", content: .bytes(Array("{}".utf8)))
    }
  }
}
