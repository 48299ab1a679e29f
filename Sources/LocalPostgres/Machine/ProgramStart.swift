#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts a program with descriptors of ours as its standard streams, and with no other, in a
/// process group of its own.
package struct ProgramStart {
  /// The program's path, then its arguments.
  package let words: [String]
  /// Each `NAME=value`.
  package let environment: [String]
  package let streams: (input: Int32, output: Int32, errors: Int32)
  /// Descriptors that it has by the same numbers.
  package var kept: [Int32] = []

  package init(
    words: [String], environment: [String],
    streams: (input: Int32, output: Int32, errors: Int32), kept: [Int32] = []
  ) {
    self.words = words
    self.environment = environment
    self.streams = streams
    self.kept = kept
  }

  /// Why there is no new process, in the system's words.
  package struct Failure: Error {
    package let reason: String
  }

  #if canImport(Glibc)
    private typealias Attributes = posix_spawnattr_t
    private typealias Actions = posix_spawn_file_actions_t
  #else
    private typealias Attributes = posix_spawnattr_t?
    private typealias Actions = posix_spawn_file_actions_t?
  #endif

  /// The number of the new process, which the caller waits for.
  package func spawn() throws(Failure) -> Int32 {
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
    posix_spawn_file_actions_adddup2(&actions, streams.input, 0)
    posix_spawn_file_actions_adddup2(&actions, streams.output, 1)
    posix_spawn_file_actions_adddup2(&actions, streams.errors, 2)
    // Onto itself: then it is no longer closed on exec.
    for descriptor in kept { posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor) }
    isolate(&attributes, &actions)

    var child: pid_t = 0
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    let code = posix_spawn(&child, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw Failure(reason: String(cString: strerror(code))) }
    return child
  }

  /// Ctrl-C in our terminal must not reach the child before us; a worker thread of Dispatch
  /// blocks signals and moa ignores some, and the child would inherit both; and a listening
  /// socket or a file lock of ours that it inherited would outlive us.
  private func isolate(_ attributes: inout Attributes, _ actions: inout Actions) {
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
      for descriptor in Self.openDescriptors() where descriptor > 2 && !kept.contains(descriptor) {
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

  /// The exit status, or 128 + the signal that ended the program, of what waitpid(2) tells.
  package static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
