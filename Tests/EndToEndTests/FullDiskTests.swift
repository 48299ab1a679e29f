#if os(Linux)
  import Foundation
  import TestDatabase
  import Testing

  #if canImport(Glibc)
    import Glibc
  #endif

  extension EndToEnd {
    /// What a server says cannot be written anywhere; what it does must not suffer.
    @Suite struct FullDiskTests {
      @Test(arguments: ["1>/dev/full 2>/dev/full", "1>&- 2>&-", "2>&1 | true"])
      func aServerThatCannotSpeakServes(_ streams: String) async throws {
        let conninfo = try await TestDatabase.shared.makeDatabase()
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let socket = directory.path + "/moa.sock"
        let command = "exec \"$0\" \"$@\" \(streams)"
        let arguments = [
          "serve", "--host", "unix:\(socket)", "--drain-delay", "0", "--log-level", "trace",
          "--data-dir", directory.path + "/data", "--database-url", conninfo, "--migrate",
        ]
        let program = try Program(
          "/bin/sh", ["-c", command, Workplace.program.path] + arguments, in: directory)
        defer { program.signal(SIGKILL) }
        for _ in 0..<3 {
          try await waiting(for: "an answer to \(streams)") {
            try await answers(socket, in: directory) ? true : nil
          }
        }
        let process = try #require(try Self.server(named: socket))
        kill(process, SIGTERM)
        try await waiting(for: "the end") {
          try Self.server(named: socket) == nil ? true : nil
        }
        #expect(!FileManager.default.fileExists(atPath: socket))
      }

      private func answers(_ socket: String, in directory: URL) async throws -> Bool {
        let curl = try Workplace.tool("curl", from: "curl")
        let result = try await Program.run(
          curl, ["--silent", "--unix-socket", socket, "http://localhost/readyz"], in: directory)
        return result.status == 0 && result.output.contains("ready")
      }

      /// The process that was started with this socket, and is no shell and no zombie.
      private static func server(named socket: String) throws -> Int32? {
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc")
          .compactMap { Int32($0) }
        return numbers.first { number in
          let bytes = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
          let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
          return words.first == Workplace.program.path && words.contains("unix:\(socket)")
        }
      }
    }
  }
#endif
