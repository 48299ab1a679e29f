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
    @Test("The whole shop works behind nginx with the file that we ship")
    func behindNginx() async throws {
      try await MoaServer.serving { server in
        let port = try Self.freePort()
        let nginx = try await Self.startNginx(to: server, on: port)
        defer { nginx.signal(SIGTERM) }
        let curl = Curl(base: "http://127.0.0.1:\(port)")
        try await waiting(upTo: .seconds(10), for: "nginx") {
          (try? await curl.get("/livez")).map { _ in true }
        }
        try await ShopFlow(curl: curl).everything()
        #expect(try await curl.get("/livez").fields["server"]?.hasPrefix("nginx") == true)
        try await administratorsGetWhatMoaSaid(curl)
        try await vendorsGetWhatMoaSaid(curl)
        try await server.expectOrderlyStop()
        try await nginxRefusesAsMoaDoes(curl)
        nginx.signal(SIGQUIT)
        #expect(try await nginx.ended(within: .seconds(10)) == 0, "\(nginx.errors)")
      }
    }

    /// Compressing makes a strong ETag weak, and If-Match must refuse a weak one.
    private func administratorsGetWhatMoaSaid(_ curl: Curl) async throws {
      let long = String(repeating: "https://cdn.example/0123456789/", count: 60)
      let body = "{\"thumbnail_image_url\":\"\(long)\"}"
      let first = try #require(
        try await curl.admin("GET").decode(Items<ArrangedCategory>.self).items.first)
      let lengthened = try await curl.admin(
        "PATCH", "/\(first.id)", ["If-Match: \"\(first.version)\""], body: body)
      #expect(lengthened.status == 200)
      let shown = try await curl.admin("GET", "/\(first.id)", ["Accept-Encoding: gzip"])
      let tag = try #require(shown.fields["etag"])
      #expect(shown.body.count > 1024)
      #expect(shown.fields["content-encoding"] == nil)
      let changed = try await curl.admin(
        "PATCH", "/\(first.id)", ["If-Match: \(tag)"], body: "{\"title\":\"또\"}")
      #expect(changed.status == 200, "\(tag)")
    }

    /// Of one product, by each way to it; lists are compressed.
    private func vendorsGetWhatMoaSaid(_ curl: Curl) async throws {
      let list = try await curl.get("/v1/products?limit=1")
      let id = try #require(try list.decode(Items<Numbered>.self).items.first).id
      let compressing = ["Accept-Encoding: gzip"]
      for path in ["/v1/products/", "/api/products/", "/openmarket/v2/api/products/"] {
        let shown = try await curl.send("GET", "\(path)\(id)", compressing)
        let tag = try #require(shown.fields["etag"])
        #expect(shown.status == 200)
        #expect(shown.body.count > 1_024)
        #expect(tag.hasPrefix("\""), "\(path)")
        #expect(shown.fields["content-encoding"] == nil, "\(path)")
        let again = try await curl.send("GET", "\(path)\(id)", ["If-Match: \(tag)"])
        #expect(again.status == 200)
      }
      let crowd = try await curl.send("GET", "/v1/products", compressing)
      #expect(crowd.fields["content-encoding"] == "gzip")
    }

    private struct Numbered: Decodable, Equatable {
      let id: Int64
    }

    /// No page of HTML where moa is away, or a body is too large to be handed on.
    private func nginxRefusesAsMoaDoes(_ curl: Curl) async throws {
      let away = try await Curl(base: curl.base, repeatsMax: 0).get("/v1/event-categories")
      #expect(away.status == 503)
      #expect(away.fields["retry-after"] != nil)
      #expect(try away.decode(Problem.self).code == "unavailable")
      let large = try await curl.send("POST", "/", ["Content-Length: 110000000"], body: "x")
      #expect(large.status == 413)
      #expect(try large.decode(Problem.self).code == "content_too_large")
      for answer in [away, large] {
        #expect(answer.fields["content-type"] == "application/problem+json")
        #expect(try answer.decode(Problem.self).status == answer.status)
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

    static func startNginx(
      to server: MoaServer, on port: Int, changing change: (String) -> String = { $0 }
    ) async throws -> Program {
      let upstream = "server \(server.url.replacing("http://", with: ""));"
      let site = change(try site(on: "127.0.0.1:\(port)", in: server.directory))
      #expect(site.contains("server 127.0.0.1:8080;"))
      let file = try write(
        site.replacing("server 127.0.0.1:8080;", with: upstream), in: server.directory)
      return try Program(
        Workplace.tool("nginx", from: "nginx-light"), ["-e", "stderr", "-c", file.path],
        in: server.directory)
    }

    /// Our file with its ports changed.
    private static func site(on address: String, in directory: URL) throws -> String {
      let changes = [
        "listen 80 default_server;": "listen \(address) default_server;",
        // Not every machine that runs the tests has IPv6.
        "listen [::]:80 default_server;": "listen unix:\(directory.path)/v6 default_server;",
      ]
      return try changes.reduce(into: Workplace.file("deploy/nginx/moa.conf")) { site, change in
        #expect(site.contains(change.key))
        site = site.replacing(change.key, with: change.value)
      }
    }

    /// A site in the smallest frame that nginx takes.
    private static func write(_ site: String, in directory: URL) throws -> URL {
      let place = directory.path
      let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map { "\($0)_temp_path \(place)/\($0);" }.joined(separator: "\n")
      let account = geteuid() == 0 ? "user root;" : ""
      let frame = """
        \(account) daemon off; pid \(place)/nginx.pid; worker_processes 1;
        error_log stderr warn;
        events {}
        http {
          access_log off;
          \(temporary)
          \(site)
        }
        """
      let file = directory.appendingPathComponent("nginx-\(UUID().uuidString.prefix(8)).conf")
      try Data(frame.utf8).write(to: file)
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
        let files = [
          ("moa.service", here), ("moa.socket", try Workplace.file("deploy/systemd/moa.socket")),
        ]
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
