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
      var least: Admission?
      for subject in subjects {
        let admission = decide(subject, in: generations, at: now).admission
        if least.map(admission.isTighter) ?? true { least = admission }
      }
      guard let least else { return .unlimited }
      guard least.isAdmitted, counts else { return least }
      for subject in subjects {
        let (tick, admission) = decide(subject, in: generations, at: now)
        if generations.recent.count >= keysMax, generations.recent[subject.key] == nil {
          generations.earlier = generations.recent
          generations.recent = [:]
        }
        generations.recent[subject.key] = tick &+ UInt64(admission.ahead)
      }
      return least
    }
  }

  private func decide(
    _ subject: RateSubject<Key>, in generations: borrowing Generations, at now: Int64
  ) -> (tick: UInt64, admission: Admission) {
    let limit = limit.times(subject.factor)
    let tick = limit.tick(atNanoseconds: now)
    let kept = generations.recent[subject.key] ?? generations.earlier[subject.key] ?? 0
    let others = Int64(subject.others) * RateLimit.ticksPerRequest
    let ahead = others + (kept > tick ? Int64(clamping: kept - tick) : 0)
    return (tick, limit.admit(ahead: ahead))
  }
}

extension Admission {
  fileprivate func isTighter(than other: Admission) -> Bool {
    (remaining, -retryAfterSeconds) < (other.remaining, -other.retryAfterSeconds)
  }
}
