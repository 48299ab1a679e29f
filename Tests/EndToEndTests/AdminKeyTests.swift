import Foundation
import TLSPeer
import Testing

extension EndToEnd {
  /// The administrator's door behind client certificates, with curl as the judge.
  @Suite struct AdminKeyTests {
    @Test func onlyAKeyOfTheListOpensTheDoor() async throws {
      let directory = try TestCertificates()
      let authority = try await TestCertificate.selfSigned("authority", in: directory)
      let server = try await TestCertificate.selfSigned("server", in: directory)
      let clerk = try await TestCertificate.signed("clerk", by: authority, in: directory)
      let guest = try await TestCertificate.signed("guest", by: authority, in: directory)
      let key = try await clerk.keyFingerprint()
      let flags = [
        "--demo", "--workers", "2", "--tls-certificate", server.certificateFile, "--tls-key",
        server.keyFile, "--tls-client-ca", authority.certificateFile, "--tls-client-certificates",
        "request", "--admin-client-keys", key,
      ]
      try await MoaServer.serving(flags) { running in
        func curl(_ certificate: TestCertificate?) -> Curl {
          let own = certificate.map { ["--cert", $0.certificateFile, "--key", $0.keyFile] }
          return Curl(
            base: running.url, options: ["--cacert", server.certificateFile] + (own ?? []))
        }
        #expect(try await curl(clerk).admin("GET").status == 200)
        #expect(try await curl(clerk).get("/admin/v1/event-categories").status == 401)
        for stranger in [guest, nil] {
          let refused = try await curl(stranger).admin("GET")
          #expect(refused.status == 403)
          #expect(refused.text.contains("client_key_not_listed"))
          #expect(try await curl(stranger).get("/v1/event-categories").status == 200)
        }
        try await running.expectOrderlyStop()
        let refusals = running.errors.split(separator: "\n").filter { line in
          line.contains("\"status\":403")
        }
        let name = try await guest.keyFingerprint()
        #expect(refusals.count == 2)
        #expect(refusals.first?.contains("\"client_key\":\"\(name)\"") == true)
        #expect(refusals.last?.contains("client_key\"") == false)
      }
    }
  }
}
