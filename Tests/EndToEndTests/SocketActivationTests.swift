import Fakes
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

#if os(Linux)
  extension EndToEnd {
    /// A listener that systemd holds, and that is there before and after the server.
    @Suite struct SocketActivationTests {
      /// Foundation takes a child for ended when its descriptors close, and systemd's program
      /// closes all that it does not know; so a shell stands between, and has not ended before the
      /// server, which a second shell becomes. Signals go to that one by its number.
      ///
      /// No `&` and `wait`: dash waits for SIGCHLD then, which our threads may have handed down
      /// blocked, and would wait for ever.
      private static let guardian = """
        /bin/sh -c 'echo $$ > "$CHILD"; exec "$0" "$@"' "$0" "$@"
        exit $?
        """

      @Test(arguments: ["0", "2"]) func theFirstRequestStartsTheServer(workers: String) async throws
      {
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let port = try DeployTests.freePort()
        // One of them is told the address of the socket, and the other one something else.
        let isContradicted = workers == "0"
        let flags = isContradicted ? [] : ["--listen", "127.0.0.1:\(port)"]
        let arguments = MoaServer.arguments(["--workers", workers] + flags, in: directory)
        let activate = try Workplace.tool("systemd-socket-activate", from: "systemd")
        let program = try Program(
          "/bin/sh",
          ["-c", Self.guardian, activate, "-l", "127.0.0.1:\(port)", Workplace.program.path]
            + arguments,
          environment: ["CHILD": directory.path + "/child"], in: directory)
        let child = try await waiting(for: "its number") { () -> Int32? in
          let text = try? String(contentsOfFile: directory.path + "/child", encoding: .utf8)
          guard let text, text.hasSuffix("\n") else { return nil }
          return Int32(text.dropLast())
        }
        defer { if program.isRunning { kill(child, SIGKILL) } }
        let first = try await waiting(for: "the socket") {
          LoopbackSocket(port: UInt16(port))
        }
        // The connection waits in the listener's queue until the server has its database.
        #expect(first.send(Array("GET /readyz HTTP/1.1\r\nHost: moa\r\n\r\n".utf8)))
        let answer = try await offloading { first.receiveAnswer() }
        #expect(answer.isWhole, "\(answer) \(program.errors)")
        let url = "http://127.0.0.1:\(port)"
        // Of several workers one answers before all serve, and only then there is the line.
        try await waiting(for: "the line") {
          program.output.hasSuffix("\n") ? true : nil
        }
        #expect(program.output == "listening on \(url)\n")
        #expect(program.errors.contains("ListenStream=") == isContradicted)
        #expect(try await Curl(base: url).get("/readyz").status == 200)
        kill(child, SIGTERM)
        #expect(try await program.ended() == 0, "\(program.errors)")
      }
    }
  }
#endif

extension EndToEnd {
  /// A service of `Type=notify` with a watchdog, as `deploy/systemd/moa.service` has it.
  @Suite struct SystemdTests {
    @Test(
      "systemd is told when it serves, that it lives, and when it stops",
      arguments: [["--workers", "2"], ["--workers", "0"]])
    func aLife(_ flags: [String]) async throws {
      let systemd = try FakeSystemd(at: "/tmp/moa-notify-\(UUID().uuidString.prefix(8))")
      let environment = ["NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "200000"]
      try await MoaServer.serving(flags, environment: environment) { server in
        var told = systemd.told()
        #expect(told.filter { $0 != "WATCHDOG=1" } == ["READY=1"])
        told = []
        try await waiting(for: "three signs of life") {
          told += systemd.told()
          return told.count >= 3 ? true : nil
        }
        #expect(Set(told) == ["WATCHDOG=1"])
        try await server.expectOrderlyStop()
        #expect(systemd.told().contains("STOPPING=1"))
      }
    }

    @Test("a server whose parent hangs gives no sign of life")
    func aHang() async throws {
      let systemd = try FakeSystemd(at: "/tmp/moa-notify-\(UUID().uuidString.prefix(8))")
      let environment = ["NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "200000"]
      try await MoaServer.serving(["--workers", "1"], environment: environment) { server in
        server.signal(SIGSTOP)
        _ = systemd.told()
        try await Task.sleep(for: .seconds(1))
        #expect(systemd.told() == [])
        server.signal(SIGCONT)
      }
    }
  }
}
