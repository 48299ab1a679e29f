import Domain
import Synchronization
import Testing
import Transport
import UseCases

@testable import App

struct SearchCountingTests {
  /// Away at first, then there.
  private final class Store: SearchTrendRepository {
    let counted = Mutex<[CountedSearch]>([])
    private let isAway = Mutex(true)

    func count(_ searches: [CountedSearch], at instant: Timestamp) async throws(Failure) {
      let wasAway = isAway.withLock { isAway in
        defer { isAway = false }
        return isAway
      }
      if wasAway { throw .unavailable(retryAfterSeconds: 1) }
      counted.withLock { $0 += searches }
    }

    func trending(at instant: Timestamp) async throws(Failure) -> [String] { [] }
  }

  private static func search(_ query: String) -> CountedSearch {
    CountedSearch(query: query, device: SixteenBytes(high: 1, low: 2))
  }

  @Test("what cannot be counted is told, and what comes later is counted")
  func counting() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ApplicationEvent.self)
    let (collected, store) = (CollectedSearches(), Store())
    let counting = SearchCounting(collected, in: store, interval: .milliseconds(20)) {
      continuation.yield($0)
    }
    collected.take(Self.search("lost"))
    let task = Task { await counting.run() }
    var lost: Int?
    for await case .searchesUncounted(let count) in events {
      lost = count
      break
    }
    #expect(lost == 1)
    collected.take(Self.search("kept"))
    task.cancel()
    await task.value
    await counting.count()
    #expect(store.counted.withLock { $0.map(\.query) } == ["kept"])
  }
}
