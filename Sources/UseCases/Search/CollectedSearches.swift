package import Domain
import Synchronization

/// Searches that are not counted yet, so that no search waits for that.
package final class CollectedSearches: Sendable {
  /// The most searches kept, about as many as a loop answers in two seconds; more are not counted.
  package static let countMax = 4_096

  private struct Waiting {
    var searches: Set<CountedSearch> = []
    var dropped = 0
  }

  private let waiting = Mutex(Waiting())

  package init() {}

  /// Collects a search, unless there are too many.
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

/// Collects searches, to be counted for trends.
package struct CountSearches: Sendable {
  private let collected: CollectedSearches
  private let signer: any Signer
  private let now: WallClock

  package init(into collected: CollectedSearches, signer: any Signer, now: @escaping WallClock) {
    self.collected = collected
    self.signer = signer
    self.now = now
  }

  /// The text to count a query by, which others may see; nil for a query that is too long.
  package static func text(of query: SearchQuery) -> String? {
    let text = query.folded.text
    let isShort =
      text.utf8.count <= CountedSearch.bytesMax && text.count <= CountedSearch.charactersMax
      && query.folded.words.count <= SearchQuery.wordsMax
    return isShort ? text : nil
  }

  package func callAsFunction(_ text: String, from network: ClientNetwork) {
    let instant = now()
    collected.take(CountedSearch(query: text, device: device(network, at: instant), at: instant))
  }

  /// The pseudonym of a device for a day (UTC): a keyed hash of its network, which cannot be turned
  /// back, and which differs on every day.
  ///
  /// A /48 of IPv6 is one device, and other claims of a request about its device are ignored: a
  /// client that invents five devices could make any query trend.
  private func device(_ network: ClientNetwork, at instant: Timestamp) -> SixteenBytes {
    var bytes = Array("\(network.family) ".utf8)
    let day = instant.microseconds / 86_400_000_000
    for number in [UInt64(bitPattern: day), network.ofCustomer.number] {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    return signer.tag(bytes, for: .searcher)
  }
}
