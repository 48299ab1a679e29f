import ConformanceCorpus
import EventLoop
import HTTP
import HTTPServer
import Synchronization

/// One server for all cases, which lives as long as the tests do: sources that come and go on several
/// queues run into a defect of libdispatch (issue 949).
final class CorpusServer: Sendable {
  static let shared = Task { try await CorpusServer() }

  let port: Int
  private let server: Server
  /// What the server has answered since it began.
  let requests: SeenRequests

  private init() async throws {
    let events = SeenRequests()
    let loops = try (0..<2).map { try EventLoop(label: "corpus.\($0)") }
    server = try Server(
      ServerConfiguration(address: .tcp(host: "127.0.0.1", port: 0)), loops: loops,
      handler: { _ in ConformanceRoutes.answer },
      refusal: { error, _ in Response(error.status, content: .octets(Array("refused".utf8))) },
      observe: { events.note($0) })
    try await server.start()
    port = server.address.port ?? 0
    requests = events
  }
}

/// Counts requests, refused ones too, each once.
final class SeenRequests: Sendable {
  private let identifiers = Mutex<Set<String>>([])

  var count: Int { identifiers.withLock { $0.count } }

  func note(_ event: ServerEvent) {
    switch event {
    case .finished(let exchange): insert(exchange.requestID)
    case .refused(_, let requestID, _): insert(requestID)
    default: break
    }
  }

  private func insert(_ identifier: String) {
    _ = identifiers.withLock { $0.insert(identifier) }
  }
}
