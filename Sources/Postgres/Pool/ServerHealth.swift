import EventLoop

/// Whether the server is up, as far as one pool can tell, and when to try again.
///
/// Down means: there has been no connection for a while and attempts fail, or several statements in
/// a row got no answer (a frozen server still accepts connections, so only silence shows it). While
/// it is down one connection is tried at a time, with growing pauses, and callers are rejected
/// soon.
///
/// It only decides: it gets events with their times, and returns the actions for them, in this
/// order.
struct ServerHealth {
  enum Action {
    case report(PostgresEvent)
    /// Try one connection at this time instead of the one set before.
    case probe(at: MonotonicTime)
    /// The server has gone away or come back.
    case changed
    /// There is a server again that takes writes, instead of the one that took none any more.
    case succeeded
  }

  /// Factors of a pause, one of them by chance, so that many pools do not knock at the same moment.
  static let jitters = 0.5...1.5

  private let configuration: PoolConfiguration
  private(set) var isAway = false
  private(set) var lastFailure: PostgresError?
  /// Since when there is no connection, although one was wanted.
  private var disconnectedSince: MonotonicTime?
  /// Since when a connection has been lost and nothing was answered.
  private var lostAt: MonotonicTime?
  private var pausedUntil: MonotonicTime?
  private var probesAt: MonotonicTime?
  private var connectFailures = 0
  private var timeouts = 0
  private var answeredAt: MonotonicTime
  private var awaitsSuccessor = false

  init(_ configuration: PoolConfiguration, now: MonotonicTime) {
    self.configuration = configuration
    answeredAt = now
  }

  /// Whether callers' demand may open connections now; while the server is away, only probes do.
  func mayConnect(at now: MonotonicTime) -> Bool {
    guard !isAway else { return false }
    guard let pausedUntil else { return true }
    return pausedUntil <= now
  }

  /// How long a caller waits for a connection, as things are now.
  var patience: Duration {
    guard isAway else { return configuration.waitingDeadline }
    return lastFailure?.absence == .refusal
      ? min(configuration.absentDeadline, configuration.awayDeadline) : configuration.awayDeadline
  }

  // MARK: Events

  /// The server takes no writes any more: the next connection is to another one, since the
  /// connection string requires writes.
  mutating func demoted() { awaitsSuccessor = true }

  /// The time of the last `probe` has come.
  mutating func probeIsDue() { probesAt = nil }

  mutating func connected(at now: MonotonicTime) -> [Action] {
    connectFailures = 0
    timeouts = 0
    lostAt = nil
    pausedUntil = nil
    lastFailure = nil
    let since = disconnectedSince ?? now
    disconnectedSince = nil
    var actions: [Action] = []
    if awaitsSuccessor {
      awaitsSuccessor = false
      actions.append(.succeeded)
    }
    guard isAway else { return actions }
    isAway = false
    return actions + [.report(.back(after: now - since)), .changed]
  }

  /// An attempt failed.
  ///
  /// - Parameters:
  ///   - hasConnections: whether any other connection is open.
  ///   - jitter: one of `jitters`.
  mutating func connectFailed(
    _ error: PostgresError, hasConnections: Bool, at now: MonotonicTime, jitter: Double
  ) -> [Action] {
    connectFailures += 1
    let isNews = !isAway || lastFailure?.kind.description != error.kind.description
    lastFailure = error
    let awayAt = unmetSince(error, hasConnections, now)?.advanced(by: configuration.awayAfter)
    var pause = nextPause(jitter)
    // One more attempt decides it then.
    if !isAway, let awayAt, awayAt > now { pause = min(pause, awayAt - now) }
    let end = now.advanced(by: pause)
    pausedUntil = end
    let actions = [.report(.connectFailed(error, pause: pause, isNews: isNews)), probe(at: end)]
    guard let awayAt, awayAt <= now else { return actions }
    return actions + goAway(now)
  }

  /// A connection broke without an answer to statements that were begun at these times. When it was
  /// the last, a new attempt follows at once.
  mutating func lost(
    _ error: PostgresError, unanswered: [MonotonicTime], hasConnections: Bool,
    at now: MonotonicTime
  ) -> [Action] {
    lastFailure = error
    lostAt = lostAt ?? now
    var actions: [Action] = []
    if !hasConnections, disconnectedSince == nil {
      disconnectedSince = now
      actions.append(probe(at: now))
    }
    guard case .timeout = error.kind else { return actions }
    timeouts += countOfSilence(unanswered, now)
    guard timeouts >= configuration.timeoutsMax else { return actions }
    return actions + goAway(now)
  }

  /// A statement got its answer, whatever it was.
  mutating func answered(at now: MonotonicTime) {
    timeouts = 0
    lostAt = nil
    answeredAt = now
  }

  // MARK: Meaning

  /// Since when the server has not been reached; nil if it has.
  ///
  /// Open connections show that a server which refuses further ones is there. They prove nothing
  /// about a server that cannot be reached any more, once one of them has been lost and none has
  /// been answered since.
  private mutating func unmetSince(
    _ error: PostgresError, _ hasConnections: Bool, _ now: MonotonicTime
  ) -> MonotonicTime? {
    guard !hasConnections else { return error.absence == nil ? nil : lostAt }
    let since = disconnectedSince ?? now
    disconnectedSince = since
    return since
  }

  /// How many of these statements show that the server is silent: those begun since it last
  /// answered any, and unanswered for at least half as long as the oldest. That one may only be
  /// slow, and the others may have come after it.
  private func countOfSilence(_ unanswered: [MonotonicTime], _ now: MonotonicTime) -> Int {
    let longest = unanswered.map { now - $0 }.max() ?? .zero
    return unanswered.count { $0 >= answeredAt && now - $0 >= longest / 2 }
  }

  private mutating func goAway(_ now: MonotonicTime) -> [Action] {
    guard !isAway else { return [] }
    isAway = true
    timeouts = 0
    disconnectedSince = disconnectedSince ?? now
    return (probesAt == nil ? [probe(at: now)] : []) + [.report(.away), .changed]
  }

  private mutating func probe(at time: MonotonicTime) -> Action {
    probesAt = time
    return .probe(at: time)
  }

  /// Doubling from the first pause to the longest.
  private func nextPause(_ jitter: Double) -> Duration {
    let doublings = min(connectFailures - 1, 16)
    let longest = configuration.backoff.upperBound
    let pause = min(configuration.backoff.lowerBound * (1 << doublings), longest)
    return min(pause * jitter, longest)
  }
}
