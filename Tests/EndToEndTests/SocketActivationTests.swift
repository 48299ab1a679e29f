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
      /// Foundation takes a child for ended when its descriptors close, and systemd's program closes
      /// all that it does not know; so a shell stands between. It would
      /// not hear signals, which the tests' threads block: they go to the child by its number.
      private static let guardian = """
        "$0" "$@" & echo $! > "$CHILD"
        wait $!
        """

      @Test(arguments: ["0", "2"]) func theFirstRequestStartsTheServer(workers: String) async throws
      {
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let port = try DeployTests.freePort()
        let arguments = MoaServer.arguments(["--workers", workers], in: directory)
        let activate = try Workplace.tool("systemd-socket-activate", from: "systemd")
        let program = try Program(
          "/bin/sh",
          ["-c", Self.guardian, activate, "-l", "127.0.0.1:\(port)", Workplace.program.path]
            + arguments,
          environment: ["CHILD": directory.path + "/child"], in: directory)
        let child = try await waiting(upTo: .seconds(20), for: "its number") {
          let text = try? String(contentsOfFile: directory.path + "/child", encoding: .utf8)
          return text.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        defer { if program.isRunning { kill(child, SIGKILL) } }
        let first = try await waiting(upTo: .seconds(20), for: "the socket") {
          LoopbackSocket(port: UInt16(port))
        }
        // The connection waits in the listener's queue until the server has its database.
        #expect(first.send(Array("GET /readyz HTTP/1.1\r\nHost: moa\r\n\r\n".utf8)))
        let answer = try await offloading { first.receiveAnswer() }
        #expect(answer.isWhole, "\(answer) \(program.errors)")
        let url = "http://127.0.0.1:\(port)"
        #expect(program.output == "listening on \(url)\n")
        #expect(try await Curl(base: url).get("/readyz").status == 200)
        kill(child, SIGTERM)
        #expect(try await program.ended() == 0, "\(program.errors)")
      }
    }
  }
#endif
