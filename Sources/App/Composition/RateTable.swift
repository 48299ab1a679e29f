import Domain
import Synchronization

/// The part of a limit that clients have used up, as one process counts it.
///
/// It remembers the most recent keys: when `keysMax` are known, the older generation is forgotten,
/// so a million addresses take no more memory. A forgotten address has its whole burst again.
final class RateTable<Key: Hashable & Sendable>: Sendable {
  /// The tick at which a key will have used up nothing any more.
  private struct Generations {
    var recent: [Key: UInt64] = [:]
    var earlier: [Key: UInt64] = [:]
  }

  private let generations = Mutex(Generations())
  private let limit: RateLimit
  private let keysMax: Int

  /// - Parameter keysMax: of each of the two generations.
  init(_ limit: RateLimit, keysMax: Int = 50_000) {
    self.limit = limit
    self.keysMax = keysMax
  }

  /// Decides about one request at a time of the monotonic clock, in nanoseconds. It is admitted if
  /// all of its subjects have something left.
  ///
  /// - Parameter counts: whether the request is subtracted from what they have left.
  /// - Returns: the decision about the subject with the least left.
  func admit(
    _ subjects: [RateSubject<Key>], counts: Bool = true, atNanoseconds now: Int64
  ) -> Admission {
    generations.withLock { generations in
      let decisions = subjects.map { subject in
        let limit = limit.times(subject.factor)
        let tick = limit.tick(atNanoseconds: now)
        let kept = generations.recent[subject.key] ?? generations.earlier[subject.key] ?? 0
        let others = Int64(subject.others) * RateLimit.ticksPerRequest
        let ahead = others + (kept > tick ? Int64(clamping: kept - tick) : 0)
        return (key: subject.key, tick: tick, admission: limit.admit(ahead: ahead))
      }
      let admission = decisions.map(\.admission).min {
        ($0.remaining, -$0.retryAfterSeconds) < ($1.remaining, -$1.retryAfterSeconds)
      }
      guard let admission else { return .unlimited }
      guard admission.isAdmitted, counts else { return admission }
      for (key, tick, admission) in decisions {
        if generations.recent.count >= keysMax, generations.recent[key] == nil {
          generations.earlier = generations.recent
          generations.recent = [:]
        }
        generations.recent[key] = tick &+ UInt64(admission.ahead)
      }
      return admission
    }
  }
}
