#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of a program of PostgreSQL, waited for by the calling thread.
///
/// `Foundation.Process` is not used: it calls a child ended when its descriptors close, and the
/// server that `pg_ctl` leaves behind would keep them open for ever.
package struct LocalPostgresCommand {
  package struct Result {
    /// The exit status, or 128 + the signal that ended the program.
    package var status: Int32
    /// Standard output and standard error together.
    package var output: String
  }

  var program: String
  var arguments: [String]
  var input = ""
  /// `initdb` on a slow disk is the slowest: a minute and a half is ten times what it needs.
  var deadline: Duration = .seconds(90)

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

  private func spawn(stdin: Int32, stdout: Int32) throws(LocalPostgresError) -> pid_t {
    #if canImport(Glibc)
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
    #else
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    posix_spawn_file_actions_adddup2(&actions, stdin, 0)
    posix_spawn_file_actions_adddup2(&actions, stdout, 1)
    posix_spawn_file_actions_adddup2(&actions, stdout, 2)
    Self.isolate(&attributes, &actions)

    var child: pid_t = 0
    // Another account may not be allowed to enter our working directory.
    let shell = ["/bin/sh", "-c", "cd / && exec \"$@\"", "sh", program]
    let argv = (shell + arguments).map { strdup($0) } + [nil]
    let environment = Self.environment.map { strdup($0) } + [nil]
    defer { (argv + environment).forEach { free($0) } }
    let code = posix_spawn(&child, shell[0], &actions, &attributes, argv, environment)
    guard code == 0 else {
      throw .failed(program: program, output: String(cString: strerror(code)))
    }
    return child
  }

  #if canImport(Glibc)
    private typealias Attributes = posix_spawnattr_t
    private typealias Actions = posix_spawn_file_actions_t
  #else
    private typealias Attributes = posix_spawnattr_t?
    private typealias Actions = posix_spawn_file_actions_t?
  #endif

  /// Ctrl-C in our terminal must not reach the server before us; a worker thread of Dispatch
  /// blocks signals and moa ignores some, and the child would inherit both; and a listening
  /// socket or a file lock of ours that it inherited would outlive us.
  private static func isolate(_ attributes: inout Attributes, _ actions: inout Actions) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags =
      Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
    #if canImport(Glibc)
      for descriptor in openDescriptors() where descriptor > 2 {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #else
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
  }

  #if canImport(Glibc)
    /// glibc has a call that closes them all, but shows it to GNU programs only.
    private static func openDescriptors() -> [Int32] {
      Files.names(in: "/proc/self/fd").compactMap { Int32($0) }
    }
  #endif

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
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// A file instead of a pipe: the server inherits `pg_ctl`'s output, and a pipe would never end.
  /// In memory, because the temporary directory may be full or not there.
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
