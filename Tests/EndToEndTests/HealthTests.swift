import Foundation
import TLSPeer
import Testing

extension EndToEnd {
  /// `moa health`, with the settings of the server that it asks.
  @Suite struct HealthTests {
    private typealias Told = (status: Int32, output: String, errors: String)

    /// Asks with the flags of the server but for where that chose its port itself.
    private func health(of server: MoaServer, _ flags: [String]) async throws -> Told {
      let port = server.url.split(separator: ":").last.map(String.init) ?? ""
      let address = flags.contains("--listen") ? [] : ["--port", port]
      return try await server.command(["health"] + flags + address)
    }

    @Test func aServerThatAnswersIsHealthyAndOneThatIsGoneIsNot() async throws {
      try await MoaServer.serving(["--workers", "1"]) { server in
        let alive = try await health(of: server, ["--workers", "1"])
        #expect(alive.status == 0, "\(alive.errors)")
        #expect(alive.output == "\(server.url) answers\n")
        try await server.expectOrderlyStop()
        let gone = try await health(of: server, [])
        #expect(gone.status == 69)
        #expect(gone.errors.contains("no server listens on 127.0.0.1 port "), "\(gone.errors)")
      }
    }

    @Test func nobodyNeedsACertificateToAskAServerThatWantsOne() async throws {
      let directory = try TestCertificates()
      let certificate = try await TestCertificate.selfSigned("server", in: directory)
      let flags = [
        "--tls-certificate", certificate.certificateFile, "--tls-key", certificate.keyFile,
        "--tls-client-ca", certificate.certificateFile,
      ]
      try await MoaServer.serving(flags) { server in
        let alive = try await health(of: server, flags)
        #expect(alive.status == 0, "\(alive.errors)")
        #expect(alive.output == "\(server.url) answers\n")
        // Somebody has taken the settings of another server.
        let other = try await health(of: server, [])
        #expect(other.status == 69)
        #expect(other.errors.contains("is that this server?"), "\(other.errors)")
      }
    }

    @Test(arguments: [
      ["--proxy-protocol", "--trusted-proxies", "loopback"], ["--listen", "unix:"],
    ])
    func aServerIsAskedTheWayThatItIsReached(_ way: [String]) async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let flags = way.map { $0 == "unix:" ? "unix:\(place.path)/socket" : $0 }
      try await MoaServer.serving(flags) { server in
        let alive = try await health(of: server, flags)
        #expect(alive.status == 0, "\(alive.errors)")
      }
    }

    @Test func whoMayNotConnectIsToldWhy() async throws {
      let flags = ["--proxy-protocol", "--trusted-proxies", "192.0.2.1"]
      try await MoaServer.serving(flags) { server in
        let refused = try await health(of: server, flags)
        #expect(refused.status == 69)
        #expect(refused.errors.contains("must also have loopback"), "\(refused.errors)")
      }
    }

    @Test func aPortThatNobodyHasNamedIsAMistake() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let told = try await Program.run(
        Workplace.program.path, ["health", "--port", "0"], in: place)
      #expect(told.status == 64)
      #expect(told.errors.contains("name the port"), "\(told.errors)")
    }
  }
}
