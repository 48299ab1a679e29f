import HTTP
import HTTPServer
import TLSPeer

/// A running server that speaks TLS, with certificates made for the tests.
enum TLSUnderTest {
  /// What the tests of this process share: making keys takes a while.
  struct Certificates: Sendable {
    let directory: TestCertificates
    let server: TestCertificate
    let renewed: TestCertificate
    let authority: TestCertificate
    let known: TestCertificate
    let unknown: TestCertificate
    let stranger: TestCertificate
  }

  static let certificates = Task {
    let directory = try TestCertificates()
    let authority = try await TestCertificate.selfSigned("authority", in: directory)
    let other = try await TestCertificate.selfSigned("other", in: directory)
    return Certificates(
      directory: directory,
      server: try await .selfSigned("server", in: directory),
      renewed: try await .selfSigned("renewed", in: directory),
      authority: authority,
      known: try await .signed("known", by: authority, in: directory),
      unknown: try await .signed("unknown", by: authority, in: directory),
      stranger: try await .signed("stranger", by: other, in: directory))
  }

  /// As `ServerUnderTest.run`, over TLS.
  static func run(
    _ adjust: (inout ServerConfiguration, inout TLSConfiguration) async throws -> Void = { _, _ in
    },
    handler: @escaping Handler = TestRoutes.answer,
    _ body: (ServerUnderTest) async throws -> Void
  ) async throws {
    let server = try await certificates.value.server
    var configuration = ServerConfiguration(address: .tcp(host: "127.0.0.1", port: 0))
    // Many share the machine that the tests run on.
    configuration.deadlines.handshake = .seconds(30)
    var tls = TLSConfiguration(certificateFile: server.certificateFile, keyFile: server.keyFile)
    try await adjust(&configuration, &tls)
    configuration.tls = tls
    let chosen = configuration
    try await ServerUnderTest.run({ $0 = chosen }, handler: handler, body)
  }
}

extension ServerUnderTest {
  /// Connects over TLS.
  func connect(_ adjust: (inout TLSClient.Options) -> Void = { _ in }) async throws -> TLSClient {
    try await TLSClient.connect(port: port, adjust)
  }

  /// Sends bytes on a fresh session and returns everything until the server ends it.
  func exchangeSecurely(_ text: String) async throws -> String? {
    let client = try await connect()
    client.send(text)
    return try await client.readToEnd()
  }

  /// Why handshakes failed, once so many have: a client may know it before we have told.
  func failedHandshakes(atLeast count: Int) async throws -> [String] {
    for _ in 0..<1000 where failedHandshakes.count < count {
      try await Task.sleep(for: .milliseconds(10))
    }
    return failedHandshakes
  }

  /// Why handshakes have failed so far, in their order.
  var failedHandshakes: [String] {
    events.compactMap { if case .handshakeFailed(let reason, _) = $0 { reason } else { nil } }
  }
}
