import Domain
import Synchronization

/// The part of a limit that clients have used up, as one process counts it.
///
/// It remembers the most recent clients: when `clientsMax` are known, the older generation is
/// forgotten, so a million addresses take no more memory. A forgotten address has its whole burst
/// again.
final class RateTable: Sendable {
  /// Clients of each of the two generations.
  static let clientsMax = 50_000

  /// The tick at which a client will have used up nothing any more.
  private struct Generations {
    var recent: [ClientNetwork: UInt64] = [:]
    var earlier: [ClientNetwork: UInt64] = [:]
  }

  private let generations = Mutex(Generations())
  private let limit: RateLimit
  private let clientsMax: Int

  init(_ limit: RateLimit, clientsMax: Int = RateTable.clientsMax) {
    self.limit = limit
    self.clientsMax = clientsMax
  }

  /// Decides about one request of a client at a time of the monotonic clock, in nanoseconds.
  ///
  /// - Parameter counts: whether the request is subtracted from the client's remaining ones.
  func admit(
    _ client: ClientNetwork, counts: Bool = true, atNanoseconds now: Int64
  ) -> Admission {
    let tick = limit.tick(atNanoseconds: now)
    return generations.withLock { generations in
      let kept = generations.recent[client] ?? generations.earlier[client] ?? 0
      let admission = limit.admit(ahead: kept > tick ? Int64(clamping: kept - tick) : 0)
      guard admission.isAdmitted, counts else { return admission }
      if generations.recent.count >= clientsMax, generations.recent[client] == nil {
        generations.earlier = generations.recent
        generations.recent = [:]
      }
      generations.recent[client] = tick &+ UInt64(admission.ahead)
      return admission
    }
  }
}
