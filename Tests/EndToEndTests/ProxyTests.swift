import Foundation
import TLSPeer
import Testing

extension EndToEnd {
  /// What moa hears from the proxies in front of it, which are the real ones.
  @Suite struct ProxyTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    /// What a client would like moa to believe.
    private static let forged = [
      "X-Forwarded-For: 6.6.6.6", "Forwarded: for=6.6.6.6;host=evil.example;proto=http",
      "X-Forwarded-Proto: gopher", "X-Forwarded-Host: evil.example", "X-Request-Id: forged",
      "traceparent: 00-\(trace)-00f067aa0ba902b7-01",
    ]

    /// A line of the log, as far as these tests look at it.
    private struct Line: Decodable {
      let event: String
      let path: String?
      let client: String?
      let peer: String?
      let requestId: String?
      let traceId: String?
    }

    /// The line about the request for the event categories.
    private static func logged(by server: MoaServer) async throws -> Line {
      try await waiting(for: "the line of the log") {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let lines = server.errors.split(separator: "\n")
          .compactMap { try? decoder.decode(Line.self, from: Data($0.utf8)) }
        return lines.first { $0.event == "request" && $0.path == "/v1/event-categories" }
      }
    }

    @Test("Without a list of proxies the log shows the peer, and nothing else is believed")
    func nobodyIsTrusted() async throws {
      try await MoaServer.serving(["--demo", "--log-level", "debug"]) { server in
        let answer = try await Curl(base: server.url).get("/v1/event-categories", Self.forged)
        #expect(answer.text.contains("\"\(server.url)/images/"))
        let line = try await Self.logged(by: server)
        #expect(line.client == "127.0.0.1")
        #expect(line.peer == nil)
        #expect(line.requestId != "forged")
        #expect(line.requestId == answer.fields["x-request-id"])
        #expect(line.traceId == Self.trace)
        #expect(answer.fields["traceparent"]?.hasPrefix("00-\(Self.trace)-") == true)
      }
    }

    // Only Linux has more than one address of the loopback interface from the start.
    #if os(Linux)
      private static let client = ["--interface", "127.0.0.2"]

      @Test("Each proxy tells who asks and how, over TCP and a Unix-domain socket, TLS and HTTP/2")
      func proxiesTellWhoAsks() async throws {
        let directory = try TestCertificates()
        let certificate = try await TestCertificate.selfSigned("shop", in: directory)
        for kind in ReverseProxy.Kind.allCases {
          try await Self.expectToTell(kind, with: certificate, ["127.0.0.1"], "127.0.0.1")
          let socket = directory.path + "/\(kind).sock"
          let flags = ["unix", "--listen", "unix:\(socket)"]
          try await Self.expectToTell(kind, with: certificate, flags, "unix")
        }
      }

      /// - Parameters:
      ///   - trusted: by the server, and more of its flags.
      ///   - peer: in the server's log.
      private static func expectToTell(
        _ kind: ReverseProxy.Kind, with certificate: TestCertificate, _ trusted: [String],
        _ peer: String
      ) async throws {
        let flags = ["--demo", "--log-level", "debug", "--trusted-proxies"] + trusted
        try await MoaServer.serving(flags) { server in
          let proxy = try await ReverseProxy(
            kind, before: [server.url], in: server.directory, with: certificate)
          defer { proxy.end() }
          let options = client + ["--cacert", certificate.certificateFile, "--http2"]
          let path = "/v1/event-categories"
          let answer = try await Curl(base: proxy.url, options: options).get(path, forged)
          #expect(answer.protocol == "HTTP/2", "\(kind)")
          #expect(answer.text.contains("\"\(proxy.url)/images/"), "\(kind)")
          #expect(!answer.text.contains("evil"), "\(kind)")
          let line = try await logged(by: server)
          #expect(line.client == "127.0.0.2", "\(kind)")
          #expect(line.peer == peer, "\(kind)")
          #expect(line.requestId != "forged", "\(kind)")
          #expect(line.requestId == answer.fields["x-request-id"], "\(kind)")
          #expect(line.traceId == trace, "\(kind)")
        }
      }

      @Test("HAProxy tells who asks by the PROXY protocol, and nobody else may connect")
      func haproxyTellsWhoAsks() async throws {
        let flags = [
          "--demo", "--log-level", "debug", "--trusted-proxies", "127.0.0.1", "--proxy-protocol",
        ]
        try await MoaServer.serving(flags) { server in
          let ports = (try DeployTests.freePort(), try DeployTests.freePort())
          let haproxy = try Self.startHAProxy(
            to: server, [(ports.0, "send-proxy"), (ports.1, "send-proxy-v2")])
          defer { haproxy.signal(SIGKILL) }
          for port in [ports.0, ports.1] {
            let curl = Curl(base: "http://127.0.0.1:\(port)", options: Self.client)
            try await waiting(for: "haproxy") {
              (try? await curl.get("/livez")).flatMap { $0.status == 200 ? true : nil }
            }
            let answer = try await curl.get("/v1/event-categories", Self.forged)
            #expect(answer.status == 200)
            #expect(!answer.text.contains("evil"))
          }
          try await ShopFlow(curl: Curl(base: "http://127.0.0.1:\(ports.1)")).everything()
          try await Self.onlyProxiesMayConnect(to: server)
          let told = server.errors.split(separator: "\n").filter {
            $0.contains(#""client":"127.0.0.2","peer":"127.0.0.1""#)
              && $0.contains("/v1/event-categories")
          }
          #expect(told.count == 2)
          #expect(!server.errors.contains("6.6.6.6"))
        }
      }

      /// Neither who is not on the list, nor who is and forgets the header.
      private static func onlyProxiesMayConnect(to server: MoaServer) async throws {
        for options in [client, []] {
          let stranger = Curl(base: server.url, options: options)
          await #expect(throws: CurlError.self) { try await stranger.get("/livez") }
        }
        try await waiting(for: "the lines about both") {
          let lines = server.errors.split(separator: "\n")
            .filter { $0.contains("connection_refused") }
          return lines.contains { $0.contains("127.0.0.2") }
            && lines.contains { $0.contains("no valid PROXY header") } ? true : nil
        }
      }

      /// - Parameter fronts: the port of each, and how it speaks to moa.
      private static func startHAProxy(
        to server: MoaServer, _ fronts: [(port: Int, word: String)]
      ) throws -> Program {
        let place = server.url.replacing("http://", with: "")
        let listeners = fronts.map { front in
          """
          listen front\(front.port)
            bind 127.0.0.1:\(front.port)
            server moa \(place) \(front.word)

          """
        }
        let text = """
          global
            maxconn 100
          defaults
            mode http
            timeout connect 5s
            timeout client 30s
            timeout server 30s

          """
        let file = server.directory.appendingPathComponent("haproxy.cfg")
        try Data((text + listeners.joined()).utf8).write(to: file)
        return try Program(
          Workplace.tool("haproxy", from: "haproxy"), ["-db", "-f", file.path],
          in: server.directory)
      }
    #endif
  }
}
