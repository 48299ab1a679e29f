import EventLoop

/// Whether the server is there, as far as one pool can tell, and when to try again.
///
/// Away means: there has been no connection for a while and attempts fail, or several statements
/// in a row got no answer (a frozen server still accepts connections, so only silence shows it).
/// While it is away one connection is tried at a time, with growing pauses, and callers are
/// refused soon.
/// Belongs to a pool, on its loop.
final class ServerHealth {
  private let loop: EventLoop
  private let configuration: PoolConfiguration
  private let observe: @Sendable (PostgresEvent) -> Void
  /// What attempts tell those after them.
  let memory = ServerMemory()
  private(set) var isAway = false
  private(set) var lastFailure: PostgresError?
  /// Since when there is no connection, although one was wanted.
  private var disconnectedSince: MonotonicTime?
  /// Since when a connection has been lost and nothing was answered.
  private var lostAt: MonotonicTime?
  private var pausedUntil: MonotonicTime?
  private var connectFailures = 0
  private var timeouts = 0
  private var answeredAt: MonotonicTime
  private var timer: LoopTimer?

  /// Asked whether any connection is open.
  var hasConnections: () -> Bool = { false }
  /// Told when the server has gone away or come back.
  var changed: () -> Void = {}
  /// Told when the server takes no writes any more, and then when there is one that does.
  var demoted: () -> Void = {}
  var succeeded: () -> Void = {}
  private var awaitsSuccessor = false
  /// Told when one attempt should be made.
  var probe: () -> Void = {}

  init(
    on loop: EventLoop, _ configuration: PoolConfiguration,
    observe: @escaping @Sendable (PostgresEvent) -> Void
  ) {
    self.loop = loop
    self.configuration = configuration
    self.observe = observe
    answeredAt = loop.now
  }

  /// Whether callers' demand may open connections now; while the server is away, only probes do.
  var mayConnect: Bool {
    guard !isAway else { return false }
    guard let pausedUntil else { return true }
    return pausedUntil <= loop.now
  }

  /// The server takes no writes any more: the next connection is to another, since this one is not
  /// what the connection string asks for.
  func wasDemoted() {
    awaitsSuccessor = true
    demoted()
  }

  /// How long a caller waits for a connection, as things are now.
  var patience: Duration {
    guard isAway else { return configuration.waitingDeadline }
    return lastFailure?.absence == .refusal
      ? min(configuration.absentDeadline, configuration.awayDeadline) : configuration.awayDeadline
  }

  func connected() {
    connectFailures = 0
    timeouts = 0
    lostAt = nil
    pausedUntil = nil
    lastFailure = nil
    let since = disconnectedSince ?? loop.now
    disconnectedSince = nil
    if awaitsSuccessor {
      awaitsSuccessor = false
      succeeded()
    }
    guard isAway else { return }
    isAway = false
    observe(.back(after: loop.now - since))
    changed()
  }

  func connectFailed(_ error: PostgresError) {
    connectFailures += 1
    lastFailure = error
    let awayAt = unmetSince(error)?.advanced(by: configuration.awayAfter)
    var pause = nextPause()
    // One more attempt decides it then.
    if !isAway, let awayAt, awayAt > loop.now { pause = min(pause, awayAt - loop.now) }
    observe(.connectFailed(error, pause: pause))
    pausedUntil = loop.now.advanced(by: pause)
    schedule(at: loop.now.advanced(by: pause))
    if let awayAt, awayAt <= loop.now { goAway() }
  }

  /// Since when the server has shown itself to nobody; nil if it has.
  ///
  /// Open connections tell that a server which has none to spare is there. Of one that nobody meets
  /// any more they say nothing, once another has been lost and nobody has been answered since.
  private func unmetSince(_ error: PostgresError) -> MonotonicTime? {
    guard !hasConnections() else { return error.absence == nil ? nil : lostAt }
    let since = disconnectedSince ?? loop.now
    disconnectedSince = since
    return since
  }

  /// A connection broke without an answer to statements that were begun at these times. When it was
  /// the last, a new attempt follows at once.
  func lost(_ error: PostgresError, unanswered: [MonotonicTime]) {
    lastFailure = error
    lostAt = lostAt ?? loop.now
    if !hasConnections(), disconnectedSince == nil {
      disconnectedSince = loop.now
      schedule(at: loop.now)
    }
    guard case .timeout = error.kind else { return }
    timeouts += countOfSilence(unanswered)
    if timeouts >= configuration.timeoutsMax { goAway() }
  }

  /// How many of them tell of the server's silence: those that were begun since it last answered
  /// anybody, and have waited for at least half as long as the one that was too late. That one may
  /// only be slow, and the others have just come behind it.
  private func countOfSilence(_ unanswered: [MonotonicTime]) -> Int {
    let longest = unanswered.map { loop.now - $0 }.max() ?? .zero
    return unanswered.count { $0 >= answeredAt && loop.now - $0 >= longest / 2 }
  }

  /// A statement got its answer, whatever it was.
  func answered() {
    timeouts = 0
    lostAt = nil
    answeredAt = loop.now
  }

  func stop() { timer?.cancel() }

  private func goAway() {
    guard !isAway else { return }
    isAway = true
    timeouts = 0
    disconnectedSince = disconnectedSince ?? loop.now
    if timer?.deadline == nil { schedule(at: loop.now) }
    observe(.away)
    changed()
  }

  /// Doubling from the first pause to the longest, then half to one and a half of that, so that
  /// many pools do not knock at the same moment.
  private func nextPause() -> Duration {
    let doublings = min(connectFailures - 1, 16)
    let longest = configuration.backoff.upperBound
    let pause = min(configuration.backoff.lowerBound * (1 << doublings), longest)
    return min(pause * Double.random(in: 0.5...1.5), longest)
  }

  private func schedule(at time: MonotonicTime) {
    let timer = timer ?? loop.makeTimer { [weak self] in self?.probe() }
    self.timer = timer
    timer.arm(at: time)
  }
}
