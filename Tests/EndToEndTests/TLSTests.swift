import Foundation
import TLSPeer
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// The program with a certificate, and curl as the judge.
  @Suite struct TLSTests {
    private static func ask(
      _ url: String, trusting certificate: TestCertificate, _ extra: [String] = []
    ) async throws -> String {
      try await Shell.run(
        ["curl", "--disable", "--silent", "--show-error", "--include", "--max-time", "30"]
          + ["--cacert", certificate.certificateFile] + extra + [url], mayFail: true)
    }

    /// One for each process that serves.
    private static func loads(of server: MoaServer) -> Int {
      server.errors.components(separatedBy: "\"certificate_loaded\"").count - 1
    }

    private static func flags(_ certificate: TestCertificate) -> [String] {
      [
        "--tls-certificate", certificate.certificateFile, "--tls-key", certificate.keyFile,
      ]
    }

    @Test func aHangUpRenewsTheCertificateAndStopsNothing() async throws {
      let directory = try TestCertificates()
      let first = try await TestCertificate.selfSigned("first", in: directory)
      let second = try await TestCertificate.selfSigned("second", in: directory)
      let live = TestCertificate(
        certificateFile: directory.path + "/live.pem", keyFile: directory.path + "/live.key")
      func install(_ certificate: TestCertificate) async throws {
        try await Shell.run(["cp", certificate.certificateFile, live.certificateFile])
        try await Shell.run(["cp", certificate.keyFile, live.keyFile])
      }
      try await install(first)
      try await MoaServer.serving(Self.flags(live)) { server in
        #expect(server.url.hasPrefix("https://"))
        let before = try await Self.ask(server.url + "/livez", trusting: first)
        #expect(before.hasPrefix("HTTP/1.1 200"))
        #expect(before.contains("\r\nStrict-Transport-Security: max-age=31536000\r\n"))
        try await install(second)
        let loads = Self.loads(of: server)
        #expect(loads > 0)
        server.signal(SIGHUP)
        try await waiting(for: "the second certificate") {
          Self.loads(of: server) == 2 * loads ? true : nil
        }
        let after = try await Self.ask(server.url + "/livez", trusting: second)
        #expect(after.hasPrefix("HTTP/1.1 200"))
        let stale = try await Self.ask(server.url + "/livez", trusting: first)
        #expect(!stale.contains("HTTP/1.1"))
        try await server.expectOrderlyStop()
      }
    }

    @Test("Prometheus is told when the certificate expires, and of handshakes that fail")
    func metrics() async throws {
      let directory = try TestCertificates()
      let certificate = try await TestCertificate.selfSigned("server", in: directory)
      try await MoaServer.serving(Self.flags(certificate) + MoaServer.measured) { server in
        let expiry = try await server.metrics()["moa_tls_certificate_expiry_timestamp_seconds"]
        let end = try await Shell.run([
          "openssl", "x509", "-in", certificate.certificateFile, "-noout", "-enddate", "-dateopt",
          "iso_8601",
        ])
        let date = try #require(end.split(separator: "=").last?.prefix(10))
        let day = try Date("\(date)T00:00:00Z", strategy: .iso8601).timeIntervalSince1970
        #expect(abs(expiry - day) <= 86_400)
        let plain = server.url.replacing("https:", with: "http:")
        _ = try await Shell.run(["curl", "--disable", "--silent", plain + "/livez"], mayFail: true)
        try await server.waitForMetrics("the handshake that failed") {
          $0["moa_tls_handshakes_failed_total"] == 1
        }
        try await server.expectOrderlyStop()
      }
    }

    @Test("A reload with a key of another certificate changes nothing, and is counted and told")
    func aWrongReload() async throws {
      let directory = try TestCertificates()
      let first = try await TestCertificate.selfSigned("first", in: directory)
      let second = try await TestCertificate.selfSigned("second", in: directory)
      let live = TestCertificate(
        certificateFile: directory.path + "/live.pem", keyFile: directory.path + "/live.key")
      try await Shell.run(["cp", first.certificateFile, live.certificateFile])
      try await Shell.run(["cp", first.keyFile, live.keyFile])
      try await MoaServer.serving(Self.flags(live) + MoaServer.measured) { server in
        try await Shell.run(["cp", second.keyFile, live.keyFile])
        server.signal(SIGHUP)
        try await server.waitForMetrics("the reload that failed") {
          $0["moa_tls_reloads_failed_total"] > 0
        }
        #expect(server.errors.contains("\"certificate_not_loaded\""))
        let after = try await Self.ask(server.url + "/livez", trusting: first)
        #expect(after.hasPrefix("HTTP/1.1 200"))
        try await server.expectOrderlyStop()
      }
    }

    @Test func everyWorkerResumesTheSessionsOfTheOthers() async throws {
      let directory = try TestCertificates()
      let certificate = try await TestCertificate.selfSigned("server", in: directory)
      try await MoaServer.serving(Self.flags(certificate) + ["--workers", "3"]) { server in
        let place = try #require(server.url.components(separatedBy: "//").last)
        // `-reconnect` asks five times more with the session of the first.
        let text = try await Shell.run(
          ["openssl", "s_client", "-connect", place, "-tls1_2", "-reconnect"], mayFail: true)
        #expect(text.components(separatedBy: "\nReused, TLSv1.2").count == 6)
      }
    }

    @Test func aFileThatIsWrongIsNamedAtTheStart() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let none = ["--tls-certificate", "/none/c.pem", "--tls-key", "/none/k.pem"]
      let (status, _, errors) = try await Program.run(
        Workplace.program.path, MoaServer.arguments(none, in: place), in: place)
      #expect(status == 78)
      #expect(
        errors.contains("tls-certificate /none/c.pem: cannot be read: No such file or directory"))
    }

    @Test func refusalsOfTheEngineCarryTheFieldToo() async throws {
      let directory = try TestCertificates()
      let certificate = try await TestCertificate.selfSigned("server", in: directory)
      try await MoaServer.serving(Self.flags(certificate)) { server in
        let refused = try await Self.ask(
          server.url + "/livez", trusting: certificate, ["--header", "Host: a b"])
        #expect(refused.hasPrefix("HTTP/1.1 400"))
        #expect(refused.contains("\r\nStrict-Transport-Security: "))
        let plain = try await Self.ask(
          server.url.replacingOccurrences(of: "https://", with: "http://"), trusting: certificate)
        #expect(plain.hasPrefix("HTTP/1.1 400"))
        #expect(!plain.contains("Strict-Transport-Security"))
      }
    }
  }
}
