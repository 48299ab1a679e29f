import Repositories
import UseCases

/// Counts what is liked, every second, while a server runs: so that a count is right within two
/// seconds of a like that did not wait for it.
///
/// One process of a server does it. Servers of the same database may all do it: none counts what
/// another has counted.
struct PeriodicLikeCount: Sendable {
  /// Between two counts.
  static let interval = Duration.seconds(1)
  /// After a count that failed, because the database is away: that is reported by those who miss
  /// it.
  private static let intervalAway = Duration.seconds(5)
  let likes: any LikeRepository
  var interval = PeriodicLikeCount.interval

  /// Goes on until the task is cancelled.
  func run() async {
    var pause = interval
    while (try? await Task.sleep(for: pause)) != nil { pause = await count() }
  }

  /// - Returns: when to count again.
  private func count() async -> Duration {
    do throws(Failure) {
      // More than fit are counted in several steps, which lets others in between. What comes
      // meanwhile waits: a product that all like is written once a second.
      var count = PostgresLikes.foldedMax
      while count >= PostgresLikes.foldedMax, !Task.isCancelled {
        count = try await likes.foldCounts()
      }
      return interval
    } catch {
      return max(interval, Self.intervalAway)
    }
  }
}
