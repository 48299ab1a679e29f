import EventLoop
import HTTP
package import HTTPServer
package import Operations
import Prometheus

/// Serves `GET /metrics` on a listener and a loop of its own, so that it is not on the public
/// address and does not wait for clients there.
package struct MetricsServer: Sendable {
  private let server: Server
  package var url: String { server.url }
  static let path = "/metrics"
  /// Enough for a few Prometheus servers and a person with curl.
  private static let connectionsMax = 64

  /// Starts serving.
  ///
  /// - Throws: one sentence when the address is not available.
  package static func start(
    on address: ListenAddress, _ memory: MetricsMemory
  ) async throws(CommandError) -> MetricsServer {
    let server: Server
    do {
      let loop = try EventLoop(label: "moa.metrics")
      server = try Server(
        configuration(address), on: loop,
        handler: { answer($0, memory) },
        refusal: { error, _ in Response(error.status) }, observe: { _ in })
      try await server.start()
    } catch {
      throw CommandError(
        .unavailable, "", because: "\(error). Choose another address by --metrics-listen")
    }
    return MetricsServer(server: server)
  }

  /// Stops at once: Prometheus repeats a scrape that breaks off.
  package func stop() async { _ = await server.drain(delay: .zero, deadline: .zero) }

  private static func configuration(_ address: ListenAddress) -> ServerConfiguration {
    var configuration = ServerConfiguration(address: address)
    configuration.connectionsMax = connectionsMax
    // These requests have no body.
    configuration.limits.bodyBytes = 0
    // Longer than the time between two scrapes, so that they share a connection.
    configuration.deadlines.idle = .seconds(75)
    return configuration
  }

  private static func answer(_ request: Request, _ memory: MetricsMemory) -> Response {
    guard request.target.path == path else { return Response(.notFound) }
    guard request.method == .get || request.method == .head else {
      return Response(.methodNotAllowed, fields: [ResponseField("Allow", "GET, HEAD")])
    }
    return Response(
      .ok, contentType: Exposition.contentType, content: .bytes(memory.exposition()))
  }
}
