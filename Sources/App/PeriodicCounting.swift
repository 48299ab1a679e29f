import Domain
import UseCases

/// Counts every second what writes left to be counted, while a server runs, so that no write waits
/// for another: the terms of titles.
///
/// One process of a server does it. Servers of the same database may all do it.
struct PeriodicCounting: Sendable {
  private static let interval = Duration.seconds(1)
  /// After a failure: the database is away, which others report.
  private static let intervalAfterFailure = Duration.seconds(10)
  let search: any ProductSearchRepository

  /// Goes on until the task is cancelled.
  func run() async {
    var pause = Self.interval
    while (try? await Task.sleep(for: pause)) != nil {
      do throws(Failure) {
        while try await search.countTerms(), !Task.isCancelled {}
        pause = Self.interval
      } catch {
        pause = Self.intervalAfterFailure
      }
    }
  }
}
