import ConformanceCorpus
import EventLoop
import HTTP
import HTTPServer
import Synchronization
import TLSPeer

/// A server with the resources that the corpus talks to.
///
/// It lives as long as the tests do, and all of them share a loop: sources that come and go on
/// several queues run into a defect of libdispatch (issue 949).
final class CorpusServer: Sendable {
  static let shared = Task { try await CorpusServer() }
  /// The same over TLS, with a certificate made for the tests.
  static let secure = Task {
    let certificates = try TestCertificates()
    let certificate = try await TestCertificate.selfSigned("corpus", in: certificates)
    // The files are read when the server is made, and needed no more.
    return try await CorpusServer { configuration in
      configuration.tls = TLSConfiguration(
        certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
      // Many share the machine that the tests run on.
      configuration.deadlines.handshake = .seconds(30)
    }
  }
  private static let loop = Result { try EventLoop(label: "corpus") }

  let port: Int
  /// What the server has answered since it began.
  let requests = SeenRequests()
  private let server: Server

  init(
    _ adjust: (inout ServerConfiguration) -> Void = { _ in },
    handler: @escaping Handler = ConformanceRoutes.answer
  ) async throws {
    var configuration = ServerConfiguration(address: .tcp(host: "127.0.0.1", port: 0))
    adjust(&configuration)
    server = try Server(
      configuration, on: Self.loop.get(), handler: handler,
      // With content, so that a refused HEAD has some to leave out.
      refusal: { error, _ in Response(error.status, content: .bytes(Array("refused".utf8))) },
      observe: { [requests] in requests.note($0) })
    try await server.start()
    port = server.address.port ?? 0
  }
}

/// Remembers requests by their ids.
final class SeenRequests: Sendable {
  private let seen = Mutex((finished: [String: Int](), refused: Set<String>()))

  /// How often each id came with a head that was understood.
  var understood: [String: Int] { seen.withLock { $0.finished } }
  /// Ids of heads that were refused; a request that is refused for its body is finished, too.
  var refused: Set<String> { seen.withLock { $0.refused.subtracting($0.finished.keys) } }

  func note(_ event: ServerEvent) {
    switch event {
    case .finished(let exchange):
      seen.withLock { $0.finished[exchange.requestID, default: 0] += 1 }
    case .refused(_, let requestID, _): _ = seen.withLock { $0.refused.insert(requestID) }
    default: break
    }
  }
}
