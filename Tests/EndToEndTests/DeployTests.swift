import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// The files of `deploy`, really used.
  @Suite struct DeployTests {
    @Test("The whole shop works behind each proxy with the file that we ship")
    func behindProxies() async throws {
      for kind in ReverseProxy.Kind.allCases {
        let flags = [
          "--demo", "--log-level", "debug", "--rate-limit", "off", "--trusted-proxies", "loopback",
        ]
        try await MoaServer.serving(flags) { server in
          let proxy = try await ReverseProxy(kind, before: [server.url], in: server.directory)
          defer { proxy.end() }
          let expectations = ProxyExpectations(proxy: proxy, server: server)
          let picture = try await expectations.picture()
          try await expectations.whileServed()
          try await server.expectOrderlyStop()
          try await expectations.whenGone(picture)
          #expect(try await proxy.stop() == 0, "\(proxy.errors)")
        }
      }
    }

    @Test("Of a server that is lost, reads go to the next one, and nothing is sent twice")
    func lostServers() async throws {
      try await MoaServer.serving { server in
        for kind in ReverseProxy.Kind.allCases {
          let losing = try LosingServer(.hangsUp)
          defer { losing.close() }
          let both = try await ReverseProxy(
            kind, before: [losing.url, server.url], in: server.directory)
          defer { both.end() }
          try await waiting(for: "a read that is lost behind \(kind)") {
            let answer = try await Curl(base: both.url, repeatsMax: 0).get("/v1/products")
            #expect(answer.status == 200, "\(kind): \(answer.text.prefix(300))")
            return losing.methods.isEmpty ? nil : true
          }
          let alone = try await ReverseProxy(kind, before: [losing.url], in: server.directory)
          defer { alone.end() }
          let before = losing.methods.count { $0 == "POST" }
          let answer = try await Curl(base: alone.url, repeatsMax: 0).post("/v1/devices")
          #expect(losing.methods.count { $0 == "POST" } == before + 1, "\(kind)")
          try ProxyExpectations.expect(answer, toRefuseWith: 503, "outcome_unknown")
          #expect(answer.fields["retry-after"] == nil, "\(kind)")
        }
      }
    }

    @Test("A server that does not answer is given up, and the client is told that it was late")
    func silentServers() async throws {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let silent = try LosingServer(.keepsSilent)
      defer { silent.close() }
      for kind in ReverseProxy.Kind.allCases {
        let timeout =
          switch kind {
          case .nginx: ["proxy_read_timeout 35s": "proxy_read_timeout 1s"]
          case .haproxy: ["timeout server 35s": "timeout server 1s"]
          case .caddy: ["response_header_timeout 35s": "response_header_timeout 1s"]
          }
        let proxy = try await ReverseProxy(
          kind, before: [silent.url], in: directory, changing: timeout)
        defer { proxy.end() }
        for method in ["GET", "POST"] {
          let answer = try await Curl(base: proxy.url, repeatsMax: 0).send(method, "/v1/devices")
          try ProxyExpectations.expect(answer, toRefuseWith: 504, "gateway_timeout")
          #expect(answer.fields["retry-after"] == nil, "\(kind)")
        }
      }
    }

    @Test("The distribution's welcome page beside our file keeps nginx from starting, and is told")
    func theDefaultOfPort80IsOurs() async throws {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let socket = "unix:\(directory.path)/80"
      let site = try Self.site(on: socket, in: directory)
      let ours = try Self.write(site, in: directory)
      let welcome = "server { listen \(socket) default_server; }"
      let both = try Self.write(site + welcome, in: directory)
      let alone = try await Self.check(ours, in: directory)
      #expect(alone.status == 0, "\(alone.errors)")
      let together = try await Self.check(both, in: directory)
      #expect(together.status != 0)
      #expect(together.errors.contains("a duplicate default server"))
    }

    private static func check(
      _ file: URL, in directory: URL
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(
        Workplace.tool("nginx", from: "nginx-light"), ["-t", "-e", "stderr", "-c", file.path],
        in: directory)
    }

    /// Our file with its ports changed.
    private static func site(on address: String, in directory: URL) throws -> String {
      let changes = [
        "listen 80 default_server;": "listen \(address) default_server;",
        // Not every machine that runs the tests has IPv6.
        "listen [::]:80 default_server;": "listen unix:\(directory.path)/v6 default_server;",
        "/var/lib/nginx/moa": directory.path + "/cache",
      ]
      let file = ReverseProxy.Kind.nginx.file
      return try changes.reduce(into: Workplace.file(file)) { site, change in
        #expect(site.contains(change.key))
        site = site.replacing(change.key, with: change.value)
      }
    }

    private static func write(_ site: String, in directory: URL) throws -> URL {
      let setup = ProxySetup(address: "", servers: [], place: directory.path, certificate: nil)
      let file = directory.appendingPathComponent("nginx-\(UUID().uuidString.prefix(8)).conf")
      try Data(setup.nginxFrame(around: site).utf8).write(to: file)
      return file
    }

    /// Below the range from which the kernel takes the ports of outgoing connections.
    static func freePort() throws -> Int {
      for _ in 0..<50 {
        let port = Int.random(in: 20_000..<32_000)
        if isFree(UInt16(port)) { return port }
      }
      throw EndToEndError.timeout("a free port")
    }

    private static func isFree(_ port: UInt16) -> Bool {
      #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }

    #if os(Linux)
      @Test func systemdAcceptsTheUnit() async throws {
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let unit = try Workplace.file("deploy/systemd/moa.service")
        #expect(unit.contains("ExecStart=/usr/local/bin/moa "))
        let here = unit.replacing("/usr/local/bin/moa ", with: Workplace.program.path + " ")
        var files = [
          ("moa.service", here), ("moa.socket", try Workplace.file("deploy/systemd/moa.socket")),
        ]
        for name in ["moa-backup.service", "moa-backup.timer"] {
          let text = try Workplace.file("deploy/systemd/\(name)")
          files.append(
            (name, text.replacing("/usr/local/bin/moa ", with: Workplace.program.path + " ")))
        }
        for (name, text) in files {
          try Data(text.utf8).write(to: directory.appendingPathComponent(name))
        }
        let result = try await Program.run(
          Workplace.tool("systemd-analyze", from: "systemd"),
          ["verify", "--man=no"] + files.map { directory.path + "/" + $0.0 }, in: directory)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty, "\(result.errors)")
      }
    #endif
  }
}
