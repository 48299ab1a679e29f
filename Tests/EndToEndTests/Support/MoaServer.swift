import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The real program on a free port, with a data directory of its own.
final class MoaServer: Sendable {
  static let adminToken = "an-administrators-token-of-the-tests-0123456789"

  let url: String
  let directory: URL
  private let program: Program

  /// What a server finds in a directory without data.
  enum Beginning {
    /// What a first start has left, with the demo shop where the flags ask for it.
    case firstStart
    case nothing
  }

  /// Starts it and waits until it says that it listens.
  ///
  /// - Parameters:
  ///   - directory: of an earlier run, to go on with its data.
  ///   - file: the program, where it is not the one of this build.
  init(
    _ flags: [String] = ["--demo"], from beginning: Beginning = .firstStart,
    in directory: URL? = nil, file: String? = nil, environment: [String: String] = [:]
  ) async throws {
    let place = try directory ?? Workplace.makeDirectory()
    if beginning == .firstStart, Self.lacksData(place, flags, environment) {
      try await FirstStart.shared.copy(hasDemo: flags.contains("--demo"), into: place)
    }
    let program = try Program(
      file ?? Workplace.program.path, Self.arguments(flags, in: place),
      environment: ["MOA_ADMIN_TOKEN": Self.adminToken].merging(environment) { $1 }, in: place)
    do { url = try await Self.announcedURL(of: program) } catch {
      program.signal(SIGKILL)
      throw error
    }
    self.directory = place
    self.program = program
  }

  /// Where it says that it listens.
  private static func announcedURL(of program: Program) async throws -> String {
    let line = try await waiting(for: "listening on") { () -> String? in
      let output = program.output
      if output.hasSuffix("\n") { return output }
      guard program.isRunning else {
        throw EndToEndError.ended(status: try await program.ended(), errors: program.errors)
      }
      return nil
    }
    let schemes = ["http://127.0.0.1:", "https://127.0.0.1:", "unix:/"]
    guard schemes.contains(where: { line.hasPrefix("listening on \($0)") }) else {
      throw EndToEndError.unreadable(line)
    }
    return line.dropFirst("listening on ".count).trimmingCharacters(in: .newlines)
  }

  private static func lacksData(
    _ place: URL, _ flags: [String], _ environment: [String: String]
  ) -> Bool {
    let isElsewhere =
      environment["MOA_DATABASE_URL"] != nil || flags.contains("--database-url")
      || flags.contains("--data-dir")
    return !isElsewhere && !FileManager.default.fileExists(atPath: place.path + "/data")
  }

  /// No delay before draining: nobody has to notice here.
  static func arguments(_ flags: [String], in directory: URL) -> [String] {
    let port = flags.contains("--listen") ? [] : ["--port", "0"]
    return ["serve", "--drain-delay", "0"] + port + ["--data-dir", directory.path + "/data"] + flags
  }

  var output: String { program.output }
  var errors: String { program.errors }
  var log: EventLog { program.log }

  /// As the machine's failure would: nothing can be tidied up.
  func killAtOnce() async throws {
    program.signal(SIGKILL)
    _ = try await program.ended()
  }

  /// SIGTERM; the exit status.
  func stop() async throws -> Int32 {
    program.signal(SIGTERM)
    return try await program.ended()
  }

  /// Stops it; where it has something to complain of in that, so has the test, with its last words.
  func expectOrderlyStop(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    func lastWords() -> String {
      "the log ends with \(events.suffix(12)), and the errors with \(errors.suffix(2_000))"
    }
    do {
      let status = try await stop()
      #expect(status == 0, "\(lastWords())", sourceLocation: sourceLocation)
    } catch EndToEndError.timeout(let what) {
      throw EndToEndError.timeout("\(what); \(lastWords())")
    }
  }

  func signal(_ number: Int32) { program.signal(number) }

  /// Waits for its end without asking for it; the exit status.
  func ended() async throws -> Int32 { try await program.ended() }

  var identifier: Int32 { program.identifier }
  var isRunning: Bool { program.isRunning }

  /// The first process of the private PostgreSQL; nil when there is none.
  ///
  /// After a kill the file stays, and its number may be anybody's: what the process was started
  /// with must name our directory.
  var postmaster: Int32? {
    let file = directory.path + "/data/postgresql/server/data/postmaster.pid"
    let text = try? String(contentsOfFile: file, encoding: .utf8)
    guard let line = text?.split(separator: "\n").first, let process = Int32(line),
      kill(process, 0) == 0
    else { return nil }
    #if os(Linux)
      let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: bytes, as: UTF8.self).contains(directory.path) ? process : nil
    #else
      return process
    #endif
  }

  /// Ends everything and removes the directory, whatever state the test has left it in.
  func remove() {
    program.signal(SIGKILL)
    if let postmaster {
      kill(postmaster, SIGQUIT)
      for _ in 0..<2000 where self.postmaster == postmaster { usleep(1000) }
    }
    try? FileManager.default.removeItem(at: directory)
  }

  /// Serves for the time of `body`, then is gone with all its files.
  static func serving<T>(
    _ flags: [String] = ["--demo"], from beginning: Beginning = .firstStart,
    environment: [String: String] = [:], _ body: (MoaServer) async throws -> T
  ) async throws -> T {
    let server = try await MoaServer(flags, from: beginning, environment: environment)
    defer { server.remove() }
    return try await body(server)
  }
}

extension MoaServer {
  /// Asks the private PostgreSQL, whether this server still runs or not.
  func psql(_ query: String) async throws -> String {
    let socket = directory.path + "/data/postgresql/server/socket"
    let result = try await Program.run(
      Workplace.tool("psql", from: "postgresql-client"),
      ["-X", "-A", "-t", "-q", "-d", "host=\(socket) user=moa dbname=moa", "-c", query],
      in: directory)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs a command of the program beside it.
  ///
  /// - Parameter place: where its output is kept, if the disk of the server is full.
  func command(
    _ arguments: [String], in place: URL? = nil
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await Program.run(
      Workplace.program.path, arguments + ["--data-dir", directory.path + "/data"],
      in: place ?? directory)
  }
}

/// Waits until all changes have numbers, also those that the demo shop made at its start.
func changesNumbered(_ psql: (String) async throws -> String) async throws {
  try await waiting(for: "numbers of all changes") {
    try await psql("select count(*) from moa.change_marks") == "0" ? true : nil
  }
}
