package import LocalPostgres
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Decides the effect of each signal.
///
/// While serving, the first one requests an orderly stop. While starting, and at a second SIGINT,
/// the process ends at once; but a private PostgreSQL is stopped even then, because it would be
/// left running. A command never serves: it is always ended at once.
///
/// SIGHUP ends a command, whose terminal is gone, but never a server, which reads its files again.
/// The parent of workers has every signal forwarded to its supervisor.
package final class StopRequest: Sendable {
  /// A stopped server has done its work; an interrupted command has not.
  package enum Role: Sendable {
    case server, command
  }

  private enum Phase {
    case starting, serving, stopping, ending
  }

  private struct State {
    var phase = Phase.starting
    var localPostgres: LocalPostgres?
    /// Files and directories that are of no use when the process is ended.
    var unfinished: Set<String> = []
    /// The action for SIGHUP while serving.
    var reload: (@Sendable () -> Void)?
    /// Whether it was asked for too early.
    var isReloadDue = false
    /// Where signals go instead.
    var forward: (@Sendable (Int32) -> Void)?
    /// The first signal, until a task waits for it.
    var received: Int32?
    var waiting: UnsafeContinuation<Int32, Never>?
  }

  private let state = Mutex(State())
  private let role: Role
  private let willEnd: @Sendable (LocalPostgresError?) -> Void

  /// - Parameter willEnd: called last when the process ends at once, with the reason where the
  ///   private server could not be stopped.
  package init(_ role: Role, willEnd: @escaping @Sendable (LocalPostgresError?) -> Void = { _ in })
  {
    self.role = role
    self.willEnd = willEnd
  }

  /// Names the private server that has to be stopped in every case.
  package func willStart(_ localPostgres: LocalPostgres) {
    state.withLock { $0.localPostgres = localPostgres }
  }

  /// Names a file or a directory to remove when the process is ended.
  func willMake(_ path: String) { state.withLock { _ = $0.unfinished.insert(path) } }

  /// It is finished, or gone.
  func hasMade(_ path: String) { state.withLock { _ = $0.unfinished.remove(path) } }

  /// From now on there may be requests in flight, so the first signal requests an orderly stop,
  /// also one that arrives before a task waits for it.
  ///
  /// - Parameter reload: called at SIGHUP, and at once if one arrived during the start: files that
  ///   were read then may be outdated.
  package func willServe(reload: (@Sendable () -> Void)? = nil) {
    let isDue = state.withLock { state in
      state.phase = .serving
      state.reload = reload
      return state.isReloadDue
    }
    if isDue { reload?() }
  }

  /// From now on `forward` decides what each signal means.
  package func willForward(_ forward: @escaping @Sendable (Int32) -> Void) {
    state.withLock { state in
      state.phase = .serving
      state.forward = forward
    }
  }

  /// Waits for the first signal since `willServe`, and returns its number.
  package func wait() async -> Int32 {
    await withUnsafeContinuation { continuation in
      let received = state.withLock { state in
        if state.received == nil { state.waiting = continuation }
        return state.received
      }
      if let received { continuation.resume(returning: received) }
    }
  }

  /// Never returns when a signal is ending the process: later errors are not reported.
  func outlive() async {
    guard state.withLock({ $0.phase == .ending }) else { return }
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  /// Takes a signal; may be called from any thread that may block.
  package func receive(_ signal: Int32) {
    if let forward = state.withLock(\.forward) { return forward(signal) }
    if role != .command, signal == SIGHUP { return reload() }
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
    case .starting: abandon(exitCode: role == .command ? 128 + signal : 0)
    // A supervisor may send SIGTERM as often as it likes: it changes nothing.
    case .stopping where signal == SIGINT: abandon(exitCode: 128 + signal)
    case .stopping, .ending: break
    }
  }

  private func reload() {
    let reload = state.withLock { state in
      if state.phase == .starting { state.isReloadDue = true }
      return state.phase == .serving ? state.reload : nil
    }
    reload?()
  }

  /// Ends the process at once, and a private PostgreSQL with it; if that does not end, the exit
  /// status says so.
  package func abandon(exitCode: Int32) -> Never {
    let (localPostgres, unfinished) = state.withLock { state in
      state.phase = .ending
      return (state.localPostgres, state.unfinished)
    }
    var exitCode = exitCode
    var failure: LocalPostgresError?
    do throws(LocalPostgresError) {
      try localPostgres?.stop()
    } catch {
      failure = error
      if exitCode == 0 { exitCode = CommandError.ExitCode.software.rawValue }
    }
    unfinished.forEach(Files.remove)
    willEnd(failure)
    _exit(exitCode)
  }
}
