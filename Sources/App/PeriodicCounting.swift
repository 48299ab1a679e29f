import Repositories
import UseCases

/// Counts every second what writes left to be counted, while a server runs, so that no write waits
/// for another: likes of products, terms of titles.
///
/// One process of a server does it. Servers of the same database may all do it: none counts what
/// another has counted.
struct PeriodicCounting: Sendable {
  /// After a count that failed, because the database is away: that is reported by those who miss
  /// it.
  private static let intervalAway = Duration.seconds(5)
  let likes: any LikeRepository
  let search: any ProductSearchRepository
  var interval = Duration.seconds(1)

  /// Goes on until the task is cancelled.
  func run() async {
    var pause = interval
    while (try? await Task.sleep(for: pause)) != nil {
      let isDone = await (countLikes(), countTerms())
      pause = isDone.0 && isDone.1 ? interval : max(interval, Self.intervalAway)
    }
  }

  /// More than fit are counted in several steps, which lets others in between. What comes meanwhile
  /// waits: a product that all like is written once a second.
  private func countLikes() async -> Bool {
    do throws(Failure) {
      while try await likes.foldCounts() >= PostgresStore.foldedMax, !Task.isCancelled {}
      return true
    } catch { return false }
  }

  private func countTerms() async -> Bool {
    do throws(Failure) {
      while try await search.countTerms(), !Task.isCancelled {}
      return true
    } catch { return false }
  }
}
