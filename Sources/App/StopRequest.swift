import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What SIGTERM, SIGINT and SIGHUP mean at each moment.
///
/// While serving, the first one asks for an orderly stop. While starting, and for a second SIGINT
/// (somebody is impatient), the process ends at once; but a private PostgreSQL is stopped even
/// then, because nobody would look for it. A command never serves: it is always ended at once.
final class StopRequest: Sendable {
  /// A server that is told to stop has done what it was asked; an interrupted command has not.
  enum Role {
    case server, command
  }

  private enum Phase {
    case starting, serving, stopping, ending
  }

  private struct State {
    var phase = Phase.starting
    var localPostgres: LocalPostgres?
    /// The first signal, until somebody waits for it.
    var received: Int32?
    var waiting: UnsafeContinuation<Int32, Never>?
  }

  private let state = Mutex(State())
  private let log: EventLog
  private let role: Role

  init(_ log: EventLog, role: Role = .server) {
    self.log = log
    self.role = role
  }

  /// Names the private server to stop, whatever happens.
  func willStart(_ localPostgres: LocalPostgres) {
    state.withLock { $0.localPostgres = localPostgres }
  }

  /// From now on there may be requests in flight, so the first signal asks for an orderly stop,
  /// also one that arrives before somebody waits for it.
  func willServe() {
    state.withLock { $0.phase = .serving }
  }

  /// Waits for the first signal since `willServe`, and returns its number.
  func wait() async -> Int32 {
    await withUnsafeContinuation { continuation in
      let received = state.withLock { state in
        if state.received == nil { state.waiting = continuation }
        return state.received
      }
      if let received { continuation.resume(returning: received) }
    }
  }

  /// Never returns when a signal is ending the process: what fails meanwhile is no news.
  func outlive() async {
    guard state.withLock({ $0.phase == .ending }) else { return }
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  /// Takes a signal; may be called from any thread that may block.
  func receive(_ signal: Int32) {
    let (waiting, phase) = state.withLock { state in
      let phase = state.phase
      let waiting = state.waiting
      if phase == .serving {
        state.phase = .stopping
        state.received = signal
      }
      state.waiting = nil
      return (waiting, phase)
    }
    switch phase {
    case .serving: waiting?.resume(returning: signal)
    case .starting: abandon(exitCode: role == .server ? 0 : 128 + signal)
    // A supervisor may send SIGTERM as often as it likes: it changes nothing.
    case .stopping where signal == SIGINT: abandon(exitCode: 128 + signal)
    case .stopping, .ending: break
    }
  }

  private func abandon(exitCode: Int32) -> Never {
    let localPostgres = state.withLock { state in
      state.phase = .ending
      return state.localPostgres
    }
    try? localPostgres?.stop()
    log.close()
    _exit(exitCode)
  }
}
