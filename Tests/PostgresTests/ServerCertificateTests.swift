import EventLoop
import Foundation
import Postgres
import TLSPeer
import TestDatabase
import Testing

/// TLS to the server: it must show who it is, or nothing is sent to it.
@Suite(.serialized)
struct ServerCertificateTests {
  /// Runs `body` with the port of a server that shows `certificate`.
  private func withServer<Value: Sendable>(
    _ certificate: TestCertificate?, _ body: (Int) async throws -> Value
  ) async throws -> Value {
    let server = try TestTCPServer(
      certificateFile: certificate?.certificateFile, keyFile: certificate?.keyFile)
    defer { server.remove() }
    return try await body(server.port)
  }

  /// A URL as for a server elsewhere; its name is not asked for.
  private func target(
    _ port: Int, host: String = "localhost", trusting authority: TestCertificate
  ) throws -> ConnectionString {
    try ConnectionString(
      "postgres://moa:canary-secret@\(host):\(port)/postgres?hostaddr=127.0.0.1"
        + "&sslmode=verify-full&sslrootcert=\(authority.certificateFile)")
  }

  private static let encryption = Statement<Void, String>(
    "select version from pg_stat_ssl where pid = pg_backend_pid() and ssl", effect: .read,
    decode: { row throws(PostgresError) in try row.text() })

  private func refusal(_ target: ConnectionString) async throws -> String {
    try #require(try await refusals([target]).first)
  }

  /// What is said of targets that are tried one after the other on one loop.
  private func refusals(_ targets: [ConnectionString]) async throws -> [String] {
    try await ServerUnderTest.onLoop { loop in
      var texts: [String] = []
      for target in targets {
        let start = MonotonicTime.now()
        let error = await failure {
          try await Connection.connect(on: loop, to: target, deadline: .seconds(20))
        }
        print("a wrong certificate, or none: refused after \(MonotonicTime.now() - start)")
        #expect(error?.isConnection == true)
        texts.append(try #require(error.map { "\($0)" }))
        #expect(!texts.joined().contains("canary-secret"))
      }
      return texts
    }
  }

  @Test("A server that shows a certificate of our authority and its name is talked to by TLS")
  func verified() async throws {
    let directory = try TestCertificates()
    let authority = try await TestCertificate.selfSigned("authority", in: directory)
    let certificate = try await TestCertificate.signed("server", by: authority, in: directory)
    let other = try await TestCertificate.selfSigned("other", in: directory)
    try await withServer(certificate) { port in
      let good = try target(port, trusting: authority)
      let version = try await ServerUnderTest.withPool(to: good) {
        try await $0.first(Self.encryption)
      }
      #expect(version == "TLSv1.3")
      // A large answer in many records, and a large parameter.
      let lengths = try await ServerUnderTest.withPool(to: good) { pool in
        try await pool.first(Self.repeated, String(repeating: "x", count: 100_000))?.utf8.count
      }
      #expect(lengths == 1_000_000)
      let name = try await refusal(target(port, host: "db.example", trusting: authority))
      #expect(name.contains("does not match host name \"db.example\""), "\(name)")
      let unknown = try await refusal(target(port, trusting: other))
      #expect(unknown.contains("none of the authorities in sslrootcert"), "\(unknown)")
      let missing = TestCertificate(certificateFile: directory.path + "/none.pem", keyFile: "")
      let unread = try await refusal(target(port, trusting: missing))
      #expect(unread.contains("none.pem\" does not exist"), "\(unread)")
    }
  }

  private static let repeated = Statement<String, String>(
    "select repeat($1::text, 10)", effect: .read, bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.text() })

  @Test("A certificate that has expired is refused, and the refusal says so")
  func expired() async throws {
    let directory = try TestCertificates()
    let authority = try await TestCertificate.selfSigned("authority", in: directory)
    let certificate = try await TestCertificate.expired("old", by: authority, in: directory)
    try await withServer(certificate) { port in
      let text = try await refusal(target(port, trusting: authority))
      #expect(text.contains("certificate verify failed"), "\(text)")
      #expect(text.contains("certificate has expired"), "\(text)")
    }
  }

  @Test("A server without TLS is refused before the password is sent")
  func withoutTLS() async throws {
    let directory = try TestCertificates()
    let authority = try await TestCertificate.selfSigned("authority", in: directory)
    try await withServer(nil) { port in
      let text = try await refusal(target(port, trusting: authority))
      #expect(text.contains("server does not support SSL, but SSL was required"), "\(text)")
    }
  }

  @Test("Why one server's certificate was refused is not said of the next server")
  func verdictsAreNotKept() async throws {
    let directory = try TestCertificates()
    let authority = try await TestCertificate.selfSigned("authority", in: directory)
    let certificate = try await TestCertificate.signed("server", by: authority, in: directory)
    let other = try await TestCertificate.selfSigned("other", in: directory)
    try await withServer(certificate) { port in
      try await withServer(nil) { plainPort in
        let texts = try await refusals([
          target(port, trusting: other), target(plainPort, trusting: other),
          target(port, host: "db.example", trusting: authority),
        ])
        #expect(texts.map { $0.contains("the server's certificate is") } == [true, false, false])
      }
    }
  }
}
