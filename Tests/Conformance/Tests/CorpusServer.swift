import ConformanceCorpus
import EventLoop
import HTTP
import HTTPServer
import Synchronization

/// A server with the resources that the corpus talks to.
///
/// It lives as long as the tests do, and all of them share their loops: sources that come and go on
/// several queues run into a defect of libdispatch (issue 949).
final class CorpusServer: Sendable {
  static let shared = Task { try await CorpusServer() }
  private static let loops = Result {
    try (0..<2).map { try EventLoop(label: "corpus.\($0)") }
  }

  let port: Int
  /// What the server has answered since it began.
  let requests = SeenRequests()
  private let server: Server

  init() async throws {
    server = try Server(
      ServerConfiguration(address: .tcp(host: "127.0.0.1", port: 0)), loops: Self.loops.get(),
      handler: { _ in ConformanceRoutes.answer },
      // With content, so that a refused HEAD has some to leave out.
      refusal: { error, _ in Response(error.status, content: .octets(Array("refused".utf8))) },
      observe: { [requests] in requests.note($0) })
    try await server.start()
    port = server.address.port ?? 0
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
