#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of one of PostgreSQL's programs. The calling thread waits for it.
///
/// `Foundation.Process` is not used: it regards a child as ended when its descriptors close, and
/// the server that `pg_ctl` leaves behind would keep them open for ever.
package struct LocalPostgresCommand {
  package struct Result {
    /// The exit status, or 128 + the signal that ended the program.
    package var status: Int32
    /// Standard output and standard error together.
    package var output: String
  }

  let program: String
  let arguments: [String]
  let input: String
  /// `initdb` on a slow disk is the slowest: a minute and a half is ten times what it needs.
  let deadline: Duration

  package init(
    program: String, arguments: [String], input: String = "", deadline: Duration = .seconds(90)
  ) {
    self.program = program
    self.arguments = arguments
    self.input = input
    self.deadline = deadline
  }

  /// Runs the program in `/`, in a process group of its own, with no descriptor and no variable of
  /// ours.
  ///
  /// - Throws: `.failed` when it cannot be started or outlives the deadline (it is then killed).
  package func run() throws(LocalPostgresError) -> Result {
    guard let stdin = Self.scratchFile(holding: input), let stdout = Self.scratchFile(holding: "")
    else { throw .failed(program: program, output: "no file in memory: \(Self.lastError)") }
    defer {
      close(stdin)
      close(stdout)
    }
    let child = try spawn(stdin: stdin, stdout: stdout)
    guard let status = wait(for: child) else {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
      throw .failed(program: program, output: "it took longer than \(deadline)")
    }
    return Result(status: status, output: Self.contents(of: stdout))
  }

  /// The other account may not be allowed to enter our working directory.
  private func spawn(stdin: Int32, stdout: Int32) throws(LocalPostgresError) -> pid_t {
    let shell = ["/bin/sh", "-c", "cd / && exec \"$@\"", "sh", program]
    let start = ProgramStart(
      words: shell + arguments, environment: Self.environment,
      streams: (input: stdin, output: stdout, errors: stdout))
    do throws(ProgramStart.Failure) {
      return try start.spawn()
    } catch {
      throw .failed(program: program, output: error.reason)
    }
  }

  /// Nothing of our own environment: it may hold an administrator's token or `PG...` settings.
  private static let environment = [
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "TZ=UTC",
  ]

  private func wait(for child: pid_t) -> Int32? {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: deadline)
    var status: Int32 = 0
    while waitpid(child, &status, WNOHANG) == 0 {
      guard clock.now < end else { return nil }
      usleep(2000)
    }
    return ProgramStart.exitStatus(status)
  }

  /// A file instead of a pipe: the server inherits `pg_ctl`'s output, and a pipe would never end.
  /// In memory, because the temporary directory may be full or missing.
  private static func scratchFile(holding text: String) -> Int32? {
    let descriptor = NamelessFile.open()
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      close(descriptor)
      return nil
    }
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  /// The first 64 KiB are enough for any message that an operator would read.
  private static func contents(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
    return String(decoding: bytes.prefix(count), as: UTF8.self).withoutBlanks
  }

  static var lastError: String { String(cString: strerror(errno)) }
}

/// Why the private PostgreSQL cannot be used: each case reads as one sentence for an operator.
package enum LocalPostgresError: Error, Equatable, CustomStringConvertible {
  /// `initdb`, `pg_ctl` and `postgres` were not found together in any known place.
  case notInstalled(neededMajor: Int?)
  /// The data directory cannot hold a server; the text says which directory and what to do.
  case unusableDirectory(String)
  /// The account that must run the server is missing, or cannot be switched to.
  case unusableAccount(String)
  /// A program of PostgreSQL ended badly; the text is what it printed, or the end of its log.
  case failed(program: String, output: String)
  /// `stop()` was called while another caller was still starting the server.
  case stopped

  package var description: String {
    switch self {
    case .notInstalled(let neededMajor?):
      """
      the data directory was made by PostgreSQL \(neededMajor), which is not installed: install it \
      (apt-get install postgresql-\(neededMajor), or brew install postgresql@\(neededMajor)); \
      with a newer one beside it `moa upgrade-database` moves the data there
      """
    case .notInstalled(nil):
      """
      PostgreSQL \(LocalPostgresBinaries.oldestMajor) or newer is not installed: install it \
      (apt-get install postgresql, or brew install postgresql@17), or give --database-url
      """
    case .unusableDirectory(let reason), .unusableAccount(let reason): reason
    case .failed(let program, let output): "\(program) failed: \(output)"
    case .stopped: "the private PostgreSQL was asked to stop"
    }
  }
}
