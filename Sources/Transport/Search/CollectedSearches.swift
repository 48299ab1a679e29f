package import Domain
import HTTP
import Synchronization
import UseCases

/// Searches that are not counted yet, so that no search waits for that.
package final class CollectedSearches: Sendable {
  /// What is beyond is not counted: as many as a loop answers in a second or two.
  package static let countMax = 4_096

  private struct Waiting {
    var searches: Set<CountedSearch> = []
    var dropped = 0
  }

  private let waiting = Mutex(Waiting())

  package init() {}

  /// Takes a search in, unless there are too many.
  package func take(_ search: CountedSearch) {
    waiting.withLock { waiting in
      if waiting.searches.count < Self.countMax || waiting.searches.contains(search) {
        waiting.searches.insert(search)
      } else {
        waiting.dropped += 1
      }
    }
  }

  /// Hands over all that wait, and how many more there were.
  package func drain() -> (searches: [CountedSearch], dropped: Int) {
    waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return (Array(waiting.searches), waiting.dropped)
    }
  }
}

extension Request {
  /// What one device is told from another by, until the end of the day (UTC): a keyed hash of the
  /// address, which cannot be turned back, and which says nothing of another day.
  ///
  /// Whatever else a request says of its device must be proven: who could make five of them up
  /// could make anything trend.
  func device(_ signer: any Signer, at instant: Timestamp) -> SixteenBytes {
    var bytes = Array("\(client.address.family) ".utf8)
    let day = instant.microseconds / 86_400_000_000
    for number in [UInt64(bitPattern: day), client.address.network] {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    return signer.tag(bytes, for: .searcher)
  }
}
