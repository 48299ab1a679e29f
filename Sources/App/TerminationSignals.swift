import CSpawn
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns SIGTERM, SIGINT, SIGHUP and SIGUSR2 into calls on a thread of its own.
///
/// The handler only writes an octet into a pipe, which is allowed in a signal handler; and unlike
/// an ignored signal, a handled one is back to its default in the processes that we start.
///
/// To a command, SIGHUP says that the terminal is gone. Whoever started it with nohup wants it to
/// outlive that: then the signal is ignored when we start, and stays so. A server reads files again.
/// Source: POSIX.1-2017 §2.4.3; the self-pipe trick of D. J. Bernstein.
package enum TerminationSignals {
  /// The pipe's writing end, or -1; set once before the handlers are installed.
  private static let writingEnd = Atomic<Int32>(-1)

  /// Calls `receive` with the signal's number, again and again, from now until the process ends.
  ///
  /// Also ignores SIGPIPE: a client that has gone must not end the process.
  ///
  /// - Parameter asServer: also SIGUSR2, and SIGHUP even after nohup.
  package static func observe(
    asServer: Bool = false, _ receive: @escaping @Sendable (Int32) -> Void
  ) {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let readingEnd = ends[0]
    let thread = Thread {
      // The program before us may have held them; see `hold`. Blocked in all other threads is fine.
      var set = Self.observedSet
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      var number: UInt8 = 0
      while true {
        let count = read(readingEnd, &number, 1)
        if count == 1 { receive(Int32(number)) }
        guard count == 1 || errno == EINTR else { return }
      }
    }
    thread.name = "moa.signals"
    for number in [SIGTERM, SIGINT] { signal(number, pass) }
    if asServer || !isIgnored(SIGHUP) { signal(SIGHUP, pass) }
    if asServer { signal(SIGUSR2, pass) }
    thread.start()
    for number in observed where moa_early_signal(number) != 0 { pass(number) }
  }

  private static let observed = [SIGTERM, SIGINT, SIGHUP, SIGUSR2]

  private static var observedSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in observed { sigaddset(&set, number) }
    return set
  }

  // MARK: Across exec

  /// What `release` needs.
  struct Held {
    fileprivate let mask: sigset_t
    fileprivate let writingEnd: Int32
  }

  /// Makes signals wait for the program that this process becomes: handlers do not survive exec,
  /// and the default is to end. On this thread, which will exec, they stay pending; what another
  /// thread takes until then goes to `descriptor` as an octet.
  ///
  /// Before the first of those, an octet 0 goes the usual way, after everything that came earlier.
  static func hold(into descriptor: Int32) -> Held {
    var set = observedSet
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &mask)
    let before = writingEnd.exchange(descriptor, ordering: .sequentiallyConsistent)
    var last: UInt8 = 0
    _ = write(before, &last, 1)
    return Held(mask: mask, writingEnd: before)
  }

  /// The exec has failed: everything is as it was.
  static func release(_ held: Held) {
    writingEnd.store(held.writingEnd, ordering: .sequentiallyConsistent)
    var mask = held.mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// As people call it, for the log.
  static func name(of number: Int32) -> String {
    switch number {
    case SIGINT: "SIGINT"
    case SIGHUP: "SIGHUP"
    case SIGUSR2: "SIGUSR2"
    default: "SIGTERM"
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    // Functions cannot be compared, but this one is no function: it is the number 1.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static let pass: @convention(c) (Int32) -> Void = { number in
    // Whoever was interrupted may be about to look at it.
    let before = errno
    defer { errno = before }
    var octet = UInt8(truncatingIfNeeded: number)
    _ = write(TerminationSignals.writingEnd.load(ordering: .relaxed), &octet, 1)
  }
}
