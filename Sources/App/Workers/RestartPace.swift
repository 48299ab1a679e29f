/// How soon a worker that has died is started again.
///
/// At once, so that a crash costs a core for milliseconds; but a worker that dies again and again
/// would keep a core busy with starting it, and the log with nothing else.
struct RestartPace: Equatable {
  /// Deaths in a row that are answered at once.
  static let hastyMax = 5
  /// The pause after each further one.
  static let pause = Duration.seconds(1)
  /// Whoever has served for so long died of something else than the one before.
  static let steady = Duration.seconds(10)

  private(set) var deaths = 0

  /// Notes a death after `served` of serving, and returns how long to wait.
  mutating func pauseAfterDeath(served: Duration) -> Duration {
    if served >= Self.steady { deaths = 0 }
    deaths += 1
    return deaths <= Self.hastyMax ? .zero : Self.pause
  }
}
