import LocalPostgres
import Postgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program of PostgreSQL that works on a database, as our own account; its error output is kept.
/// Its caller waits for it once.
struct ClientProcess {
  let name: String
  private let number: pid_t
  private let errors: Int32

  /// - Parameters:
  ///   - database: where it works; nil for one that only reads a file.
  ///   - input: stays ours to close, and so does `output`.
  init(
    _ program: String, _ arguments: [String], on database: ConnectionString?,
    input: Int32, output: Int32
  ) throws(CommandError) {
    name = String(program.split(separator: "/").last ?? "")
    errors = NamelessFile.open()
    guard errors >= 0 else { throw CommandError(.unavailable, "there is no memory for a file.") }
    _ = fcntl(errors, F_SETFD, FD_CLOEXEC)
    let variables = database.map(Self.variables) ?? [:]
    let start = ProgramStart(
      words: [program] + arguments,
      environment: Self.environment + variables.map { "\($0)=\($1)" },
      streams: (input, output, errors), kept: Self.passwordFile(variables))
    do throws(ProgramStart.Failure) {
      number = try start.spawn()
    } catch {
      close(errors)
      throw CommandError(.unavailable, "cannot start \(program)", because: error.reason)
    }
  }

  /// Variables by which libpq finds password files, certificates and keys, and no others of ours.
  private static let environment =
    ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"]
    + (OwnProcess.variable("HOME").map { ["HOME=\($0)"] } ?? [])

  /// The same as for our own connections. A password is in the environment of our process, which no
  /// other account can read, and never in its arguments.
  private static func variables(_ database: ConnectionString) -> [String: String] {
    var variables: [String: String] = [:]
    for name in ConnectionString.environmentVariables {
      variables[name] = OwnProcess.variable(name)
    }
    return variables.merging(database.variables) { $1 }
  }

  /// Our copy in memory has a path that only processes with its descriptor can use.
  private static func passwordFile(_ variables: [String: String]) -> [Int32] {
    let place = "/proc/self/fd/"
    guard let path = variables["PGPASSFILE"], path.hasPrefix(place),
      let descriptor = Int32(path.dropFirst(place.count))
    else { return [] }
    return [descriptor]
  }

  /// Its exit status, or nil while it runs.
  func statusNow() -> Int32? {
    var status: Int32 = 0
    let found = waitpid(number, &status, WNOHANG)
    guard found != 0 else { return nil }
    return found == number ? ProgramStart.exitStatus(status) : 255
  }

  /// Waits for its end, and calls `meanwhile` every 20 ms.
  func wait(_ meanwhile: () -> Void = {}) -> Int32 {
    while true {
      if let status = statusNow() { return status }
      meanwhile()
      usleep(20_000)
    }
  }

  /// Ends it without patience; it must not have been waited for.
  func end() {
    kill(number, SIGKILL)
    while waitpid(number, nil, 0) < 0, errno == EINTR {}
  }

  /// The same without waiting: one that waits for a disk which is away does not end before that is
  /// back.
  func beginEnd() { kill(number, SIGKILL) }

  /// Its error output, without the line numbers of our script, which would not help; call it once,
  /// at the end.
  func complaint() -> String {
    defer { close(errors) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = max(0, pread(errors, &bytes, bytes.count, 0))
    let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
    let words = lines.prefix(5).map { line in
      let text = line.firstRange(of: "ERROR:  ").map { line[$0.upperBound...] } ?? line
      return String(text).printable(500)
    }
    return words.isEmpty ? "\(name) said nothing" : words.joined(separator: "; ")
  }
}
