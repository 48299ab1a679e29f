import LocalPostgres
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns SIGTERM, SIGINT and SIGHUP into calls on a thread of its own.
///
/// The handler only writes a byte into a pipe, which is allowed in a signal handler; and unlike an
/// ignored signal, a handled one has its default again in the processes that we start.
///
/// For a command, SIGHUP means that the terminal is gone. With nohup it is meant to outlive that:
/// then the signal is ignored when we start, and stays ignored. A server reads its files again.
/// Source: POSIX.1-2017 §2.4.3; the self-pipe trick of D. J. Bernstein.
package enum TerminationSignals {
  /// The pipe's writing end, or -1; set once before the handlers are installed.
  private static let writingEnd = Atomic<Int32>(-1)

  /// Calls `receive` with the signal's number, again and again, from now until the process ends.
  ///
  /// Also ignores SIGPIPE: a client that has gone must not end the process.
  ///
  /// - Parameter asServer: also SIGHUP after nohup.
  package static func observe(
    asServer: Bool = false, _ receive: @escaping @Sendable (Int32) -> Void
  ) {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let readingEnd = ends[0]
    for number in [SIGTERM, SIGINT] { signal(number, pass) }
    if asServer || !isIgnored(SIGHUP) { signal(SIGHUP, pass) }
    OwnProcess.startThread("moa.signals") {
      var number: UInt8 = 0
      while true {
        let count = read(readingEnd, &number, 1)
        if count == 1 { receive(Int32(number)) }
        guard count == 1 || errno == EINTR else { return }
      }
    }
  }

  /// Its usual name, for the log.
  package static func name(of number: Int32) -> String {
    switch number {
    case SIGINT: "SIGINT"
    case SIGHUP: "SIGHUP"
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
    // Functions cannot be compared, but this value is the number 1.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static let pass: @convention(c) (Int32) -> Void = { number in
    // The interrupted code may be about to read it.
    let before = errno
    defer { errno = before }
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(TerminationSignals.writingEnd.load(ordering: .relaxed), &byte, 1)
  }
}

/// SIGHUP for a server with TLS: its certificate has been renewed.
///
/// Source: nginx, HAProxy and certbot's hooks, which agree on this signal.
package final class ReloadRequest: Sendable {
  private struct State {
    var reload: (@Sendable () async -> Void)?
    /// Whether it was requested before a handler was set.
    var isDue = false
  }

  private let state = Mutex(State())

  package init() {}

  /// From now on `reload` reads the files again; at once if it was requested before, because files
  /// that were read at the start may be outdated.
  package func willServe(_ reload: @escaping @Sendable () async -> Void) {
    let isDue = state.withLock { state in
      state.reload = reload
      return state.isDue
    }
    if isDue { receive() }
  }

  /// Has the files read again, soon, when there are any.
  package func receive() {
    let reload = state.withLock { state in
      state.isDue = state.reload == nil
      return state.reload
    }
    guard let reload else { return }
    Task { await reload() }
  }
}
