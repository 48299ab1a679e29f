import Domain
import Operations
import Transport
import UseCases

/// Counts the searches of this process every few seconds.
///
/// Every loop of every process does it for itself: searches are collected where they are answered.
struct SearchCounting: Sendable {
  let collected: CollectedSearches
  let trends: any SearchTrendRepository
  let interval: Duration
  let now: WallClock
  let report: @Sendable (ApplicationEvent) -> Void

  init(
    _ collected: CollectedSearches, in trends: any SearchTrendRepository,
    interval: Duration = .seconds(2), now: @escaping WallClock = { .now },
    report: @escaping @Sendable (ApplicationEvent) -> Void
  ) {
    self.collected = collected
    self.trends = trends
    self.interval = interval
    self.now = now
    self.report = report
  }

  /// Goes on until the task is cancelled. Such a task asks no database, so that whoever cancels it
  /// counts what is left.
  func run() async {
    while (try? await Task.sleep(for: interval)) != nil { await count() }
  }

  /// Counts what waits. What cannot be counted now is lost: it matters less than what it would take
  /// to keep it.
  func count() async {
    let (searches, dropped) = collected.drain()
    var lost = dropped
    let now = now()
    for (instant, some) in Dictionary(grouping: searches, by: { $0.instant(before: now) }) {
      do throws(Failure) {
        try await trends.count(some, at: instant)
      } catch {
        lost += some.count
      }
    }
    if lost > 0 { report(.searchesUncounted(lost)) }
  }
}
