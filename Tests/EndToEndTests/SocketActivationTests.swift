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
      @Test(arguments: ["0", "2"]) func theFirstRequestStartsTheServer(workers: String) async throws {
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let socket = directory.path + "/moa.sock"
        let arguments = MoaServer.arguments(["--workers", workers], in: directory)
        let program = try Program(
          Workplace.tool("systemd-socket-activate", from: "systemd"),
          ["-l", socket, Workplace.program.path] + arguments, in: directory)
        defer { program.signal(SIGKILL) }
        try await waiting(upTo: .seconds(20), for: "the socket") {
          FileManager.default.fileExists(atPath: socket) ? true : nil
        }
        let answer = try await Program.run(
          Workplace.tool("curl", from: "curl"),
          ["-s", "--unix-socket", socket, "http://moa/readyz", "-w", "%{http_code}"], in: directory)
        #expect(answer.status == 0 && answer.output.hasSuffix("200"), "\(program.errors)")
        #expect(program.output.contains("listening on unix:\(socket)"), "\(program.output)")
        program.signal(SIGTERM)
        #expect(try await program.ended() == 0, "\(program.errors)")
        // Who made the file removes it.
        #expect(FileManager.default.fileExists(atPath: socket))
      }
    }
  }
#endif
