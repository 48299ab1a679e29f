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
        nginx.signal(SIGQUIT)
        #expect(try await nginx.ended(within: .seconds(10)) == 0, "\(nginx.errors)")
        #expect(try await server.stop() == 0)
      }
    }

    /// Our file with two ports changed, in the smallest frame that nginx takes.
    private static func startNginx(to server: MoaServer, on port: Int) async throws -> Program {
      let ours = try Workplace.file("deploy/nginx/moa.conf")
      let upstream = "server \(server.url.dropFirst("http://".count));"
      #expect(ours.contains("server 127.0.0.1:8080;") && ours.contains("listen 80;"))
      let site = ours.replacing("server 127.0.0.1:8080;", with: upstream)
        .replacing("listen 80;", with: "listen 127.0.0.1:\(port);")
      let place = server.directory.path
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
      let file = server.directory.appendingPathComponent("nginx.conf")
      try Data(frame.utf8).write(to: file)
      return try Program(
        Workplace.tool("nginx", from: "nginx-light"), ["-e", "stderr", "-c", file.path],
        in: server.directory)
    }

    /// Below the range from which the kernel takes the ports of outgoing connections.
    private static func freePort() throws -> Int {
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
        let file = directory.appendingPathComponent("moa.service")
        try Data(here.utf8).write(to: file)
        let result = try await Program.run(
          Workplace.tool("systemd-analyze", from: "systemd"), ["verify", "--man=no", file.path],
          in: directory)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      }
    #endif
  }
}
