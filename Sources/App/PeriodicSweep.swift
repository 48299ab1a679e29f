import Domain
import Operations
import UseCases

/// Removes now and then what nobody needs any more, while a server runs.
///
/// One process of a server does it. Servers of the same database may all do it: they leave each
/// other's rows alone, and chance keeps them from always beginning together.
struct PeriodicSweep: Sendable {
  let housekeeping: any Housekeeping
  let interval: Duration
  let report: @Sendable (ApplicationEvent) -> Void

  /// Goes on until the task is cancelled. The first sweep is not at once, when a server that starts
  /// has better things to do; one that failed, because the database is away, is soon made up for.
  func run() async {
    var pause = interval / 12
    while (try? await Task.sleep(for: pause * Double.random(in: 0.8...1.2))) != nil {
      pause = await sweep() ? interval : interval / 12
    }
  }

  /// Whether it succeeded.
  private func sweep() async -> Bool {
    do throws(Failure) {
      let swept = try await housekeeping.sweep(at: .now)
      if swept != .nothing { report(.swept(swept)) }
      return true
    } catch {
      // A stop is no news.
      if !Task.isCancelled { report(.sweepFailed(reason: "\(error)")) }
      return false
    }
  }
}
